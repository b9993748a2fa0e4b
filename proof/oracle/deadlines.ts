/** proof/oracle/deadlines: which of the things promised for later still stand, and which should have happened by now. */
import type { Event } from '../../sim/core/event.ts';
import { type Deadline, earliest } from './agenda.ts';
import type { Facts } from './facts.ts';

/** Whether what was promised has neither happened nor been called off. */
export function isPending(facts: Facts, { at, kind, of }: Deadline): boolean {
  switch (kind) {
    case 'expire':
      return facts.orders.has(of);
    case 'release':
      return facts.orders.get(of)?.stage === 'delayed';
    case 'beat':
      return facts.beats.get(of) === at;
    default: {
      const trade = facts.trades.get(of);
      return trade?.due === kind && trade.dueAt === at;
    }
  }
}

/** What comes next by itself. */
export function nextDeadline(facts: Facts): Deadline | undefined {
  return earliest(facts.agenda, (promised) => isPending(facts, promised));
}

/** What should have happened before the present event: at one moment, what is due goes before what is asked. */
export function overdueAt(facts: Facts, next: Event): Deadline | undefined {
  const { at } = facts.present;
  if (at === undefined || facts.agenda.soonest > at) return undefined;
  const due = nextDeadline(facts);
  if (due === undefined || due.at > at) return undefined;
  return due.at < at || isCommanded(next) ? due : undefined;
}

/** Whether an event can only come of a command, not of time passing. */
function isCommanded(event: Event): boolean {
  switch (event.kind) {
    case 'order-closed':
      return event.reason === 'cancelled';
    case 'order-released':
    case 'order-reduced':
    case 'trade':
    case 'trade-status':
    case 'heartbeat-lost':
      return false;
    default:
      return true;
  }
}
