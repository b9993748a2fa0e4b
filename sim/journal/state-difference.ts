/** sim/journal/state-difference: the different fields of two venues, among them facts that only their logs have. */
import type { Event } from '../../spec/venue/event.ts';
import type { Level } from '../core/depth.ts';
import type { Venue } from '../core/venue.ts';
import { differences, type FieldDifference } from './record.ts';

/** The different fields, in a fixed order. `common`: the number of events that both venues had when they were equal. */
export function stateDifferences(a: Venue, b: Venue, common: number): readonly FieldDifference[] {
  const named = new Set([a, b].flatMap(({ log }) => log.slice(common).map((event) => subjectOf(event).join())));
  return differences(stateOf(a, named), stateOf(b, named));
}

/** The kinds of objects of which only the log has some facts. An event is about the first that it names. */
const SUBJECTS = ['trade', 'order', 'key', 'wallet'] as const;

function subjectOf(event: Event) {
  const numbers: Readonly<Record<string, unknown>> = event;
  const kind = SUBJECTS.find((name) => name in numbers) ?? 'none';
  return [kind, Number(numbers[kind])] as const;
}

function stateOf(venue: Venue, named: ReadonlySet<string>): object {
  const facts = logFacts(venue.log, named);
  const byPrice = (levels: readonly Level[]) => Object.fromEntries(levels.map(({ price, size }) => [price, size]));
  const markets = all((market) => venue.market(market));
  return {
    clock: venue.now,
    nextDue: venue.nextDue(),
    treasury: venue.treasury(),
    trade: facts.trade,
    key: facts.key,
    market: markets.map((view, market) => ({
      ...view,
      supply: venue.supply(market),
      bid: byPrice(venue.bids(market, 0)),
      ask: byPrice(venue.asks(market, 0)),
    })),
    group: all((group) => venue.group(group)),
    // The views know the present better than the log.
    order: all((order) => venue.order(order)).map((view, order) => ({ ...facts.order[order], ...view })),
    wallet: facts.wallet.map((fact, wallet) => ({
      ...fact,
      cash: venue.cash(wallet),
      market: markets.map((_, market) => ({
        outcome: ([0, 1] as const).map((outcome) => venue.tokens(wallet, market, outcome)),
      })),
    })),
  };
}

/** All objects of a kind. */
function all<View extends object>(viewOf: (number: number) => View | undefined): View[] {
  const views: View[] = [];
  for (let view = viewOf(0); view !== undefined; view = viewOf(views.length)) views.push(view);
  return views;
}

/** The latest fields of the events about each named object, and the moment of its latest event of each kind. */
function logFacts(log: readonly Event[], named: ReadonlySet<string>) {
  const facts: Record<ReturnType<typeof subjectOf>[0], object[]> = {
    trade: [],
    order: [],
    key: [],
    wallet: [],
    none: [],
  };
  for (const event of log) {
    const { kind, at, ...fields } = event;
    const subject = subjectOf(event);
    const [of, number] = subject;
    if (kind !== 'wallet-opened' && !named.has(subject.join())) continue;
    facts[of][number] = { ...facts[of][number], ...(of !== 'wallet' && fields), [`${kind} at`]: at };
  }
  return facts;
}
