/**
 * sim/journal/state-difference: the different fields of two venues, among the objects that given events and commands
 * name, including facts that only the logs have. Of venues that were equal before, no other fields can differ.
 */
import type { Event } from '../../spec/venue/event.ts';
import type { Level } from '../core/depth.ts';
import type { Venue } from '../core/venue.ts';
import { type Action, differences, type FieldDifference, type Scalar } from './record.ts';

/** Kinds of objects. A field of this name in an event, a command or a view has the number of such an object. */
const KINDS = ['market', 'group', 'order', 'wallet', 'trade', 'key'] as const;
type Kind = (typeof KINDS)[number];
type Touched = Readonly<Record<Kind, Set<number>>>;

/** Other fields with such numbers. */
const OTHER_NAMES: Readonly<Record<string, Kind>> = {
  markets: 'market',
  others: 'market',
  takerOrder: 'order',
  to: 'wallet',
};

/** The different fields, in a fixed order. `things`: what happened in either venue since both were equal. */
export function stateDifferences(a: Venue, b: Venue, things: readonly (Event | Action)[]): readonly FieldDifference[] {
  const touched = touchedBy(things, [a, b]);
  return differences(fieldsOf(stateOf(a, touched)), fieldsOf(stateOf(b, touched)));
}

/** Everything that is named, the markets and owners of the orders among it, and the groups of the markets. */
function touchedBy(things: readonly (Event | Action)[], venues: readonly Venue[]): Touched {
  const touched = Object.fromEntries(KINDS.map((kind) => [kind, new Set()])) as Touched;
  const kindOf = (field: string) => KINDS.find((kind) => kind === field) ?? OTHER_NAMES[field];
  const collect = (value: unknown, kind?: Kind): void => {
    if (typeof value === 'number' && kind !== undefined) touched[kind].add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? kind : kindOf(key));
  };
  collect(things);
  for (const venue of venues) {
    for (const order of touched.order) collect(venue.order(order));
    for (const market of touched.market) collect(venue.market(market));
  }
  return touched;
}

/** The touched part of a venue as one value. Facts of the log come first: the views know the present better. */
function stateOf(venue: Venue, touched: Touched): object {
  const each = <Value>(kind: Kind, view: (number: number) => Value): Record<string, Value> =>
    Object.fromEntries([...touched[kind]].map((number) => [number, view(number)]));
  const byPrice = (levels: readonly Level[]) => Object.fromEntries(levels.map(({ price, size }) => [price, size]));
  return {
    ...logFacts(venue, touched),
    clock: venue.now,
    nextDue: venue.nextDue(),
    treasury: venue.treasury(),
    market: each('market', (market) => ({
      ...venue.market(market),
      supply: venue.supply(market),
      bid: byPrice(venue.bids(market, 0)),
      ask: byPrice(venue.asks(market, 0)),
    })),
    group: each('group', (group) => venue.group(group)),
    order: each('order', (order) => venue.order(order)),
    wallet: each('wallet', (wallet) => ({
      cash: venue.cash(wallet),
      market: each('market', (market) => ({
        outcome: ([0, 1] as const).map((outcome) => venue.tokens(wallet, market, outcome)),
      })),
    })),
  };
}

/** The numbers, texts and flags in a value, by the names that lead to them. */
function fieldsOf(value: unknown, name = '', fields: Record<string, Scalar> = {}): Record<string, Scalar> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) fieldsOf(inner, name === '' ? key : `${name} ${key}`, fields);
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') fields[name] = value;
  return fields;
}

/** The kinds of objects that an event can be about. Of several that it names, the first. */
const SUBJECTS = ['trade', 'order', 'key', 'wallet'] as const;

/** The latest fields of the events about each object, and the moment of its latest event of each kind. */
function logFacts(venue: Venue, touched: Touched): Record<string, object> {
  const facts: Record<string, object> = {};
  for (const { kind, at, ...fields } of venue.log) {
    const numbers: Readonly<Record<string, unknown>> = fields;
    const subject = SUBJECTS.find((name) => name in numbers);
    if (subject === undefined || !touched[subject].has(Number(numbers[subject]))) continue;
    const name = `${subject} ${numbers[subject]}`;
    facts[name] = { ...facts[name], ...(subject !== 'wallet' && fields), [`${kind} at`]: at };
  }
  return facts;
}
