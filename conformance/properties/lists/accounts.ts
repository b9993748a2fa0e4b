/** conformance/properties/lists/accounts: builder trades and live orders (interface 4.5, 4.6). */
import { type JsonObject, textOrEmpty } from '../../../base/json.ts';
import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import type { CheckContext } from '../../check.ts';
import { NO_ADDRESS, NO_CONDITION, NO_ORDER, NO_TOKEN, NO_UUID } from '../../checks/assertions.ts';
import { calmWallet, farPlan, placeSound } from '../../checks/orders/plan.ts';
import { readLive, untilListed } from '../../checks/orders/wallet-reads.ts';
import { areCoarse, hasAsset, hasMaker, isStrictly, secondsIn, secondsOf } from '../../checks/trades/page.ts';
import { type Base, type FilterKind, fieldKind, type ListDefinition, type ListSpec } from './list-spec.ts';

/** A row with the value in its own field is kept, and one with a maker order of it may be. */
function sideKind(param: 'asset_id' | 'maker_address', unknown: string): FilterKind {
  return {
    ...fieldKind('builder-trades', param, param, unknown),
    meaning: (value) =>
      param === 'asset_id'
        ? { allows: hasAsset(value), demands: { asset_id: value } }
        : { allows: hasMaker(value), demands: { maker_address: { $caseless: value } } },
  };
}

/** Whole seconds at and beside a trade. */
function momentKind(param: 'before' | 'after'): FilterKind {
  return {
    param,
    clause: parameterClause('builder-trades', param, 'strict'),
    ofRow: (row) => secondsIn([row]).flatMap((second) => [second, second - 1, second + 1].map(String)),
    others: (rows) => {
      const seconds = secondsIn(rows);
      return [seconds[0], seconds.at(-1)].filter((second) => second !== undefined).map(String);
    },
    meaning: (value, _, rows) => {
      const bound = Number(value);
      const strict = { match_time: { $moment: { [param === 'before' ? '$lt' : '$gt']: bound * 1000 } } };
      // A trade that is shown in the second of the bound may have happened on either side.
      const demands = areCoarse(rows)
        ? { $all: [strict, { $not: isStrictly(param === 'before' ? 'after' : 'before', bound, rows) }] }
        : strict;
      return { allows: isStrictly(param, bound, rows), demands };
    },
  };
}

/** The trades that happened after, or before, a third of those that were read, whichever the list begins with. */
function sinceThird(base: Base, rows: readonly JsonObject[]): Base | undefined {
  const bound = rows[Math.floor(rows.length / 3)];
  const [first, last, second] = [rows[0], rows.at(-1), bound].map((row) => Math.floor(secondsOf(row ?? {})));
  if (first === undefined || last === undefined || !Number.isFinite(second) || first === last) return undefined;
  return { ...base, query: { ...base.query, [first > last ? 'after' : 'before']: String(second) } };
}

/** The market with most of the orders that were read. */
function inBusiest(base: Base, rows: readonly JsonObject[]): Base | undefined {
  const markets = [...Map.groupBy(rows, (row) => textOrEmpty(row, 'market'))];
  const [most] = markets.toSorted(([, left], [, right]) => right.length - left.length);
  return most === undefined ? undefined : { ...base, query: { ...base.query, market: most[0] } };
}

const WALLETS = 4;

const liveOrders = {
  id: 'live-orders',
  needs: [],
  key: 'id',
  once: 4,
  filters: [
    fieldKind('live-orders', 'id', 'id', NO_ORDER),
    fieldKind('live-orders', 'market', 'market', NO_CONDITION),
    fieldKind('live-orders', 'asset_id', 'assetId', NO_TOKEN),
  ],
  combine: '4.5/filters.combine',
  mayRefuseNothing: true,
  read: (context, { as }, query) => readLive(context, as ?? context.notTestable('no wallet', 'name one'), query),
  narrow: inBusiest,
} satisfies Partial<ListSpec>;

/** Orders that are placed where a list needs some. */
export const ORDERS = 8;

/** Rests orders of one wallet at the end of the books of both tokens of some markets. */
async function restOrders(context: CheckContext) {
  const wallet = calmWallet(context);
  const places = context.bindings.writeMarkets.flatMap((market) =>
    ([0, 1, 0] as const).map((outcome) => ({ market, outcome })),
  );
  const ids: string[] = [];
  for (const place of places.slice(0, ORDERS))
    ids.push((await placeSound(context, wallet, farPlan(context, { ...place, price: place.market.tick }))).id);
  await untilListed(context, wallet, ids);
}

export const accountLists: readonly ListDefinition[] = [
  {
    id: 'builder-trades',
    title: 'any request for builder trades returns rows of the whole list, filtered and cut',
    key: 'id',
    runs: 4,
    once: 4,
    filters: [
      fieldKind('builder-trades', 'id', 'id', NO_UUID),
      sideKind('maker_address', NO_ADDRESS),
      fieldKind('builder-trades', 'market', 'market', NO_CONDITION),
      sideKind('asset_id', NO_TOKEN),
      momentKind('before'),
      momentKind('after'),
    ],
    combine: '4.6/filters.combine',
    mayRefuseNothing: true,
    narrow: sinceThird,
  },
  {
    ...liveOrders,
    title: 'any request for live orders returns rows of the whole list, filtered and cut',
    runs: 3,
    bases: ({ wallets }) => wallets.slice(0, WALLETS).map((as) => ({ query: {}, as })),
  },
  {
    ...liveOrders,
    name: 'own-orders',
    title: 'any request for orders that the property has placed returns rows of the whole list, filtered and cut',
    needs: ['write-market', 'two-wallets'],
    prepare: restOrders,
    bases: (context) => [{ query: {}, as: calmWallet(context) }],
  },
];
