/**
 * sim/core/settlement: a trade is mined, then confirmed. If its settlement is disturbed, it is retried or held, or it
 * fails and everything that it moved is returned. Balances move when orders match, so a trade can fail only while the
 * free balances of its parties cover the return.
 */
import { assertNever, invariant, type Result, refuse } from '../../base/result.ts';
import type { Micro } from '../../base/units.ts';
import {
  type CommandOf,
  DONE,
  type MarketNumber,
  type Refusal,
  type Reply,
  type WalletNumber,
} from '../../spec/venue/command.ts';
import type { MakerLeg, Trade, TradeStatus } from '../../spec/venue/event.ts';
import { changeCash, changeTokens, freeCash, freeTokens, holdingOf } from './ledger.ts';
import { readEvent } from './log-read.ts';
import { writeReversed, writeStatus } from './log-write.ts';
import { makeSets } from './sets.ts';
import { queueTimer } from './timers.ts';
import { setTradeStatus, tradeAddress, tradeStatus } from './trade-index.ts';
import { marketAt, type VenueState } from './venue-state.ts';

/** Whether a timer is the latest of its trade. */
export function isSettlementTimerValid({ trades }: VenueState, trade: number, sequence: number): boolean {
  return trades.disturbed.size === 0 || (trades.disturbed.get(trade) ?? sequence) === sequence;
}

export function settle(venue: VenueState, trade: number, status: 'MINED' | 'CONFIRMED'): void {
  const { trades, timers, now } = venue;
  const before = tradeStatus(trades, trade);
  invariant((status === 'CONFIRMED') === (before === 'MINED'), 'a trade is mined, and confirmed after that');
  invariant(before !== 'HELD' && before !== 'FAILED', 'a trade that is held or has failed has no valid timer');
  setStatus(venue, trade, status);
  if (status === 'CONFIRMED') {
    if (trades.disturbed.size > 0) trades.disturbed.delete(trade);
    return;
  }
  const sequence = queueTimer(timers, timers.confirmed, now + venue.rules.confirmedAfterMs, trade);
  if (trades.disturbed.size > 0 && trades.disturbed.has(trade)) trades.disturbed.set(trade, sequence);
}

/** Restarts, holds or fails the settlement of a trade that is not settled yet. */
export function disturbSettlement(
  venue: VenueState,
  { trade, outcome }: CommandOf<'disturb-settlement'>,
): Result<Reply, Refusal> {
  const { trades } = venue;
  if (trade >= trades.trades) return refuse({ kind: 'unknown-trade' });
  const status = tradeStatus(trades, trade);
  if (status === 'CONFIRMED' || status === 'FAILED') return refuse({ kind: 'trade-settled', status });
  switch (outcome) {
    case 'retry':
      return retry(venue, trade);
    case 'hold':
      return hold(venue, trade);
    case 'fail':
      return fail(venue, trade);
    default:
      return assertNever(outcome);
  }
}

function retry(venue: VenueState, trade: number): Result<Reply, Refusal> {
  const { trades, timers, now } = venue;
  setStatus(venue, trade, 'RETRYING');
  trades.disturbed.set(trade, queueTimer(timers, timers.mined, now + venue.rules.minedAfterMs, trade));
  return DONE;
}

/** No timer is valid until the settlement is retried. A second hold has no effect. */
function hold(venue: VenueState, trade: number): Result<Reply, Refusal> {
  const { trades } = venue;
  if (tradeStatus(trades, trade) === 'HELD') return DONE;
  setStatus(venue, trade, 'HELD');
  trades.disturbed.set(trade, -1);
  return DONE;
}

function fail(venue: VenueState, trade: number): Result<Reply, Refusal> {
  const { trades, now } = venue;
  const address = tradeAddress(trades, trade);
  const event = readEvent(venue.log, address);
  invariant(event.kind === 'trade', 'a trade was matched where its index says');
  const returns = returnsOf(event);
  const market = marketAt(venue, event.market);
  if (market.state === 'resolved' || !canReturn(venue, event.market, returns))
    return refuse({ kind: 'cannot-reverse' });
  for (const [wallet, { cash, tokens }] of returns) {
    const holding = holdingOf(venue.ledger, wallet, event.market);
    changeCash(venue.ledger, wallet, cash);
    changeTokens(venue.ledger, holding, 0, tokens[0]);
    changeTokens(venue.ledger, holding, 1, tokens[1]);
  }
  returnToVenue(venue, event);
  invariant(market.supply[0] === market.supply[1], 'before redemption there is as much of each outcome');
  trades.disturbed.set(trade, -1);
  writeReversed(venue.log, now, address);
  setStatus(venue, trade, 'FAILED');
  return DONE;
}

function setStatus({ trades, log, now }: VenueState, trade: number, status: TradeStatus) {
  setTradeStatus(trades, trade, status);
  writeStatus(log, { at: now, trade, status });
}

/** Amounts that a wallet gets back; negative for those that it returns. */
type Return = { cash: Micro; readonly tokens: [number, number] };

function returnsOf({ makers, takerWallet, side, outcome }: Trade): Map<number, Return> {
  const returns = new Map<number, Return>();
  for (const leg of makers) {
    addReturn(returns, leg.wallet, leg);
    addReturn(returns, takerWallet, { side, outcome, size: leg.size, cash: leg.takerCash, fee: leg.takerFee });
  }
  return returns;
}

type Fill = Pick<MakerLeg, 'side' | 'outcome' | 'size' | 'cash' | 'fee'>;

function addReturn(returns: Map<number, Return>, wallet: WalletNumber, { side, outcome, size, cash, fee }: Fill) {
  const sum = returns.get(wallet) ?? { cash: 0, tokens: [0, 0] };
  returns.set(wallet, sum);
  sum.cash += (side === 'BUY' ? cash : -cash) + fee;
  sum.tokens[outcome] += side === 'BUY' ? -size : size;
}

function canReturn({ ledger }: VenueState, market: MarketNumber, returns: ReadonlyMap<number, Return>): boolean {
  for (const [wallet, { cash, tokens }] of returns) {
    const holding = holdingOf(ledger, wallet, market);
    if (freeCash(ledger, wallet) + cash < 0) return false;
    if (freeTokens(ledger, holding, 0) + tokens[0] < 0 || freeTokens(ledger, holding, 1) + tokens[1] < 0) return false;
  }
  return true;
}

/** Undoes the sets of the trade, and the part of it in the accounts of the venue. */
function returnToVenue(venue: VenueState, { makers, side, outcome, market: index }: Trade) {
  const { treasury } = venue;
  const market = marketAt(venue, index);
  invariant(market.state !== 'resolved', 'a trade is returned while its tokens are not redeemed');
  for (const leg of makers) {
    const sets = leg.outcome === outcome ? 0 : side === 'BUY' ? leg.size : -leg.size;
    if (sets !== 0) makeSets(venue, market, -sets);
    treasury.fees -= leg.fee + leg.takerFee;
    invariant(treasury.fees >= 0, 'fees that are returned were paid');
    const paid = (leg.side === 'BUY' ? leg.cash : -leg.cash) + (side === 'BUY' ? leg.takerCash : -leg.takerCash);
    treasury.residual -= paid - sets;
  }
}
