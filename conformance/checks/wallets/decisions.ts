/** conformance/checks/wallets/decisions: order, values, flags and digits of wallet data that only decisions define. */

import { flagAt, type JsonObject, listAt, numberAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { entriesOf, keysOf } from '../../../base/record.ts';
import type { Route } from '../../../spec/route.ts';
import { ROUTES, routeById } from '../../../spec/routes.ts';
import { get } from '../../../wire/message.ts';
import { type Check, type CheckContext, SameAs } from '../../check.ts';
import {
  bodyLike,
  emptyList,
  everyRow,
  fieldLike,
  isNear,
  judgeRows,
  NO_CONDITION,
  refusal,
  refusalOf,
  rowFault,
  sameJsonAs,
  textsOf,
} from '../assertions.ts';
import {
  check,
  claimCheck,
  itemsOf,
  namesFor,
  paramOf,
  requiredQuery,
  sendGet,
  sendPath,
  sendSample,
} from '../definition.ts';
import { readTogether, sameJson } from '../steady.ts';
import { readHolders, rowsOf } from './page.ts';

const activityRoute = routeById('activity');

const activityCheck = check('activity', 'list', {
  title: 'entries are sorted newest first, 100 by default; bounds start at 0',
  clauses: [
    'D/activity-list.newest-first',
    'D/activity-list.limit.default',
    'D/activity-list.limit.min',
    'D/activity-list.offset.min',
  ],
  kind: 'ordering',
  cost: { activity: 5 },
  async run(context) {
    const { response, rows } = await rowsOf(context, 'activity');
    const body = { $sorted: { by: '/timestamp', order: 'desc' } };
    context.judge(bodyLike('D/activity-list.newest-first', response, body));
    const silent = await sendSample(context, activityRoute);
    const length = { $length: Math.min(rows.length, 100) };
    context.judge(bodyLike('D/activity-list.limit.default', silent, length));
    context.judge(emptyList('D/activity-list.limit.min', await sendSample(context, activityRoute, { limit: '0' })));
    const below = await sendSample(context, activityRoute, { limit: '-1' });
    context.judge(refusal('D/activity-list.limit.min', below, 'a limit is 0 or more'));
    const negative = await sendSample(context, activityRoute, { offset: '-1' });
    context.judge(refusal('D/activity-list.offset.min', negative, 'an offset is 0 or more'));
  },
});

const holdersCheck = check('holders', 'list', {
  title: 'limit counts both outcomes, groups are in the order of the request, unknown markets have no group',
  clauses: ['D/holders-limit.both-outcomes', 'D/holders-limit.groups', 'D/holders-limit.unknown'],
  kind: 'ordering',
  cost: { holders: 5 },
  async run(context) {
    const [first = '', second] = context.bindings.heldMarkets;
    const cut = await readHolders(context, [first], { limit: '3', minBalance: '0' });
    const most = { $sum: { by: '/holders', is: { $lte: 3 } } };
    context.judge(bodyLike('D/holders-limit.both-outcomes', cut.response, most, 'limit is 3'));
    const unknown = await readHolders(context, [NO_CONDITION]);
    context.judge(emptyList('D/holders-limit.unknown', unknown.response));
    if (second === undefined) return;
    const alone = [await readHolders(context, [second]), await readHolders(context, [first])];
    const { response } = await readHolders(context, [second, first]);
    const body = alone.flatMap((holders) =>
      holders.groups.map(({ at }) => ({ token: new SameAs(holders.response, `/${at}/token`) })),
    );
    context.judge(bodyLike('D/holders-limit.groups', response, body, 'this is the order of the markets'));
  },
});

type Id = 'positions' | 'closed-positions';

function tiesCheck(id: Id, column: string, sortBy: string) {
  return check(id, 'ties', {
    title: 'rows with equal values are in order of conditionId, then outcomeIndex',
    clauses: ['D/sort-keys.ties'],
    kind: 'ordering',
    async run(context) {
      const { response, rows } = await rowsOf(context, id, { sortBy });
      if (!rows.some((row, index) => row[column] === rows[index - 1]?.[column]))
        context.notTestable(`no two rows have the same ${column}`, 'name a wallet with ties in the target file');
      const keys = [{ by: `/${column}`, order: 'desc' }, { by: '/conditionId' }, { by: '/outcomeIndex' }];
      context.judge(bodyLike('D/sort-keys.ties', response, { $sorted: keys }));
    },
  });
}

type SortKey = 'PRICE' | 'TOKENS' | 'CURRENT' | 'TITLE' | 'RESOLVING';

/** The column that each sort key means. Texts are compared by code unit. */
const columnsOf: Readonly<Record<Id, Readonly<Partial<Record<SortKey, string>>>>> = {
  positions: { PRICE: 'curPrice', TOKENS: 'size', CURRENT: 'currentValue', TITLE: 'title', RESOLVING: 'endDate' },
  'closed-positions': { PRICE: 'curPrice', TITLE: 'title' },
};

function keysCheck(id: Id) {
  return check(id, 'sort-keys', {
    title: 'sort keys name the columns of the decision; TITLE sorts by code unit',
    clauses: keysOf(columnsOf[id]).map((key) => `D/sort-keys.${key}` as const),
    kind: 'ordering',
    cost: { [id]: 5 },
    async run(context: CheckContext) {
      for (const [key, column] of entriesOf(columnsOf[id])) {
        const { response } = await rowsOf(context, id, { sortBy: key, sortDirection: 'ASC' });
        context.judge(
          bodyLike(`D/sort-keys.${key}`, response, { $sorted: { by: `/${column}` } }, 'the key means this column'),
        );
      }
    },
  });
}

export const walletListChecks = [
  activityCheck,
  holdersCheck,
  tiesCheck('positions', 'size', 'TOKENS'),
  tiesCheck('closed-positions', 'timestamp', 'TIMESTAMP'),
  keysCheck('positions'),
  keysCheck('closed-positions'),
];

const walletRoutes = ROUTES.filter((route) => route.family === 'wallet');

function invalidChecks(route: Route): readonly Check[] {
  const rows = [
    { what: 'invalid-bounds', clause: 'D/wallet-values.bounds', value: '501' },
    { what: 'invalid-form', clause: 'D/wallet-values.malformed', value: 'ten' },
  ] as const;
  return rows.map(({ what, clause, value }) =>
    claimCheck(route.id, what, {
      title: `limit=${value} gets "invalid_field: limit"`,
      clauses: [clause],
      kind: 'error',
      claim: async (context) => ({
        of: await sendSample(context, route, { limit: value }),
        must: { at: { '/error': 'invalid_field: limit' } },
      }),
    }),
  );
}

function repeatedCheck(route: Route) {
  const clause = 'D/repeated-parameters.wallet-scalar';
  return claimCheck(route.id, 'limit.repeated', {
    title: 'limit given twice is refused',
    clauses: [clause],
    kind: 'error',
    async claim(context) {
      const sound = get(route.path, requiredQuery(route, context.bindings));
      return refusalOf(
        await context.send({ ...sound, query: `${sound.query}&limit=1&limit=2` }),
        'limit is given twice',
      );
    },
  });
}

function repeatedListCheck(route: Route) {
  return check(route.id, 'market.repeated', {
    title: 'market given twice selects both conditions',
    clauses: ['D/repeated-parameters.list'],
    kind: 'filter',
    cost: { [route.id]: 3 },
    async run(context: CheckContext) {
      const [first, second] = await conditionsOf(context, route);
      if (first === undefined || second === undefined)
        context.notTestable('fewer than two conditions are known', 'name two in the target file');
      const base = requiredQuery(route, context.bindings);
      const sound = get(route.path, { ...base, market: first });
      const reads = {
        left: () => context.send(get(route.path, { ...base, market: `${first},${second}` })),
        right: () => context.send({ ...sound, query: `${sound.query}&market=${second}` }),
      };
      const { left: commas, right: twice } = await readTogether(context, reads, sameJson);
      const must = { status: '2xx', ...sameJsonAs(commas) };
      context.judge({
        clauses: 'D/repeated-parameters.list',
        of: twice,
        must,
        because: 'a comma has the same meaning',
      });
    },
  });
}

async function conditionsOf(context: CheckContext, route: Route): Promise<readonly string[]> {
  if (paramOf(route, 'market').required) return namesFor(route, context.bindings).slice(0, 2);
  const response = await sendSample(context, route);
  return [...new Set(textsOf(itemsOf(route, response), 'conditionId'))].slice(0, 2);
}

const booleanCheck = check('positions', 'boolean-spelling', {
  title: 'redeemable=1, TRUE and an empty value are refused',
  clauses: ['D/boolean-spelling.wallet'],
  kind: 'error',
  cost: { positions: 3 },
  async run(context: CheckContext) {
    for (const value of ['1', 'TRUE', '']) {
      const response = await sendSample(context, routeById('positions'), { redeemable: value });
      context.judge(refusal('D/boolean-spelling.wallet', response, `"${value}" is neither true nor false`));
    }
  },
});

function titleCaseCheck(id: 'positions' | 'closed-positions') {
  return check(id, 'title.case', {
    title: 'title ignores letter case',
    clauses: ['D/title-match'],
    kind: 'filter',
    cost: { [id]: 3 },
    async run(context: CheckContext) {
      const { rows } = await rowsOf(context, id);
      const words = textsOf(rows, 'title').flatMap((title) => title.split(' '));
      const word = words.find((part) => /^[A-Za-z]{4,}$/.test(part));
      if (word === undefined)
        context.notTestable('no title has a plain word', 'name another wallet in the target file');
      const { response } = await rowsOf(context, id, { title: word.toUpperCase() });
      const lower = await rowsOf(context, id, { title: word.toLowerCase() });
      context.judge(
        bodyLike(
          'D/title-match',
          response,
          { $length: lower.rows.length },
          `so many rows are found for ${word.toLowerCase()}`,
        ),
      );
    },
  });
}

export const walletValueChecks = [
  ...walletRoutes.flatMap((route) => [...invalidChecks(route), repeatedCheck(route)]),
  ...walletRoutes.filter((route) => route.id !== 'activity').map(repeatedListCheck),
  booleanCheck,
  titleCaseCheck('positions'),
  titleCaseCheck('closed-positions'),
];

/** The rows of a market in which a row is mergeable: one for each outcome, both mergeable. */
async function judgePair(context: CheckContext) {
  const { response, rows } = await rowsOf(context, 'positions', { mergeable: 'true' });
  const market = textOrEmpty(rows[0], 'conditionId');
  const pair = await rowsOf(context, 'positions', { market, sizeThreshold: '0' });
  const both = ['/0/asset', '/0/oppositeAsset'].map((place) => ({
    asset: new SameAs(response, place),
    mergeable: true,
  }));
  context.judge(bodyLike('D/position-flags.mergeable', pair.response, { $contains: both }));
}

const TYPES = ['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'CONVERSION'];

const isTrade = (row: JsonObject) => textAt(row, 'type') === 'TRADE';

function worthOf(row: JsonObject) {
  return (numberAt(row, 'size') ?? Number.NaN) * (numberAt(row, 'price') ?? Number.NaN);
}

const AMOUNTS = ['size', 'price', 'avgPrice', 'curPrice'];

const digits = (value: unknown) => (typeof value === 'number' ? (/\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0) : 0);

function digitsCheck(id: 'positions' | 'activity') {
  return check(id, 'digits', {
    title: 'sizes and prices have at most six decimals',
    clauses: ['D/number-spelling.noise'],
    async run(context) {
      const { response, rows } = await rowsOf(context, id);
      const faults = AMOUNTS.map((field) =>
        rowFault(rows, field, (row) => (digits(row[field]) > 6 ? 'at most six decimals' : undefined)),
      );
      const fault = faults.find((found) => found !== undefined);
      context.judgeBy('D/number-spelling.noise', response, fault, 'the digits of a number');
    },
  });
}

export const rowDecisionChecks = [
  check('positions', 'flags', {
    title: 'redeemable rows belong to closed markets, mergeable rows come in pairs',
    clauses: ['D/position-flags.redeemable', 'D/position-flags.mergeable'],
    cost: { positions: 3, 'trading-market': 1 },
    async run(context) {
      await judgePair(context);
      const redeemable = await sendSample(context, routeById('positions'), { redeemable: 'true', sizeThreshold: '0' });
      const claim = itemsOf(routeById('positions'), redeemable)[0];
      if (claim === undefined) return;
      const market = await sendPath(context, 'trading-market', textOrEmpty(claim, 'conditionId'));
      const because = 'a position in it is redeemable';
      context.judge(fieldLike('D/position-flags.redeemable', market, '/closed', true, because));
    },
  }),
  check('closed-positions', 'membership', {
    title: 'an asset is among the current or the closed positions of a wallet, not both',
    clauses: ['D/closed-membership.disjoint', '4.7/current.disjoint'],
    cost: { 'closed-positions': 1, positions: 1 },
    async run(context) {
      const { response } = await rowsOf(context, 'closed-positions');
      const user = context.bindings.closedWallets[0] ?? '';
      const current = await sendGet(context, 'positions', { user, sizeThreshold: '0', limit: '500' });
      const rows = objectsIn(current.json);
      // A service may list the positions of a resolved market as closed while they can still be redeemed.
      const open = rows.filter((row) => flagAt(row, 'redeemable') !== true);
      const otherThan = (others: readonly JsonObject[]) => ({
        asset: { $not: { $in: ['', ...textsOf(others, 'asset')] } },
      });
      judgeRows(context, response, {
        'D/closed-membership.disjoint': otherThan(rows),
        '4.7/current.disjoint': otherThan(open),
      });
    },
  }),
  check('activity', 'types', {
    title: 'types are known words, and the value of a trade is its size times its price',
    clauses: ['D/activity-types.words', 'D/activity-types.usdcSize'],
    async run(context) {
      const { response, rows } = await rowsOf(context, 'activity');
      context.judge(everyRow('D/activity-types.words', response, { type: { $in: TYPES } }));
      if (!rows.some(isTrade)) return;
      const fault = rowFault(rows, 'usdcSize', (row) => {
        const isWrong = isTrade(row) && !isNear(numberAt(row, 'usdcSize') ?? Number.NaN, worthOf(row));
        return isWrong ? `size x price = ${worthOf(row)}` : undefined;
      });
      context.judgeBy('D/activity-types.usdcSize', response, fault, 'a product of two fields');
    },
  }),
  digitsCheck('positions'),
  digitsCheck('activity'),
  check('positions', 'token-price', {
    title: 'curPrice of a position is the price of its token',
    clauses: ['D/token-price.curPrice'],
    cost: { positions: 1, 'trading-market': 3 },
    async run(context) {
      const response = await sendSample(context, routeById('positions'), { limit: '3' });
      for (const [index, row] of itemsOf(routeById('positions'), response).entries()) {
        const market = await sendPath(context, 'trading-market', textOrEmpty(row, 'conditionId'));
        const priced = objectsIn(listAt(market.json, 'tokens')).map((token, outcomeIndex) => {
          return { outcomeIndex, curPrice: { $near: [numberAt(token, 'price') ?? -1, 1e-6] } };
        });
        context.judge(fieldLike('D/token-price.curPrice', response, `/${index}`, { $any: priced }));
      }
    },
  }),
];
