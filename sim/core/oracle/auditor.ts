/**
 * sim/core/oracle/auditor: the auditor that follows a run as it happens. It reads the event log alone, one event after
 * the other, and knows nothing of the engine; the invariants of the state it judges when it is asked to.
 */
import type { Event } from '../event.ts';
import type { Exchange } from '../exchange.ts';
import { DOCUMENT_RULES, type VenueRules } from '../rules.ts';
import { learn, newFacts } from './facts.ts';
import { type Finding, LOG_INVARIANTS } from './invariants.ts';
import { STATE_INVARIANTS } from './state-invariants.ts';

/** `light` leaves out what costs most; `full` judges everything. */
export type AuditLevel = 'light' | 'full';

export type Auditor = {
  /** Judges the next event of the log and takes it in. */
  take(event: Event): void;
  /** What is wrong so far; grows. */
  readonly findings: readonly Finding[];
  /** Judges the exchange between two commands; all events of its log must have been taken. */
  judgeState(exchange: Exchange): void;
};

/** An auditor at the beginning of a log; `rules` are the waits and the self-trade mode the venue has. */
export function createAuditor(_rules: VenueRules = DOCUMENT_RULES, _level: AuditLevel = 'full'): Auditor {
  const facts = newFacts();
  const findings: Finding[] = [];
  return {
    take(event) {
      for (const [invariant, judge] of Object.entries(LOG_INVARIANTS)) {
        const message = judge(facts, event);
        if (message !== undefined) findings.push({ invariant, event: facts.events, message });
      }
      learn(facts, event);
    },
    findings,
    judgeState(exchange) {
      for (const [invariant, judge] of Object.entries(STATE_INVARIANTS)) {
        const message = judge(exchange, facts);
        if (message !== undefined) findings.push({ invariant, event: facts.events, message });
      }
    },
  };
}
