/** conformance/properties/lists/holders: top holders (interface 4.10), of all holders of two markets. */

import fc from 'fast-check';
import { type JsonObject, numberAt } from '../../../base/json.ts';
import { omitUndefined } from '../../../base/record.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { isClose, withoutNoise } from '../../../wire/pattern/closeness.ts';
import { matches } from '../../../wire/pattern/match.ts';
import type { CheckContext, ClauseId, Exchange, Statement } from '../../check.ts';
import { brief, success } from '../../checks/assertions.ts';
import { paramOf, sendGet } from '../../checks/definition.ts';
import { canonicalJson } from '../../checks/steady.ts';
import { containsEach, EVERYBODY, readHolders } from '../../checks/wallets/page.ts';
import { justAbove } from '../../checks/wallets/position-filters.ts';
import { type OpenProperty, type Property, property } from '../property.ts';
import { judgeSteadily, type Request } from './judging.ts';
import { atLeast } from './list-spec.ts';
import { type Meaning, marksOf, rankings, sift } from './model.ts';

/** The holders of each token of one market. */
type MarketHolders = readonly { readonly token: string; readonly rows: readonly JsonObject[] }[];

const BY_AMOUNT = { by: '/amount', order: 'desc' } as const;

/** The pattern of the groups of these markets; undefined if a balance is too near the bound to decide. */
function topHolders(markets: readonly MarketHolders[], least: Meaning, limit: number): JsonObject | undefined {
  let isOpen = false;
  const kept = markets.map((groups) =>
    groups.map(({ token, rows }) => {
      const sifted = sift(rows.length, [marksOf(rows, least)]);
      isOpen ||= sifted.open.length > 0;
      return { token, rows: rows.filter((_, index) => sifted.kept.includes(index)) };
    }),
  );
  if (isOpen) return undefined;
  const ofMarkets = kept.flatMap((groups) => {
    const all = groups.flatMap(({ rows }) => rows);
    return groups.map(({ token, rows }) => groupPattern(token, rows, countsAmong(rows, all, limit)));
  });
  const ofTokens = kept.flat().map(({ token, rows }) => groupPattern(token, rows, [limit, limit]));
  const readings = [ofMarkets, ofTokens].map((groups) => ({
    $all: [
      groups.length === 0 ? { $length: 0 } : { $every: { $any: groups.map(({ pattern }) => pattern) } },
      containsEach(groups.filter(({ isHeld }) => isHeld).map(({ pattern }) => pattern)),
    ],
  }));
  return { $any: readings };
}

/** The fewest and the most of these rows among the first of all rows of a market. Equal amounts are in any order. */
function countsAmong(rows: readonly JsonObject[], all: readonly JsonObject[], limit: number): [number, number] {
  if (limit === 0) return [0, 0];
  const last = all.map(amountOf).sort((left, right) => right - left)[limit - 1];
  if (last === undefined) return [rows.length, rows.length];
  const above = (some: readonly JsonObject[]) =>
    some.filter((row) => amountOf(row) > last && !isClose(amountOf(row), last)).length;
  const tied = (some: readonly JsonObject[]) => some.filter((row) => isClose(amountOf(row), last)).length;
  const places = limit - above(all);
  const fewest = Math.max(0, places - (tied(all) - tied(rows)));
  return [above(rows) + fewest, above(rows) + Math.min(tied(rows), places)];
}

function groupPattern(token: string, rows: readonly JsonObject[], [fewest, most]: readonly [number, number]) {
  const [ranking = []] = rankings(rows, [...rows.keys()], BY_AMOUNT);
  const places = ranking.map((tie) => ({ proxyWallet: { $in: tie.map((index) => rows[index]?.['proxyWallet']) } }));
  const [from, to] = [Math.min(fewest, places.length), Math.min(most, places.length)];
  const lists = Array.from({ length: to - from + 1 }, (_, more) => places.slice(0, from + more));
  return { pattern: { token, holders: lists.length === 1 ? lists[0] : { $any: lists } }, isHeld: from > 0 };
}

const amountOf = (row: JsonObject) => numberAt(row, 'amount') ?? 0;

/** A request: `markets` are places in the list of markets that were read. */
type Drawn = {
  readonly markets: readonly number[];
  readonly minBalance: string | undefined;
  readonly limit: number | undefined;
};

/** All holders of some markets, in the order of their condition ids. */
type Whole = { readonly ids: readonly string[]; readonly markets: readonly MarketHolders[] };

/** The most holders of a market that one response can show. */
const LIMIT_MAX = paramOf(routeById('holders'), 'limit').max ?? 0;

/** Bounds at the balances of some holders, above them, and beyond all of them. */
function balancesOf({ markets }: Whole): readonly string[] {
  const amounts = markets.flat().flatMap(({ rows }) => rows.map((row) => withoutNoise(numberAt(row, 'amount') ?? 0)));
  const bounds = amounts.flatMap((amount) => [amount, justAbove(amount)]);
  const texts = [0, 0.5, 1, ...bounds, 1_000_000_000].map(String);
  return [...new Set(texts)].filter((text) => /^[\d.]+$/.test(text));
}

function arbitraryOf(whole: Whole): fc.Arbitrary<Drawn> {
  const places = whole.ids.map((_, at) => at);
  const counts = whole.markets.map((groups) => groups.reduce((sum, { rows }) => sum + rows.length, 0));
  const shrinking = { withCrossShrink: true };
  const absent = fc.constant(undefined);
  const limits = [fc.integer({ min: 1, max: Math.max(1, ...counts) + 1 }), fc.constantFrom(0, LIMIT_MAX)];
  return fc.record({
    markets: fc.shuffledSubarray(places, { minLength: 1 }),
    minBalance: fc.oneof(shrinking, absent, fc.constantFrom(...balancesOf(whole))),
    limit: fc.oneof(shrinking, absent, ...limits),
  });
}

