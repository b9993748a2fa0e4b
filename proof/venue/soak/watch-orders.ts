/** proof/venue/soak/watch-orders: marks of the acceptance, delay, reduction and end of orders. */
import { PRICE_ONE } from '../../../base/units.ts';
import { SIZE_LIMIT } from '../../../spec/venue/rules.ts';
import type { EventOf } from '../oracle/invariant.ts';
import type { Watch } from './watch-state.ts';

/** Numbers beyond which arrays of a venue may have to grow. */
const ROOM = { orders: 64, wallets: 16, firstKey: 64, anyKey: 2 ** 16 } as const;

export function observeAcceptance(watch: Watch, accepted: EventOf<'order-accepted'>): void {
  const { orders, markets, marks } = watch;
  const market = markets[accepted.market];
  const isWaiting = accepted.delayedUntil !== undefined;
  orders[accepted.order] = {
    accepted,
    left: accepted.size,
    matched: 0,
    isReduced: false,
    isWaiting,
    isOpen: true,
    changesBefore: market?.changes ?? 0,
    trade: undefined,
  };
  if (market !== undefined) {
    market.open += 1;
    if (!isWaiting) market.changes += 1;
    if (accepted.price === market.tick) marks.happenings['order at the lowest price'] += 1;
    if (accepted.price === PRICE_ONE - market.tick) marks.happenings['order at the highest price'] += 1;
  }
  watch.open += 1;
  if (watch.open > ROOM.orders) marks.happenings['more than sixty-four orders open'] += 1;
  if (accepted.wallet >= ROOM.wallets) marks.happenings['order of the seventeenth wallet, or a later one'] += 1;
  if (accepted.key >= ROOM.anyKey) marks.happenings['order of a key beyond any table'] += 1;
  if (accepted.size === SIZE_LIMIT) marks.happenings['order of the largest size'] += 1;
  if (accepted.size === 1) marks.happenings['order of one micro share'] += 1;
}

export function observeClose(watch: Watch, { order, reason, at }: EventOf<'order-closed'>, now: number): void {
  const { happenings, endings } = watch.marks;
  endings[reason] += 1;
  const known = watch.orders[order];
  if (known === undefined) return;
  const market = watch.markets[known.accepted.market];
  if (market !== undefined) {
    market.open -= 1;
    if (!known.isWaiting) market.changes += 1;
  }
  known.left = 0;
  known.isOpen = false;
  watch.open -= 1;
  if (reason === 'expired') {
    if (at === now) happenings['GTD expired exactly as the clock arrives'] += 1;
    else happenings['GTD expired inside a jump of the clock'] += 1;
  }
  if (reason === 'heartbeat') watch.lostKeyHadOrders = seenHeartbeatLoss(watch, known.accepted.key);
  if (reason === 'tick-changed') happenings['tick change that cancels'] += 1;
  if (reason === 'self-trade') {
    happenings[`self-trade in mode ${watch.rules.selfTrade}`] += 1;
    if (known.matched > 0) happenings['self-trade after trading with others'] += 1;
    if (known.isReduced) happenings['order reduced to nothing'] += 1;
  }
  if (reason === 'killed' && known.accepted.type === 'FAK' && known.matched === 0)
    happenings['FAK killed at its release'] += 1;
  if (!known.isWaiting) return;
  if (reason === 'cancelled') happenings['delayed order cancelled while it waits'] += 1;
  if (reason === 'market-closed') happenings['delayed order closed with its market'] += 1;
  if (reason === 'killed' && known.accepted.type === 'FOK') happenings['FOK killed at its release'] += 1;
}

/** Counts a lost heartbeat once, at the first order that it closes. */
function seenHeartbeatLoss({ marks, lostKeyHadOrders }: Watch, key: number): boolean {
  if (lostKeyHadOrders) return true;
  marks.happenings['heartbeat lost with open orders'] += 1;
  if (key >= ROOM.firstKey) marks.happenings['heartbeat of a key of sixty-four or more lost with open orders'] += 1;
  return true;
}

export function observeRelease({ orders, markets, marks }: Watch, { order }: EventOf<'order-released'>): void {
  const known = orders[order];
  if (known === undefined) return;
  known.isWaiting = false;
  const isUnchanged = markets[known.accepted.market]?.changes === known.changesBefore;
  if (isUnchanged) marks.happenings['delayed order released into an unchanged book'] += 1;
  else marks.happenings['delayed order released into a changed book'] += 1;
}

export function observeReduction({ orders, marks }: Watch, { order, size }: EventOf<'order-reduced'>): void {
  const known = orders[order];
  if (known === undefined) return;
  known.left -= size;
  known.isReduced = true;
  if (known.left > 0) marks.happenings['order reduced and still open'] += 1;
}
