/**
 * sim/journal/state-difference: the different fields of two venues, among the objects that given events and commands touch. If the
 * venues were equal before those events, these are all fields that can differ, including facts that only the logs have.
 */
import type { Level } from '../core/depth.ts';
import type { Venue } from '../core/venue.ts';
import { logFacts } from './log-facts.ts';
import type { Touched } from './touched.ts';

type Scalar = string | number | boolean | null;
type Subject = readonly [name: string, value: unknown];
export type FieldDifference = { readonly field: string; readonly a: Scalar; readonly b: Scalar };

/** The different fields in a fixed order: clock, treasury, markets with their books, groups, orders, wallets, trades, keys. */
export function stateDifferences(a: Venue, b: Venue, touched: Touched): readonly FieldDifference[] {
  const right = subjectsOf(b, touched);
  return subjectsOf(a, touched).flatMap(([subject, value], index) => {
    const [ours, theirs] = [fieldsOf(subject, value), fieldsOf(subject, right[index]?.[1])];
    return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((field) => {
      const [one, other] = [ours.get(field) ?? null, theirs.get(field) ?? null];
      return one === other ? [] : [{ field, a: one, b: other }];
    });
  });
}

/** Names and values. The names and their order are the same for both venues. */
function subjectsOf(venue: Venue, touched: Touched): readonly Subject[] {
  const { groups, orders, wallets, trades, keys } = touched;
  const facts = logFacts(venue, touched);
  const markets = ascending(touched.markets);
  return [
    ['clock', venue.now],
    ['nextDue', venue.nextDue()],
    ['treasury', venue.treasury()],
    ...markets.flatMap((market) => marketSubjects(venue, market)),
    ...ascending(groups).map((group) => [`group ${group}`, venue.group(group)] as const),
    ...ascending(orders).map(
      (order) => [`order ${order}`, { ...venue.order(order), ...facts.orders.get(order) }] as const,
    ),
    ...ascending(wallets).flatMap((wallet) => [
      [`wallet ${wallet}`, facts.wallets.get(wallet)] as const,
      [`wallet ${wallet} cash`, venue.cash(wallet)] as const,
      ...markets.flatMap((market) => tokenSubjects(venue, wallet, market)),
    ]),
    ...ascending(trades).map((trade) => [`trade ${trade}`, facts.trades.get(trade)] as const),
    ...ascending(keys).map((key) => [`key ${key}`, facts.keys.get(key)] as const),
  ];
}

function marketSubjects(venue: Venue, market: number): readonly Subject[] {
  return [
    [`market ${market}`, venue.market(market)],
    [`market ${market} supply`, venue.supply(market)],
    [`market ${market} bid`, byPrice(venue.bids(market, 0))],
    [`market ${market} ask`, byPrice(venue.asks(market, 0))],
  ];
}

function tokenSubjects(venue: Venue, wallet: number, market: number): readonly Subject[] {
  const name = `wallet ${wallet} market ${market} outcome`;
  return ([0, 1] as const).map((outcome) => [`${name} ${outcome}`, venue.tokens(wallet, market, outcome)]);
}

/** The numbers, texts and flags in a value, by the names that lead to them. */
function fieldsOf(name: string, value: unknown, fields = new Map<string, Scalar>()): ReadonlyMap<string, Scalar> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) fieldsOf(`${name} ${key}`, inner, fields);
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    fields.set(name, value);
  }
  return fields;
}

function byPrice(levels: readonly Level[]): Record<string, number> {
  return Object.fromEntries(levels.map(({ price, size }) => [price, size]));
}

function ascending(numbers: ReadonlySet<number>): readonly number[] {
  return [...numbers].sort((a, b) => a - b);
}
