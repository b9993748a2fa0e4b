/**
 * proof/venue/oracle/money-facts: cash, tokens and reservations by the events. Amounts move as the events report them;
 * fees and reservations follow from the rules.
 */
import { PRICE_ONE } from '../../../base/units.ts';
import type { OutcomeIndex } from '../../../spec/venue/command.ts';
import type { MakerLeg, Trade } from '../../../spec/venue/event.ts';
import { addExactFee, cashFraction, newDigits, roundedFee, STEP_MICROS, setDigits, wholeCash } from './exact.ts';
import {
  type Facts,
  type GroupFacts,
  type Holding,
  leftOf,
  type MarketFacts,
  type OrderFacts,
  touch,
  type WalletFacts,
} from './facts.ts';

export function addCash(facts: Facts, wallet: WalletFacts, amount: number): void {
  wallet.cash += amount;
  facts.accounts.cash += amount;
  facts.moneyMoved = true;
  if (!Number.isSafeInteger(wallet.cash)) facts.inexact = true;
  touch(facts, facts.touched.wallets, wallet);
}

export function addTokens(facts: Facts, holding: Holding, outcome: OutcomeIndex, size: number): void {
  holding.tokens[outcome] += size;
  if (!Number.isSafeInteger(holding.tokens[outcome])) facts.inexact = true;
  touch(facts, facts.touched.holdings, holding);
}

/** Creates complete sets with the dollars behind them; removes them if `sets` is negative. */
export function addSets(facts: Facts, market: MarketFacts, sets: number): void {
  market.supply[0] += sets;
  market.supply[1] += sets;
  addBacking(facts, market, sets);
  if (!Number.isSafeInteger(market.collateral)) facts.inexact = true;
  touch(facts, facts.touched.markets, market);
}

export function addBacking(facts: Facts, market: MarketFacts, amount: number): void {
  market.collateral += amount;
  facts.accounts.collateral += amount;
  facts.moneyMoved = true;
  facts.accounts.backing += amount;
}

/** The debt of a group: sets that were created without dollars. */
export function addDebt(facts: Facts, group: GroupFacts, amount: number): void {
  group.debt += amount;
  facts.accounts.debt += amount;
  facts.moneyMoved = true;
  facts.accounts.backing -= amount;
}

/** Sets the reservation of the order: dollars of a buy, shares of a sale. */
export function hold(facts: Facts, order: OrderFacts, need: number): void {
  const change = need - order.need;
  if (change === 0) return;
  order.need = need;
  if (order.side === 'BUY') {
    order.wallet.held += change;
    touch(facts, facts.touched.wallets, order.wallet);
  } else {
    order.holding.offered[order.outcome] += change;
    touch(facts, facts.touched.holdings, order.holding);
  }
}

/**
 * The reservation of an arriving order: its cost at the limit. A maker trades at its own price. For a taker above a
 * half, rounding can add one fee step, but never more than the fee at a half.
 */
export function arrivalNeed(order: OrderFacts, takes: boolean): number {
  const { side, price, size } = order;
  if (side === 'SELL') return size;
  const cash = cashDue(order, price, size);
  const fee = feeAfter(order, takes, price, size);
  if (!takes || price <= PRICE_ONE / 2) return cash + fee;
  const highest = feeAfter(order, true, PRICE_ONE / 2, size);
  return cash + (highest - fee > STEP_MICROS ? fee + STEP_MICROS : highest);
}

/** The reservation of a resting order, which trades at its own price. */
export function restingNeed(order: OrderFacts): number {
  const left = leftOf(order);
  if (order.side === 'SELL' || left === 0) return left;
  return cashDue(order, order.price, left) + feeAfter(order, false, order.price, left);
}

/** Dollars of one more fill: over all fills a buy pays the exact sum rounded up, a sale gets it rounded down. */
function cashDue(order: OrderFacts, price: number, size: number): number {
  const fraction = cashFraction(price, size);
  const oneMore = order.side === 'BUY' ? fraction > order.rounding : order.rounding + fraction >= PRICE_ONE;
  return wholeCash(price, size) + (oneMore ? 1 : 0);
}

