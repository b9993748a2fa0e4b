/** model/naive-match: an order is matched with the book: fills, and self-trade prevention. */
import type { CloseReason, MakerLeg } from '../spec/venue/event.ts';
import { cashOver, feeOver, lesser, type NaiveFill, type NaiveOrder, remaining, sum } from './naive-money.ts';
import { type Naive, priceFor } from './naive-state.ts';

/** An event about a resting order after the trade: why it ends, or the size by which both were reduced. */
type Change = { readonly resting: NaiveOrder; readonly reason: CloseReason | bigint };
/** Why the taker ends, if it does. */
type Ended = 'matched' | 'self-trade' | undefined;

/** Matches the order with those that it crosses and records the trade; the caller records the changes in order. */
export function match(naive: Naive, order: NaiveOrder, crossing: readonly NaiveOrder[]) {
  const legs: MakerLeg[] = [];
  const changes: Change[] = [];
  let ended: Ended;
  for (const resting of crossing) {
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

function preventSelfTrade({ rules }: Naive, order: NaiveOrder, resting: NaiveOrder, changes: Change[]): Ended {
  const { selfTrade } = rules;
  if (selfTrade === 'decrement') {
    const less = lesser(remaining(order), remaining(resting));
    order.size -= less;
    resting.size -= less;
    changes.push({ resting, reason: less });
    if (remaining(resting) === 0n) changes.push({ resting, reason: 'self-trade' });
    return remaining(order) === 0n ? 'self-trade' : undefined;
  }
  if (selfTrade !== 'cancel-newest') changes.push({ resting, reason: 'self-trade' });
  return selfTrade === 'cancel-oldest' ? undefined : 'self-trade';
}

function tradeWith(naive: Naive, taker: NaiveOrder, maker: NaiveOrder): MakerLeg {
  const size = lesser(remaining(taker), remaining(maker));
  const takerPrice = priceFor(maker, taker.outcome);
  const made = fill(naive, maker, { price: maker.price, size, asTaker: false });
  const took = fill(naive, taker, { price: takerPrice, size, asTaker: true });
  const market = naive.market(taker.market);
  const sets = taker.outcome === maker.outcome ? 0n : taker.side === 'BUY' ? size : -size;
  market.collateral += sets;
  market.lastPrice = priceFor(maker, 0);
  naive.residual += made.paid + took.paid - sets;
  naive.fees += made.fee + took.fee;
  const { order, wallet, key, outcome, side, price } = maker;
  const own = { size: Number(size), cash: Number(made.cash), fee: Number(made.fee) };
  const taken = { takerPrice, takerCash: Number(took.cash), takerFee: Number(took.fee) };
  return { order, wallet, key, outcome, side, price, ...own, ...taken };
}

/** `paid`: the dollars that the order pays, without fee; negative if it gets them. */
function fill(naive: Naive, { side, wallet, market, outcome, fills }: NaiveOrder, fill: Omit<NaiveFill, 'fee'>) {
  const { fee: terms } = naive.market(market).terms;
  const after = [...fills, { ...fill, fee: 0n }];
  const cash = cashOver(side, after) - cashOver(side, fills);
  const due = feeOver(terms, after) - sum(fills.map((each) => each.fee));
  const charged = fill.asTaker || !terms.takerOnly ? due : 0n;
  const fee = side === 'SELL' ? lesser(charged, cash) : charged;
  fills.push({ ...fill, fee });
  const paid = side === 'BUY' ? cash : -cash;
  naive.add(-paid - fee, wallet);
  naive.add(side === 'BUY' ? fill.size : -fill.size, wallet, market, outcome);
  return { cash, fee, paid };
}

function recordTrade(naive: Naive, taker: NaiveOrder, makers: MakerLeg[]) {
  const total = (pick: (leg: MakerLeg) => number) => makers.reduce((all, leg) => all + pick(leg), 0);
  const { order: takerOrder, wallet: takerWallet, key: takerKey, market, outcome, side } = taker;
  const trade = naive.trades.length;
  const event = {
    at: naive.now,
    trade,
    market,
    takerOrder,
    takerWallet,
    takerKey,
    outcome,
    side,
    makers,
    size: total((leg) => leg.size),
    cash: total((leg) => leg.takerCash),
    fee: total((leg) => leg.takerFee),
  };
  naive.trades.push({ trade: event, status: 'MATCHED' });
  naive.record({ kind: 'trade', ...event });
  naive.setTimer(naive.rules.minedAfterMs, 'MINED', trade);
}
