/** model/naive-match: an order meets the book: fills, and self-trade prevention. */
import type { CloseReason, MakerLeg } from '../spec/venue/event.ts';
import { crossingOrders } from './naive-book.ts';
import { cashOver, feeOver, lesser, type NaiveFill, type NaiveOrder, remaining, sum } from './naive-money.ts';
import { addCash, addTokens, marketAt, type Naive, priceFor, record, setTimer } from './naive-state.ts';

/** An event about a resting order after the trade: why it ends, or the size by which both were reduced. */
type Change = { readonly resting: NaiveOrder; readonly reason: CloseReason | bigint };
/** Events to record, in the order in which the makers were met, and the reason if the taker ends. */
type MatchResult = { readonly changes: readonly Change[]; readonly ended: 'matched' | 'self-trade' | undefined };

/** Matches the order with the book and records the trade; the caller records the changes. */
export function match(naive: Naive, order: NaiveOrder): MatchResult {
  const legs: MakerLeg[] = [];
  const changes: Change[] = [];
  let ended: MatchResult['ended'];
  for (const resting of crossingOrders(naive, order)) {
    if (ended !== undefined) break;
    if (resting.wallet === order.wallet) ended = preventSelfTrade(naive, order, resting, changes);
    else {
      legs.push(tradeWith(naive, order, resting));
      if (remaining(resting) === 0n) changes.push({ resting, reason: 'matched' });
      if (remaining(order) === 0n) ended = 'matched';
    }
  }
  if (legs.length > 0) recordTrade(naive, order, legs);
  return { changes, ended };
}

function preventSelfTrade(
  naive: Naive,
  order: NaiveOrder,
  resting: NaiveOrder,
  changes: Change[],
): 'self-trade' | undefined {
  switch (naive.rules.selfTrade) {
    case 'cancel-newest':
      return 'self-trade';
    case 'cancel-oldest':
      changes.push({ resting, reason: 'self-trade' });
      return undefined;
    case 'cancel-both':
      changes.push({ resting, reason: 'self-trade' });
      return 'self-trade';
    case 'decrement': {
      const less = lesser(remaining(order), remaining(resting));
      order.size -= less;
      resting.size -= less;
      changes.push({ resting, reason: less });
      if (remaining(resting) === 0n) changes.push({ resting, reason: 'self-trade' });
      return remaining(order) === 0n ? 'self-trade' : undefined;
    }
  }
}

function tradeWith(naive: Naive, taker: NaiveOrder, maker: NaiveOrder): MakerLeg {
  const size = lesser(remaining(taker), remaining(maker));
  const takerPrice = priceFor(maker, taker.outcome);
  const made = fill(naive, maker, { price: maker.price, size, asTaker: false });
  const took = fill(naive, taker, { price: takerPrice, size, asTaker: true });
  const market = marketAt(naive, taker.market);
  const sets = taker.outcome === maker.outcome ? 0n : taker.side === 'BUY' ? size : -size;
  market.collateral += sets;
  market.lastPrice = priceFor(maker, 0);
  naive.residual += (maker.side === 'BUY' ? made.cash : -made.cash) + (taker.side === 'BUY' ? took.cash : -took.cash);
  naive.residual -= sets;
  naive.fees += made.fee + took.fee;
  return {
    order: maker.order,
    wallet: maker.wallet,
    key: maker.key,
    outcome: maker.outcome,
    side: maker.side,
    price: maker.price,
    size: Number(size),
    cash: Number(made.cash),
    fee: Number(made.fee),
    takerPrice,
    takerCash: Number(took.cash),
    takerFee: Number(took.fee),
  };
}

function fill(naive: Naive, order: NaiveOrder, fill: Omit<NaiveFill, 'fee'>): { cash: bigint; fee: bigint } {
  const { fee: terms } = marketAt(naive, order.market).terms;
  const after = [...order.fills, { ...fill, fee: 0n }];
  const cash = cashOver(order.side, after) - cashOver(order.side, order.fills);
  const due = feeOver(terms, after) - sum(order.fills.map((each) => each.fee));
  const charged = fill.asTaker || !terms.takerOnly ? due : 0n;
  const fee = order.side === 'SELL' ? lesser(charged, cash) : charged;
  order.fills.push({ ...fill, fee });
  const sign = order.side === 'BUY' ? 1n : -1n;
  addCash(naive, order.wallet, -sign * cash - fee);
  addTokens(naive, order.wallet, order.market, order.outcome, sign * fill.size);
  return { cash, fee };
}

function recordTrade(naive: Naive, taker: NaiveOrder, makers: MakerLeg[]): void {
  const total = (pick: (leg: MakerLeg) => number): number => makers.reduce((all, leg) => all + pick(leg), 0);
  const trade = naive.trades.length;
  const event = {
    at: naive.now,
    trade,
    market: taker.market,
    takerOrder: taker.order,
    takerWallet: taker.wallet,
    takerKey: taker.key,
    outcome: taker.outcome,
    side: taker.side,
    size: total((leg) => leg.size),
    cash: total((leg) => leg.takerCash),
    fee: total((leg) => leg.takerFee),
    makers,
  };
  naive.trades.push({ trade: event, status: 'MATCHED' });
  record(naive, { kind: 'trade', ...event });
  setTimer(naive, naive.now + naive.rules.minedAfterMs, 'MINED', trade);
}
