/** conformance/properties/lists/holders: top holders (interface 4.10), of all holders of two markets. */
import { routeById } from '../../../spec/routes.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { matches } from '../../../wire/pattern/match.ts';
import type { CheckContext, ClauseId, Exchange, Statement } from '../../check.ts';
import { success } from '../../checks/assertions.ts';
import { paramOf, sendGet } from '../../checks/requests.ts';
import { brief } from '../../checks/rows.ts';
import { canonicalJson } from '../../checks/steady.ts';
import { EVERYBODY, readHolders } from '../../checks/wallets/holder-groups.ts';
import { type OpenProperty, type Property, property } from '../property.ts';
import { atLeast } from './filter-kinds.ts';
import { arbitraryOf, type Drawn, featuresOf, LIMIT_MAX, partsOf, SPACE, type Whole } from './holder-draw.ts';
import { type MarketHolders, topHolders } from './holder-model.ts';
import { judgeSteadily, type Request } from './judging.ts';

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
  const query: Query = {
    market: markets.map((at) => whole.ids[at] ?? '').join(','),
    ...(minBalance === undefined ? {} : { minBalance }),
    ...(limit === undefined ? {} : { limit: String(limit) }),
  };
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
