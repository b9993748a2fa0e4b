/**
 * proof/oracle/event-panel: who is asked about which event. Every question is written out, because V8 compiles a call with
 * one target together with it; calls through a list of them take an eighth of an audit.
 */
import {
  delayedWhenMarketable,
  endsInTurn,
  ownMet,
  postOnlyRests,
  reducedInPairs,
  selfTradeRefused,
  stopsForAReason,
  takersCross,
  wholeOrNothing,
} from './arrival-invariants.ts';
import type { Facts } from './facts.ts';
import type { EventKind, EventOf, Wrong } from './invariant.ts';
import type { LogInvariantName } from './invariants.ts';
import {
  endedOnce,
  levelsExact,
  neverTwice,
  numbersFollow,
  partiesKnown,
  remainderTrue,
  termsKept,
  tradingOpen,
  transitionsLegal,
} from './life-invariants.ts';
import {
  convertedInTime,
  convertRight,
  groupsFormed,
  marketLife,
  oneWinner,
  payoutWhole,
  setsAllowed,
  tickSound,
} from './market-invariants.ts';
import { matchesBounded, takerArrives } from './matching-invariants.ts';
import { funded, payoutRight, redeemedOnce, solvent, totalsAdd, wholeNumbers } from './money-invariants.ts';
import { reversalFunded, reversalTrue } from './settlement-invariants.ts';
import { delayExact, endsForCause, expiresExactly, heartbeatExact, settlesInTime } from './time-invariants.ts';

/** Takes an answer; `wrong` is undefined where nothing is. */
export type Tell = (invariant: LogInvariantName, wrong: Wrong) => void;

/** Asks all who judge events of a kind. */
export const ASK: { readonly [Kind in EventKind]: (tell: Tell, facts: Facts, event: EventOf<Kind>) => void } = {
  'market-listed'(tell, facts, event) {
    tell('numbersFollow', numbersFollow(facts, event));
    tell('tickSound', tickSound(facts, event));
  },
  'wallet-opened'(tell, facts, event) {
    tell('numbersFollow', numbersFollow(facts, event));
  },
  deposited(tell, facts, event) {
    tell('partiesKnown', partiesKnown(facts, event));
    tell('wholeNumbers', wholeNumbers(facts, event));
  },
  split(tell, facts, event) {
    tell('partiesKnown', partiesKnown(facts, event));
    tell('setsAllowed', setsAllowed(facts, event));
    tell('solvent', solvent(facts, event));
    tell('wholeNumbers', wholeNumbers(facts, event));
  },
  merged(tell, facts, event) {
    tell('partiesKnown', partiesKnown(facts, event));
    tell('setsAllowed', setsAllowed(facts, event));
    tell('solvent', solvent(facts, event));
    tell('wholeNumbers', wholeNumbers(facts, event));
  },
  redeemed(tell, facts, event) {
    tell('partiesKnown', partiesKnown(facts, event));
    tell('payoutRight', payoutRight(facts, event));
    tell('redeemedOnce', redeemedOnce(facts, event));
    tell('wholeNumbers', wholeNumbers(facts, event));
  },
  'order-accepted'(tell, facts, event) {
    tell('delayedWhenMarketable', delayedWhenMarketable(facts, event));
    tell('funded', funded(facts, event));
    tell('levelsExact', levelsExact(facts, event));
    if (facts.isThorough) tell('neverTwice', neverTwice(facts, event));
    tell('numbersFollow', numbersFollow(facts, event));
    tell('partiesKnown', partiesKnown(facts, event));
    tell('postOnlyRests', postOnlyRests(facts, event));
    tell('selfTradeRefused', selfTradeRefused(facts, event));
    tell('takersCross', takersCross(facts, event));
    tell('termsKept', termsKept(facts, event));
    tell('tradingOpen', tradingOpen(facts, event));
    tell('wholeNumbers', wholeNumbers(facts, event));
  },
  trade(tell, facts, event) {
    tell('endedOnce', endedOnce(facts, event));
    tell('matchesBounded', matchesBounded(facts, event));
    tell('numbersFollow', numbersFollow(facts, event));
    tell('takerArrives', takerArrives(facts, event));
    tell('totalsAdd', totalsAdd(facts, event));
    tell('tradingOpen', tradingOpen(facts, event));
    tell('wholeNumbers', wholeNumbers(facts, event));
    tell('wholeOrNothing', wholeOrNothing(facts, event));
  },
  'trade-reversed'(tell, facts, event) {
    tell('reversalFunded', reversalFunded(facts, event));
    tell('reversalTrue', reversalTrue(facts, event));
  },
  'order-reduced'(tell, facts, event) {
    tell('endedOnce', endedOnce(facts, event));
    tell('reducedInPairs', reducedInPairs(facts, event));
    tell('wholeNumbers', wholeNumbers(facts, event));
  },
  'order-released'(tell, facts, event) {
    tell('delayExact', delayExact(facts, event));
    tell('endedOnce', endedOnce(facts, event));
    tell('levelsExact', levelsExact(facts, event));
    tell('tradingOpen', tradingOpen(facts, event));
    tell('transitionsLegal', transitionsLegal(facts, event));
  },
  'trade-status'(tell, facts, event) {
    tell('settlesInTime', settlesInTime(facts, event));
  },
  'order-closed'(tell, facts, event) {
    tell('endedOnce', endedOnce(facts, event));
    tell('endsForCause', endsForCause(facts, event));
    tell('endsInTurn', endsInTurn(facts, event));
    tell('expiresExactly', expiresExactly(facts, event));
    tell('ownMet', ownMet(facts, event));
    tell('remainderTrue', remainderTrue(facts, event));
    tell('stopsForAReason', stopsForAReason(facts, event));
    tell('transitionsLegal', transitionsLegal(facts, event));
    tell('wholeNumbers', wholeNumbers(facts, event));
  },
  'heartbeat-kept'() {},
  'heartbeat-lost'(tell, facts, event) {
    tell('heartbeatExact', heartbeatExact(facts, event));
  },
  'market-state'(tell, facts, event) {
    tell('marketLife', marketLife(facts, event));
    tell('partiesKnown', partiesKnown(facts, event));
  },
  'market-resolved'(tell, facts, event) {
    tell('marketLife', marketLife(facts, event));
    tell('oneWinner', oneWinner(facts, event));
    tell('partiesKnown', partiesKnown(facts, event));
    tell('payoutWhole', payoutWhole(facts, event));
  },
  'tick-changed'(tell, facts, event) {
    tell('partiesKnown', partiesKnown(facts, event));
    tell('tickSound', tickSound(facts, event));
  },
  'markets-grouped'(tell, facts, event) {
    tell('groupsFormed', groupsFormed(facts, event));
    tell('numbersFollow', numbersFollow(facts, event));
  },
  converted(tell, facts, event) {
    tell('convertRight', convertRight(facts, event));
    tell('convertedInTime', convertedInTime(facts, event));
    tell('partiesKnown', partiesKnown(facts, event));
    tell('solvent', solvent(facts, event));
    tell('wholeNumbers', wholeNumbers(facts, event));
  },
};
