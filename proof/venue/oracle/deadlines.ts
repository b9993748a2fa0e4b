/** proof/venue/oracle/deadlines: which deadlines are pending, and which are overdue. */
import type { Event } from '../../../spec/venue/event.ts';
import { type Deadline, earliest } from './agenda.ts';
import type { Facts } from './facts.ts';

/** Whether the deadline was neither met nor cancelled. */
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

export function nextDeadline(facts: Facts): Deadline | undefined {
  return earliest(facts.agenda, (promised) => isPending(facts, promised));
}

/** The deadline due before the present event: due work comes before commands of the same moment. */
export function overdueAt(facts: Facts, next: Event): Deadline | undefined {
  const { at } = facts.present;
  if (at === undefined || facts.agenda.soonest > at) return undefined;
  const due = nextDeadline(facts);
  if (due === undefined || due.at > at) return undefined;
  return due.at < at || isCommanded(next) ? due : undefined;
}

/** Whether only a command can cause the event, not the clock. */
function isCommanded(event: Event) {
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
