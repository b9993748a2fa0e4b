/** proof/oracle/money-invariants: cash, tokens, fees and rounding, as the events tell them. */
import type { OutcomeIndex } from '../../sim/core/command.ts';
import { wholePayout } from './exact.ts';
import { freeTokens, type OrderFacts, type WalletFacts } from './facts.ts';
import { type EventOf, onEvent, onLeg, onMoney, type Wrong, whenPressing } from './invariant.ts';
import { isCharged, residualOf } from './money-facts.ts';

const OUTCOMES: readonly OutcomeIndex[] = [0, 1];

/** Over all its fills an order settles the exact sum, rounded once against it: less than a micro dollar goes to nobody. */
export const roundedOnce = onLeg(
  ({ present }, _trade, leg, maker, taker) =>
    settled(maker, leg.cash, present.makerCash) ?? settled(taker, leg.takerCash, present.takerCash),
);

function settled(order: OrderFacts, told: number, due: number): Wrong {
  return told === due ? undefined : `order ${order.number} settled ${told} where ${due} was due`;
}

/** The fees of an order are the formula over all its fills, five decimals half up; no sale pays more than it brings. */
export const feeRight = onLeg(
  ({ present }, _trade, leg, maker, taker) =>
    charged(maker, leg.fee, present.makerFee) ?? charged(taker, leg.takerFee, present.takerFee),
);

function charged(order: OrderFacts, told: number, due: number): Wrong {
  return told === due ? undefined : `order ${order.number} paid ${told}, not ${due}`;
}

/** No fee is below nothing or, for a seller, above what the fill brings. */
export const feeBounded = onLeg((_facts, trade, leg) => {
  if (leg.fee < 0 || leg.takerFee < 0) return 'a fee below nothing';
  if (leg.side === 'SELL' && leg.fee > leg.cash) return `a fee of ${leg.fee} on ${leg.cash}`;
  return trade.side === 'SELL' && leg.takerFee > leg.takerCash
    ? `a fee of ${leg.takerFee} on ${leg.takerCash}`
    : undefined;
});

/** Who only waited is charged only where the market says so. */
export const feeRoles = onLeg((_facts, _trade, leg, maker, taker) => {
  if (leg.fee !== 0 && !isCharged(maker, false)) return `the maker ${maker.number} was charged`;
  return leg.takerFee !== 0 && !isCharged(taker, true) ? `the taker ${taker.number} was charged` : undefined;
});

/** A price of nothing or of a dollar whole is free of charge wherever the fee follows the price. */
export const feeZeroAtEnds = onLeg((_facts, _trade, leg, maker) => {
  if (maker.market.terms.fee.exponent === 0 || (leg.price !== 0 && leg.price !== 10_000)) return undefined;
  return leg.fee === 0 && leg.takerFee === 0 ? undefined : `charged at a price of ${leg.price}`;
});

/** Equal first fills cost equal fees, on either side and at either of two prices that add up to a dollar. */
export const feeSymmetric = onLeg((_facts, _trade, leg, _maker, taker) => {
  const { sample } = taker.market;
  if (taker.matched > 0 || leg.size !== sample.size || leg.takerFee >= leg.takerCash) return undefined;
  if (leg.takerPrice * (10_000 - leg.takerPrice) !== sample.spread || leg.takerFee === sample.fee) return undefined;
  return `${leg.takerFee} for what cost ${sample.fee} before`;
});

/** Of two first fills at the same price the larger does not cost less. */
export const feeMonotone = onLeg((_facts, _trade, leg, _maker, taker) => {
  const { sample } = taker.market;
  if (taker.matched > 0 || sample.size === 0 || leg.takerFee >= leg.takerCash) return undefined;
  if (leg.takerPrice * (10_000 - leg.takerPrice) !== sample.spread || leg.size === sample.size) return undefined;
  const grows = leg.size > sample.size ? leg.takerFee >= sample.fee : leg.takerFee <= sample.fee;
  return grows ? undefined : `${leg.takerFee} for ${leg.size} and ${sample.fee} for ${sample.size}`;
});

/** Size, dollars and fee of a trade are the sums of its legs. */
export const totalsAdd = onEvent<'trade'>((_facts, event) => {
  let size = 0;
  let cash = 0;
  let fee = 0;
  for (const leg of event.makers) {
    size += leg.size;
    cash += leg.takerCash;
    fee += leg.takerFee;
  }
  const right = size === event.size && cash === event.cash && fee === event.fee;
  return right ? undefined : `the legs add up to ${size}, ${cash} and ${fee}`;
});

/** A transfer moves as many dollars in as out; at most a micro dollar of each party's rounding stays behind. */
export const legsZeroSum = onLeg((_facts, trade, leg) => {
  if (trade.outcome !== leg.outcome) return undefined;
  const stays = residualOf(trade, leg);
  return stays >= -1 && stays <= 1 ? undefined : `${stays} micro dollars came from nowhere`;
});

/** Two buyers pay exactly a dollar for each set they make, two sellers get exactly a dollar for each they give up. */
export const setsWhole = onLeg((_facts, trade, leg) => {
  if (trade.outcome === leg.outcome) return undefined;
  if (leg.price + leg.takerPrice !== 10_000) return `${leg.price} and ${leg.takerPrice} are not a dollar`;
  const stays = residualOf(trade, leg);
  return stays >= -1 && stays <= 1 ? undefined : `${stays} micro dollars more than the sets cost`;
});

