/** proof/venue/soak/watch: counts the marks of a run by its events. The auditor judges whether the events are right. */
import { MICRO } from '../../../base/units.ts';
import type { Event } from '../../../spec/venue/event.ts';
import type { EventKind, EventOf } from '../oracle/invariant.ts';
import { observeAcceptance, observeClose, observeReduction, observeRelease } from './watch-orders.ts';
import type { Watch } from './watch-state.ts';
import { observeTrade } from './watch-trades.ts';

/** Observes the next event; `now` is the moment of the clock. */
export function observeEvent(watch: Watch, event: Event, now: number): void {
  const { marks } = watch;
  const { kind, at } = event;
  marks.events[kind] += 1;
  if (at !== watch.lastMoment) watch.moments += 1;
  watch.lastMoment = at;
  if (kind !== 'order-closed') endCauses(watch);
  (OBSERVERS[kind] as Observer<Event> | undefined)?.(watch, event, now);
}

type Observer<Observed> = (watch: Watch, event: Observed, now: number) => void;

const OBSERVERS: { readonly [Kind in EventKind]?: Observer<EventOf<Kind>> } = {
  'market-listed': observeListing,
  'wallet-opened': (watch) => {
    watch.wallets += 1;
  },
  'order-accepted': observeAcceptance,
  'order-closed': observeClose,
  'order-released': observeRelease,
  'order-reduced': observeReduction,
  trade: observeTrade,
  'trade-status': observeStatus,
  'heartbeat-kept': observeHeartbeat,
  'heartbeat-lost': (watch, { key }) => {
    watch.beats.delete(key);
    watch.lostKeyHadOrders = false;
  },
  'tick-changed': (watch, { market }) => {
    watch.tickChanged = market;
  },
  'markets-grouped': observeGroup,
  converted: observeConversion,
  'market-resolved': observeResolution,
  redeemed: observeRedemption,
};

function observeHeartbeat({ beats, rules, marks }: Watch, { key, at }: EventOf<'heartbeat-kept'>) {
  if (beats.get(key) === at - rules.heartbeatMs + 1) marks.happenings['heartbeat on its last millisecond'] += 1;
  beats.set(key, at);
}

export function endStep(watch: Watch): void {
  endCauses(watch);
  if (watch.moments >= 3) watch.marks.happenings['three deadlines in one jump of the clock'] += 1;
  watch.moments = 0;
}

/** Ends a tick change and a lost heartbeat: no more orders are closed because of them. */
function endCauses(watch: Watch) {
  const { happenings } = watch.marks;
  if (watch.tickChanged !== undefined) {
    if ((watch.markets[watch.tickChanged]?.open ?? 0) > 0) happenings['tick change that keeps an order'] += 1;
    watch.tickChanged = undefined;
  }
  if (watch.lostKeyHadOrders) return;
  happenings['heartbeat lost without open orders'] += 1;
  watch.lostKeyHadOrders = true;
}

function observeListing({ markets }: Watch, { market, terms }: EventOf<'market-listed'>) {
  const { tick, fee } = terms;
  markets[market] = { tick, fee, changes: 0, open: 0, group: undefined, payout: undefined };
}

function observeGroup({ markets, unresolved }: Watch, { group, markets: members }: EventOf<'markets-grouped'>) {
  unresolved[group] = members.length;
  for (const member of members) {
    const market = markets[member];
    if (market !== undefined) market.group = group;
  }
}

function observeConversion({ marks }: Watch, { markets, others }: EventOf<'converted'>) {
  if (others.length === 0) marks.happenings['conversion of a whole group'] += 1;
  else if (markets.length === 1) marks.happenings['conversion of one market'] += 1;
  else marks.happenings['conversion of some markets'] += 1;
}

function observeStatus(watch: Watch, { trade, status }: EventOf<'trade-status'>) {
  const { happenings } = watch.marks;
  const known = watch.trades[trade];
  if (known === undefined) return;
  if (status === 'CONFIRMED' || status === 'FAILED') watch.unsettled -= 1;
  if (status === 'CONFIRMED' && known.wasRetried) happenings['settlement retried, then confirmed'] += 1;
  if (status === 'FAILED' && known.status === 'MINED') happenings['settlement failed after mining'] += 1;
  if (status === 'RETRYING') known.wasRetried = true;
  known.status = status;
}

function observeResolution({ marks, markets, unresolved }: Watch, { market, payout }: EventOf<'market-resolved'>) {
  const { happenings } = marks;
  if (payout[0] === MICRO || payout[1] === MICRO) happenings['resolution that pays one outcome'] += 1;
  else if (payout[0] === payout[1]) happenings['resolution that pays half each'] += 1;
  else happenings['resolution that pays odd parts'] += 1;
  const known = markets[market];
  if (known !== undefined) known.payout = payout;
  const group = known?.group;
  if (group === undefined) return;
  const left = (unresolved[group] ?? 0) - 1;
  unresolved[group] = left;
  happenings['resolution of a member of a group'] += 1;
  if (payout[0] === MICRO) happenings['resolution of the winner of a group'] += 1;
  if (left === 0) happenings['resolution of the last member of a group'] += 1;
}

/** Shares that pay a fraction of a micro dollar leave it to the venue. */
function observeRedemption({ marks, markets }: Watch, { market, sizes }: EventOf<'redeemed'>) {
  const payout = markets[market]?.payout ?? [0, 0];
  const isWhole = ((sizes[0] % MICRO) * payout[0]) % MICRO === 0 && ((sizes[1] % MICRO) * payout[1]) % MICRO === 0;
  if (!isWhole) marks.happenings['redemption that rounds'] += 1;
}
