/** proof/venue/soak/watch: counts the marks of a run by its events. The auditor judges whether the events are right. */
import type { Event } from '../../../spec/venue/event.ts';
import {
  observeConversion,
  observeGroup,
  observeListing,
  observeRedemption,
  observeResolution,
  observeStatus,
} from './watch-markets.ts';
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
  switch (kind) {
    case 'market-listed':
      observeListing(watch, event);
      break;
    case 'wallet-opened':
      watch.wallets += 1;
      break;
    case 'order-accepted':
      observeAcceptance(watch, event);
      break;
    case 'order-closed':
      observeClose(watch, event, now);
      break;
    case 'order-released':
      observeRelease(watch, event.order);
      break;
    case 'order-reduced':
      observeReduction(watch, event);
      break;
    case 'trade':
      observeTrade(watch, event);
      break;
    case 'trade-status':
      observeStatus(watch, event);
      break;
    case 'heartbeat-kept':
      observeHeartbeat(watch, event);
      break;
    case 'heartbeat-lost':
      watch.beats.delete(event.key);
      watch.lostKeyHadOrders = false;
      break;
    case 'tick-changed':
      watch.tickChanged = event.market;
      break;
    case 'markets-grouped':
      observeGroup(watch, event);
      break;
    case 'converted':
      observeConversion(watch, event);
      break;
    case 'market-resolved':
      observeResolution(watch, event);
      break;
    case 'redeemed':
      observeRedemption(watch, event);
      break;
    default:
  }
}

function observeHeartbeat(
  { beats, rules, marks }: Watch,
  { key, at }: Extract<Event, { kind: 'heartbeat-kept' }>,
): void {
  if (beats.get(key) === at - rules.heartbeatMs + 1) marks.happenings['heartbeat on its last millisecond'] += 1;
  beats.set(key, at);
}

export function endStep(watch: Watch): void {
  endCauses(watch);
  if (watch.moments >= 3) watch.marks.happenings['three deadlines in one jump of the clock'] += 1;
  watch.moments = 0;
}

/** Ends a tick change and a lost heartbeat: no more orders are closed because of them. */
function endCauses(watch: Watch): void {
  const { happenings } = watch.marks;
  if (watch.tickChanged !== undefined) {
    if ((watch.markets[watch.tickChanged]?.open ?? 0) > 0) happenings['tick change that keeps an order'] += 1;
    watch.tickChanged = undefined;
  }
  if (watch.lostKeyHadOrders) return;
  happenings['heartbeat lost without open orders'] += 1;
  watch.lostKeyHadOrders = true;
}
