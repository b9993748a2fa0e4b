/**
 * sim/core/oracle/invariants: the auditor. It reads only the event log and judges each event by what came before; each
 * invariant is a function with a name, and a finding says which one broke, at which event and how.
 */
import type { Event } from '../event.ts';
import { type Facts, type LogInvariant, learn, newFacts } from './facts.ts';
import {
  endedOnce,
  immediateEnds,
  neverTwice,
  remainderTrue,
  rolesKept,
  termsKept,
  tradingOpen,
  wholeOrNothing,
} from './life-invariants.ts';
import {
  limitKept,
  makerPrice,
  noOverfill,
  noSelfTrade,
  partiesTrue,
  pricePriority,
  sidesFit,
  stopsForAReason,
  timePriority,
} from './matching-invariants.ts';
import { feeRight, funded, payoutRight, roundedOnce, solvent, totalsAdd } from './money-invariants.ts';
import {
  closingEnds,
  delayExact,
  expiresExactly,
  heartbeatCancels,
  heartbeatExact,
  settlesInTime,
  timeForward,
} from './time-invariants.ts';

export type Finding = { readonly invariant: string; readonly event: number; readonly message: string };

export const LOG_INVARIANTS = {
  closingEnds,
  delayExact,
  endedOnce,
  expiresExactly,
  feeRight,
  funded,
  heartbeatCancels,
  heartbeatExact,
  immediateEnds,
  limitKept,
  makerPrice,
  neverTwice,
  noOverfill,
  noSelfTrade,
  partiesTrue,
  payoutRight,
  pricePriority,
  remainderTrue,
  rolesKept,
  roundedOnce,
  settlesInTime,
  sidesFit,
  solvent,
  stopsForAReason,
  termsKept,
  timeForward,
  timePriority,
  totalsAdd,
  tradingOpen,
  wholeOrNothing,
} as const satisfies Readonly<Record<string, LogInvariant>>;

export type LogInvariantName = keyof typeof LOG_INVARIANTS;

/** Judges a whole log. The facts after its last event are returned for the invariants of the state. */
export function audit(log: readonly Event[]): { readonly findings: readonly Finding[]; readonly facts: Facts } {
  const facts = newFacts();
  const findings: Finding[] = [];
  log.forEach((event, index) => {
    for (const [invariant, judge] of Object.entries(LOG_INVARIANTS)) {
      const message = judge(facts, event);
      if (message !== undefined) findings.push({ invariant, event: index, message });
    }
    learn(facts, event);
  });
  return { findings, facts };
}