function isCharged({ market }: OrderFacts, asTaker: boolean) {
  return market.terms.fee.rate > 0 && (asTaker || !market.terms.fee.takerOnly);
}

/** The fee of one more fill, before the bound of a sale. */
function feeAfter(order: OrderFacts, asTaker: boolean, price: number, size: number): number {
  if (!isCharged(order, asTaker)) return 0;
  setDigits(trial, order.fee);
  addExactFee(trial, order.market.terms.fee, price, size);
  return roundedFee(trial, order.market.terms.fee.exponent) - order.charged;
}

/** Scratch fee of one call. */
const trial = newDigits();

export function weighLeg({ present }: Facts, leg: MakerLeg, maker: OrderFacts, taker: OrderFacts): void {
  present.makerCash = cashDue(maker, leg.price, leg.size);
  present.makerFee = feeDue(maker, false, leg.price, leg.size, present.makerCash);
  present.takerCash = cashDue(taker, leg.takerPrice, leg.size);
  present.takerFee = feeDue(taker, true, leg.takerPrice, leg.size, present.takerCash);
}

/** The fee of one more fill; a sale never pays more for a fill than it brings. */
function feeDue(order: OrderFacts, asTaker: boolean, price: number, size: number, cash: number): number {
  const due = feeAfter(order, asTaker, price, size);
  return order.side === 'SELL' && due > cash ? cash : due;
}

/** Adds a fill to the order; `fee` is what the rules charge for it. */
export function countFill(order: OrderFacts, asTaker: boolean, price: number, size: number, fee: number): void {
  if (isCharged(order, asTaker)) {
    if (order.fee === undefined) order.fee = newDigits();
    addExactFee(order.fee, order.market.terms.fee, price, size);
    order.charged += fee;
  }
  const fraction = cashFraction(price, size);
  const rounding = order.side === 'BUY' ? order.rounding - fraction : order.rounding + fraction;
  if (rounding < 0) order.rounding = rounding + PRICE_ONE;
  else order.rounding = rounding >= PRICE_ONE ? rounding - PRICE_ONE : rounding;
  order.matched += size;
}

/** Moves the amounts of a leg between its parties, the market and the venue; `sign` -1 reverses it. */
export function moveLeg(
  facts: Facts,
  trade: Trade,
  leg: MakerLeg,
  sign: 1 | -1,
  { made, took }: { readonly made: Holding; readonly took: Holding },
): void {
  addCash(facts, made.wallet, sign * cashChange(leg.side === 'BUY', leg.cash, leg.fee));
  addTokens(facts, made, leg.outcome, leg.side === 'BUY' ? sign * leg.size : -sign * leg.size);
  addCash(facts, took.wallet, sign * cashChange(trade.side === 'BUY', leg.takerCash, leg.takerFee));
  addTokens(facts, took, trade.outcome, trade.side === 'BUY' ? sign * leg.size : -sign * leg.size);
  const sets = setsOf(trade, leg);
  if (sets !== 0) addSets(facts, took.market, sign * sets);
  facts.accounts.fees += sign * (leg.fee + leg.takerFee);
  facts.accounts.residual += sign * residualOf(trade, leg);
}

function cashChange(buys: boolean, cash: number, fee: number) {
  return (buys ? -cash : cash) - fee;
}

/** Complete sets that the leg creates; negative if it merges them. */
function setsOf(trade: Pick<Trade, 'outcome' | 'side'>, leg: MakerLeg): number {
  if (trade.outcome === leg.outcome) return 0;
  return trade.side === 'BUY' ? leg.size : -leg.size;
}

/** Micro dollars of the leg that rounding left over: paid in, less paid out, less the cost of new sets. */
function residualOf(trade: Pick<Trade, 'outcome' | 'side'>, leg: MakerLeg): number {
  const made = leg.side === 'BUY' ? leg.cash : -leg.cash;
  const took = trade.side === 'BUY' ? leg.takerCash : -leg.takerCash;
  return made + took - setsOf(trade, leg);
}
