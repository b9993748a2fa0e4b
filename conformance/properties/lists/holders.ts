/**
 * conformance/properties/lists/holders: top holders of markets (interface 4.10): any markets, smallest balance and limit. The whole list has
 * every holder of two markets.
 */
import fc from 'fast-check';
import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { withoutNoise } from '../../../wire/pattern/closeness.ts';
import type { CheckContext, ClauseId, Exchange, Statement } from '../../check.ts';
import { success } from '../../checks/assertions.ts';
import { itemsOf, paramOf, sendGet } from '../../checks/requests.ts';
import { brief } from '../../checks/rows.ts';
import { canonicalJson } from '../../checks/steady.ts';
import { justAbove } from '../../checks/wallets/filters.ts';
import { EVERYBODY } from '../../checks/wallets/holder-groups.ts';
import { type OpenProperty, type Property, property } from '../property.ts';
import { atLeast } from './filter-kinds.ts';
import { type MarketHolders, topHolders } from './holder-model.ts';
import { judgeSteadily, type Request } from './judging.ts';
import { fits } from './model.ts';

/** A request: `markets` are places in the list of markets that were read. */
type Drawn = { readonly markets: readonly number[]; readonly minBalance?: string; readonly limit?: number };

/** All holders of some markets, in the order of their condition ids. */
type Whole = { readonly ids: readonly string[]; readonly markets: readonly MarketHolders[] };

const route = routeById('holders');
const LIMIT_MAX = paramOf(route, 'limit').max ?? 0;
const preset = (name: 'limit' | 'minBalance'): number => Number(paramOf(route, name).default);
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
async function readHolders(context: CheckContext, ids: readonly string[]): Promise<Whole | undefined> {
  const markets: MarketHolders[] = [];
  for (const market of ids) {
    const response = await sendGet(context, 'holders', { market, ...EVERYBODY });
    const groups = itemsOf(route, response).map((group) => ({
      token: textAt(group, 'token') ?? '',
      rows: objectsIn(listAt(group, 'holders')),
    }));
    if (!isSuccess(response) || groups.reduce((sum, { rows }) => sum + rows.length, 0) >= LIMIT_MAX) return undefined;
    markets.push(groups);
  }
  return { ids, markets };
}

function queryOf({ ids }: Whole, { markets, minBalance, limit }: Drawn): Query {
  return {
    market: markets.map((at) => ids[at] ?? '').join(','),
    ...(minBalance === undefined ? {} : { minBalance }),
    ...(limit === undefined ? {} : { limit: String(limit) }),
  };
}

function requestOf(context: CheckContext, whole: Whole, drawn: Drawn): Request {
  const query = queryOf(whole, drawn);
  return {
    send: () => sendGet(context, 'holders', query),
    statements: (of) => statementsOf(whole, drawn, of, `the query is ${brief(query)}`),
  };
}

function statementsOf(whole: Whole, drawn: Drawn, of: Exchange, because: string): readonly Statement[] {
  const { minBalance = String(preset('minBalance')), limit = preset('limit') } = drawn;
  const markets = drawn.markets.flatMap((at) => [whole.markets[at] ?? []]);
  const rows = markets.flat().flatMap((group) => group.rows);
  const least = atLeast('amount', Number(minBalance));
  const balance = drawn.minBalance === undefined ? '4.10/minBalance.default' : '4.10/minBalance.filter';
  const cut = drawn.limit === undefined ? '4.10/limit.default' : '4.10/limit.cut';
  const body = (clauses: ClauseId, pattern: unknown): Statement => ({ clauses, of, must: { body: pattern }, because });
  const everyGroup = (clauses: ClauseId, holders: unknown): Statement => body(clauses, { $every: { holders } });
  const kept = rows.filter((row) => fits(least.allows, row));
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
  const most = counts.reduce((largest, count) => Math.max(largest, count), 1);
  const absent = fc.constant(undefined);
  return fc
    .record({
      markets: fc.shuffledSubarray(places, { minLength: 1 }),
      minBalance: fc.oneof({ withCrossShrink: true }, absent, fc.constantFrom(...balancesOf(whole))),
      limit: fc.oneof(
        { withCrossShrink: true },
        absent,
        fc.integer({ min: 1, max: most + 1 }),
        fc.constantFrom(0, LIMIT_MAX),
      ),
    })
    .map(({ markets, minBalance, limit }) => ({
      markets,
      ...(minBalance === undefined ? {} : { minBalance }),
      ...(limit === undefined ? {} : { limit }),
    }));
}

const SPACE = [1, 2].flatMap((markets) =>
  ['any balance', 'minBalance'].flatMap((balance) =>
    ['not limited', 'limited'].map((limit) => `${markets} markets, ${balance}, ${limit}`),
  ),
);

function featuresOf({ markets, minBalance, limit }: Drawn): readonly string[] {
  const balance = minBalance === undefined ? 'any balance' : 'minBalance';
  return [`${markets.length} markets, ${balance}, ${limit === undefined ? 'not limited' : 'limited'}`];
}

/** Smaller requests that are judged first: see list-property. */
function partsOf(drawn: Drawn): readonly [...Drawn[], Drawn] {
  const { markets, minBalance, limit } = drawn;
  const isJoint = minBalance !== undefined && limit !== undefined;
  const single = markets.length > 1 ? markets.map((at): Drawn => ({ ...drawn, markets: [at] })) : [];
  const parts: readonly Drawn[] = isJoint
    ? [
        { markets, minBalance },
        { markets, limit },
      ]
    : [];
  return [...single, ...parts, drawn];
}

async function open(context: CheckContext): Promise<OpenProperty<Drawn>> {
  const whole = await readHolders(context, context.bindings.heldMarkets.slice(0, MARKETS));
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
        read: () => readHolders(trial, whole.ids),
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
  capability: 'wallet',
  safety: 'read',
  needs: ['held-market'],
  cost: { once: { holders: MARKETS }, perCase: { holders: 1 } },
  runs: 3,
  open,
});