/** What rounding takes is somewhere: the residual is never below nothing while no trade was taken back. */
export const residualBooked = onMoney((facts) =>
  facts.accounts.residual >= 0 || facts.reversals > 0 ? undefined : `a residual of ${facts.accounts.residual}`,
);

/** Cash of all wallets, what backs the tokens, fees and residual are what was deposited. */
export const booksBalance = onMoney((facts) => {
  const { deposits, cash, backing, fees, residual } = facts.accounts;
  const gap = cash - deposits + backing + fees + residual;
  return gap === 0 ? undefined : `${gap} micro dollars more than were deposited`;
});

/** All sums stay integers that are exact. */
export const sumsExact = whenPressing((facts) => (facts.inexact ? 'a sum is no safe integer' : undefined));

/** Amounts are whole and not negative. */
export const wholeNumbers = onEvent<
  | 'deposited'
  | 'split'
  | 'merged'
  | 'redeemed'
  | 'order-accepted'
  | 'order-reduced'
  | 'order-closed'
  | 'trade'
  | 'converted'
>((_facts, event) => {
  switch (event.kind) {
    case 'deposited':
      return isAmount(event.amount) ? undefined : `an amount of ${event.amount}`;
    case 'redeemed':
      return event.sizes.every(isAmount) && event.paid.every(isAmount) ? undefined : 'no whole redemption';
    case 'order-closed':
      return isAmount(event.remaining) ? undefined : `a remainder of ${event.remaining}`;
    case 'trade':
      return areLegsWhole(event) ? undefined : 'a leg that is not whole';
    default:
      return isAmount(event.size) ? undefined : `a size of ${event.size}`;
  }
});

function areLegsWhole(event: EventOf<'trade'>): boolean {
  for (const leg of event.makers) {
    if (!isAmount(leg.size) || !isAmount(leg.cash) || !isAmount(leg.fee)) return false;
    if (!isAmount(leg.takerCash) || !isAmount(leg.takerFee)) return false;
  }
  return true;
}

function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** An accepted order is funded to its worst case, fees included, out of what no other order holds. */
export const funded = onEvent<'order-accepted'>((facts, event) => {
  const { order, need } = facts.present;
  if (order === undefined) return undefined;
  const { wallet, holding, outcome } = order;
  const free = order.side === 'BUY' ? wallet.cash - wallet.held : holding.tokens[outcome] - holding.offered[outcome];
  return need <= free ? undefined : `order ${event.order} can cost ${need}, wallet ${wallet.number} has ${free} free`;
});

/** No fill costs more than the order held for it. */
export const reserveSuffices = onLeg((_facts, _trade, leg, maker, taker) => {
  const made = maker.side === 'BUY' ? leg.cash + leg.fee : leg.size;
  if (made > maker.need) return `order ${maker.number} spent ${made} of the ${maker.need} it held`;
  const took = taker.side === 'BUY' ? leg.takerCash + leg.takerFee : leg.size;
  return took > taker.need ? `order ${taker.number} spent ${took} of the ${taker.need} it held` : undefined;
});

/** Nobody splits dollars or merges and converts tokens that it does not have or that an order holds. */
export const solvent = onEvent<'split' | 'merged' | 'converted'>((facts, event) => {
  const wallet = facts.wallets[event.wallet];
  if (wallet === undefined) return undefined;
  if (event.kind === 'split') return event.size <= freeCash(wallet) ? undefined : 'a split without the cash';
  if (event.kind === 'merged') {
    const free = Math.min(freeTokens(wallet, event.market, 0), freeTokens(wallet, event.market, 1));
    return event.size <= free ? undefined : `merged ${event.size} of ${free}`;
  }
  const short = event.markets.find((market) => freeTokens(wallet, market, 1) < event.size);
  return short === undefined ? undefined : `converted more than it has in market ${short}`;
});

function freeCash(wallet: WalletFacts): number {
  return wallet.cash - wallet.held;
}

/** Redemption takes all tokens of the wallet and pays each outcome its payout, rounded down. */
export const payoutRight = onEvent<'redeemed'>((facts, event) => {
  const payout = facts.markets[event.market]?.payout;
  if (payout === undefined) return 'redeemed before the market was resolved';
  const tokens = facts.wallets[event.wallet]?.holdings.get(event.market)?.tokens ?? [0, 0];
  for (const outcome of OUTCOMES) {
    const held = tokens[outcome];
    if (event.sizes[outcome] !== held) return `gave up ${event.sizes[outcome]} of ${held}`;
    const due = wholePayout(payout[outcome], held);
    if (event.paid[outcome] !== due) return `paid ${event.paid[outcome]}, not ${due}`;
  }
  return undefined;
});

/** Who has redeemed has nothing left to redeem. */
export const redeemedOnce = onEvent<'redeemed'>((_facts, event) =>
  event.sizes[0] + event.sizes[1] > 0 ? undefined : `wallet ${event.wallet} redeemed nothing`,
);
