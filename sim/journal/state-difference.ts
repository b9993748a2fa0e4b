/**
 * sim/journal/state-difference: the fields in which two exchanges differ, among all that some events and commands touch. Where the
 * exchanges were equal before those events, that is every field in which they can differ.
 */
import type { Level } from '../core/depth.ts';
import type { Event } from '../core/event.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Deed } from './record.ts';

type Scalar = string | number | boolean | null;
export type FieldDifference = { readonly field: string; readonly a: Scalar; readonly b: Scalar };

/** What events and commands speak of, by number. */
export type Touched = { readonly orders: Set<number>; readonly wallets: Set<number>; readonly markets: Set<number> };

const KEYS: Readonly<Record<string, keyof Touched>> = {
  order: 'orders',
  takerOrder: 'orders',
  wallet: 'wallets',
  takerWallet: 'wallets',
  market: 'markets',
  markets: 'markets',
  others: 'markets',
};

/** Everything the events and commands name, and the markets and owners of the orders among it. */
export function touchedBy(things: readonly (Event | Deed)[], exchanges: readonly Exchange[]): Touched {
  const touched: Touched = { orders: new Set(), wallets: new Set(), markets: new Set() };
  const collect = (value: unknown, kind: keyof Touched | undefined): void => {
    if (typeof value === 'number' && kind !== undefined) touched[kind].add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? kind : KEYS[key]);
  };
  for (const thing of things) collect(thing, undefined);
  for (const number of touched.orders) {
    for (const exchange of exchanges) {
      const order = exchange.order(number);
      if (order === undefined) continue;
      touched.wallets.add(order.wallet);
      touched.markets.add(order.market);
    }
  }
  return touched;
}

/** Where two exchanges differ, in a fixed order: treasury, markets with their books, orders, wallets. */
export function stateDifferences(a: Exchange, b: Exchange, touched: Touched): readonly FieldDifference[] {
  const right = subjectsOf(b, touched);
  return subjectsOf(a, touched).flatMap(([subject, value], index) => {
    const [ours, theirs] = [fieldsOf(subject, value), fieldsOf(subject, right[index]?.[1])];
    return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((field) => {
      const [one, other] = [ours.get(field) ?? null, theirs.get(field) ?? null];
      return one === other ? [] : [{ field, a: one, b: other }];
    });
  });
}

/** Names and values; the same names in the same order, whatever the exchange. */
function subjectsOf(
  exchange: Exchange,
  { orders, wallets, markets }: Touched,
): readonly (readonly [string, unknown])[] {
  return [
    ['clock', exchange.now],
    ['treasury', exchange.treasury()],
    ...ascending(markets).flatMap((market) => [
      [`market ${market}`, exchange.market(market)] as const,
      [`market ${market} supply`, exchange.supply(market)] as const,
      [`market ${market} bid`, byPrice(exchange.bids(market, 0))] as const,
      [`market ${market} ask`, byPrice(exchange.asks(market, 0))] as const,
    ]),
    ...ascending(orders).map((order) => [`order ${order}`, exchange.order(order)] as const),
    ...ascending(wallets).flatMap((wallet) => [
      [`wallet ${wallet} cash`, exchange.cash(wallet)] as const,
      ...ascending(markets).flatMap((market) =>
        ([0, 1] as const).map(
          (outcome) =>
            [`wallet ${wallet} market ${market} outcome ${outcome}`, exchange.tokens(wallet, market, outcome)] as const,
        ),
      ),
    ]),
  ];
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
