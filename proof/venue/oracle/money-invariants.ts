/** proof/venue/oracle/money-invariants: cash, tokens, fees and rounding in the events. */
import { OUTCOMES } from './differential.ts';
import { wholePayout } from './exact.ts';
import { freeTokens, type OrderFacts, type WalletFacts } from './facts.ts';
import { firstOf, type LogInvariant, onEvent, onLeg, onMoney, type Wrong, whenPending } from './invariant.ts';

function settled(order: OrderFacts, actual: number, due: number): Wrong {
  return actual === due ? undefined : `order ${order.number} settled ${actual} where ${due} was due`;
}

function charged(order: OrderFacts, actual: number, due: number): Wrong {
  return actual === due ? undefined : `order ${order.number} paid ${actual}, not ${due}`;
}

function freeCash(wallet: WalletFacts) {
  return wallet.cash - wallet.held;
}

export const MONEY_INVARIANTS = {
  /** Over all its fills an order settles the exact sum, rounded once against it. */
  roundedOnce: onLeg(
    ({ present }, _trade, leg, maker, taker) =>
      settled(maker, leg.cash, present.makerCash) ?? settled(taker, leg.takerCash, present.takerCash),
  ),

  /** Fees follow the formula over all fills, five decimals half up; no sale pays more than it brings. */
  feeRight: onLeg(
    ({ present }, _trade, leg, maker, taker) =>
      charged(maker, leg.fee, present.makerFee) ?? charged(taker, leg.takerFee, present.takerFee),
  ),

  totalsAdd: onEvent(['trade'], (_facts, event) => {
    let size = 0;
    let cash = 0;
    let fee = 0;
    for (const leg of event.makers) {
      size += leg.size;
      cash += leg.takerCash;
      fee += leg.takerFee;
    }
    const right = size === event.size && cash === event.cash && fee === event.fee;
    return right ? undefined : `the sums of the legs are ${size}, ${cash} and ${fee}`;
  }),

  /** Cash of all wallets, backing of the tokens, fees and residual equal the deposits. */
  booksBalance: onMoney((facts) => {
    const { deposits, cash, backing, fees, residual } = facts.accounts;
    const gap = cash - deposits + backing + fees + residual;
    return gap === 0 ? undefined : `${gap} micro dollars more than the deposits`;
  }),

  sumsExact: whenPending((facts) => (facts.inexact ? 'a sum is not a safe integer' : undefined)),

  funded: onEvent(['order-accepted'], (facts, event) => {
    const { order, need } = facts.present;
    if (order === undefined) return undefined;
    const { wallet, market, outcome } = order;
    const free = order.side === 'BUY' ? freeCash(wallet) : freeTokens(wallet, market.number, outcome);
    return need <= free ? undefined : `order ${event.order} can cost ${need}, wallet ${wallet.number} has ${free} free`;
  }),

  reserveSuffices: onLeg((_facts, _trade, leg, maker, taker) => {
    const made = maker.side === 'BUY' ? leg.cash + leg.fee : leg.size;
    if (made > maker.need) return `order ${maker.number} spent ${made} of the ${maker.need} it held`;
    const took = taker.side === 'BUY' ? leg.takerCash + leg.takerFee : leg.size;
    return took > taker.need ? `order ${taker.number} spent ${took} of the ${taker.need} it held` : undefined;
  }),

  solvent: onEvent(['split', 'merged', 'converted', 'transferred'], (facts, event) => {
    const wallet = facts.wallets[event.wallet];
    if (wallet === undefined) return undefined;
    if (event.kind === 'split') return event.size <= freeCash(wallet) ? undefined : 'a split without the cash';
    if (event.kind === 'merged') {
      const free = Math.min(freeTokens(wallet, event.market, 0), freeTokens(wallet, event.market, 1));
      return event.size <= free ? undefined : `merged ${event.size} of ${free}`;
    }
    if (event.kind === 'transferred') {
      const { market, outcome, amount } = event;
      const isOfCash = market === undefined || outcome === undefined;
      const free = isOfCash ? freeCash(wallet) : freeTokens(wallet, market, outcome);
      return amount > 0 && amount <= free ? undefined : `transferred ${amount} of ${free}`;
    }
    const short = event.markets.find((market) => freeTokens(wallet, market, 1) < event.size);
    return short === undefined ? undefined : `converted more than it holds in market ${short}`;
  }),

  /** Redemption takes all tokens of the wallet and pays each outcome its payout, rounded down. */
  payoutRight: onEvent(['redeemed'], (facts, event) => {
    const payout = facts.markets[event.market]?.payout;
    if (payout === undefined) return 'redeemed before the market was resolved';
    const tokens = facts.wallets[event.wallet]?.holdings.get(event.market)?.tokens ?? [0, 0];
    return firstOf(OUTCOMES, (outcome) => {
      const [size, paid, held] = [event.sizes[outcome], event.paid[outcome], tokens[outcome]];
      if (size !== held) return `redeemed ${size} of ${held}`;
      const due = wholePayout(payout[outcome], held);
      return paid === due ? undefined : `paid ${paid}, not ${due}`;
    });
  }),
} as const satisfies Readonly<Record<string, LogInvariant>>;