const featureOf = (markets: number, hasBalance: boolean, hasLimit: boolean) =>
  `${markets} markets, ${hasBalance ? 'minBalance' : 'any balance'}, ${hasLimit ? 'limited' : 'not limited'}`;

const SPACE = [1, 2].flatMap((markets) =>
  [false, true].flatMap((balance) => [false, true].map((limit) => featureOf(markets, balance, limit))),
);

function featuresOf({ markets, minBalance, limit }: Drawn): readonly string[] {
  return [featureOf(markets.length, minBalance !== undefined, limit !== undefined)];
}

/** Smaller requests that are judged first: see list-property. */
function partsOf(drawn: Drawn): readonly [...Drawn[], Drawn] {
  const { markets, minBalance, limit } = drawn;
  const isJoint = minBalance !== undefined && limit !== undefined;
  const single = markets.length > 1 ? markets.map((at) => ({ ...drawn, markets: [at] })) : [];
  const parts = isJoint
    ? [
        { ...drawn, limit: undefined },
        { ...drawn, minBalance: undefined },
      ]
    : [];
  return [...single, ...parts, drawn];
}

const preset = (name: 'limit' | 'minBalance') => paramOf(routeById('holders'), name).default;
const MARKETS = 2;

const CLAUSES = [
  '4.10/response.status',
  '4.10/market.groups',
  '4.10/minBalance.filter',
  '4.10/minBalance.default',
  '4.10/limit.cut',
  '4.10/limit.default',
  '4.10/limit.per-market',
  '4.10/ranked',
] as const satisfies readonly ClauseId[];

/** Reads every holder; undefined if a market has more than one response can show. */
async function readWhole(context: CheckContext, ids: readonly string[]): Promise<Whole | undefined> {
  const markets: MarketHolders[] = [];
  for (const market of ids) {
    const { response, groups } = await readHolders(context, [market], EVERYBODY);
    const count = groups.reduce((sum, { holders }) => sum + holders.length, 0);
    if (!isSuccess(response) || count >= LIMIT_MAX) return undefined;
    markets.push(groups.map(({ token, holders: rows }) => ({ token, rows })));
  }
  return { ids, markets };
}

function requestOf(context: CheckContext, whole: Whole, drawn: Drawn): Request {
  const { markets, minBalance, limit } = drawn;
  const market = markets.map((at) => whole.ids[at] ?? '').join(',');
  const query: Query = omitUndefined({ market, minBalance, limit: limit?.toString() });
  return {
    send: () => sendGet(context, 'holders', query),
    statements: (of) => statementsOf(whole, drawn, of, `the query is ${brief(query)}`),
  };
}

function statementsOf(whole: Whole, drawn: Drawn, of: Exchange, because: string): readonly Statement[] {
  const { minBalance = preset('minBalance'), limit = Number(preset('limit')) } = drawn;
  const markets = drawn.markets.flatMap((at) => [whole.markets[at] ?? []]);
  const rows = markets.flat().flatMap((group) => group.rows);
  const least = atLeast('amount', Number(minBalance));
  const balance = drawn.minBalance === undefined ? '4.10/minBalance.default' : '4.10/minBalance.filter';
  const cut = drawn.limit === undefined ? '4.10/limit.default' : '4.10/limit.cut';
  const body = (clauses: ClauseId, pattern: unknown): Statement => ({ clauses, of, must: { body: pattern }, because });
  const everyGroup = (clauses: ClauseId, holders: unknown): Statement => body(clauses, { $every: { holders } });
  const kept = rows.filter((row) => matches(least.allows, row));
  const isCut = kept.length > limit;
  const top = topHolders(markets, least, limit);
  const tokens = markets.flat().map(({ token }) => token);
  return [
    success('4.10/response.status', of, because),
    body('4.10/market.groups', { $all: [{ $every: { token: { $in: ['', ...tokens] } } }, { $unique: '/token' }] }),
    ...(kept.length < rows.length ? [everyGroup(balance, { $every: least.allows })] : []),
    everyGroup(cut, { $length: { $lte: limit } }),
    ...(kept.length > 1 && limit > 1 ? [everyGroup('4.10/ranked', { $sorted: { by: '/amount', order: 'desc' } })] : []),
    ...(top === undefined
      ? []
      : [body(isCut ? '4.10/limit.per-market' : kept.length < rows.length ? balance : '4.10/market.groups', top)]),
  ];
}

async function open(context: CheckContext): Promise<OpenProperty<Drawn>> {
  const whole = await readWhole(context, context.bindings.heldMarkets.slice(0, MARKETS));
  if (whole === undefined)
    return context.notTestable(
      `the first markets have more than ${LIMIT_MAX} holders, or their holders cannot be read`,
      'name markets with fewer holders in the target file',
    );
  let latest = whole;
  return {
    arbitrary: arbitraryOf(whole),
    space: SPACE,
    features: featuresOf,
    judge: async (trial, drawn) => {
      latest = await judgeSteadily(trial, {
        view: 'holders',
        known: latest,
        read: () => readWhole(trial, whole.ids),
        state: ({ markets }) => canonicalJson(markets),
        parts: partsOf(drawn),
        request: (part, known) => requestOf(trial, known, part),
      });
    },
  };
}

export const holdersProperty: Property = property<Drawn>({
  id: 'lists.holders',
  title: 'any request for holders returns the largest holders of its markets, as all holders show them',
  clauses: CLAUSES,
  route: 'holders',
  cost: { once: { holders: MARKETS }, perCase: { holders: 1 } },
  runs: 3,
  open,
});
