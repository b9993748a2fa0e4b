/**
 * conformance/checks/wallet-values: parameter values of the wallet routes where the interface is silent and a decision
 * speaks: malformed and repeated ones, letter case, unknown wallets, ties, defaults of the activity feed.
 */

import type { JsonObject } from '../../spec/json.ts';
import { listAt, numberAt, objectsIn, textAt } from '../../spec/json.ts';
import type { Route } from '../../spec/route.ts';
import { ROUTES, routeById } from '../../spec/routes.ts';
import { get } from '../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../check.ts';
import { clauseOf, isSuccess, itemsOf, requiredQuery, sendGet, sendSample } from './requests.ts';
import { sameJson, steady } from './steady.ts';
import { rowsOf, walletCheck } from './wallet-decisions.ts';

const walletRoutes = ROUTES.filter((route) => route.family === 'wallet');
const ofUser = walletRoutes.filter((route) => route.id !== 'holders');
const UNKNOWN_WALLET = '0x00000000000000000000000000000000deadbeef';

function errorText(answer: Exchange): string {
  return isSuccess(answer) ? `status ${answer.status}` : (textAt(answer.json, 'error') ?? '');
}

function invalidChecks(route: Route): readonly Check[] {
  const rows = [
    { what: 'invalid-bounds', clause: 'D/wallet-values.bounds', value: '501' },
    { what: 'invalid-form', clause: 'D/wallet-values.malformed', value: 'ten' },
  ];
  return rows.map(({ what, clause, value }) =>
    walletCheck(
      route.id,
      what,
      {
        title: `limit=${value} is answered "invalid_field: limit"`,
        clauses: [clause],
        kind: 'error',
        run: async (context: CheckContext) => {
          const answer = await sendSample(context, route, { limit: value });
          context.expect(clause, errorText(answer) === 'invalid_field: limit', answer, {
            pointer: '/error',
            expected: 'invalid_field: limit',
            actual: errorText(answer),
          });
        },
      },
      { [route.id]: 1 },
    ),
  );
}

function repeatedCheck(route: Route): Check {
  return walletCheck(
    route.id,
    'limit.repeated',
    {
      title: 'limit given twice is refused',
      clauses: ['D/repeated-parameters.wallet-scalar'],
      kind: 'error',
      run: async (context: CheckContext) => {
        const sound = get(route.path, requiredQuery(route, context.bindings));
        const answer = await context.send({ ...sound, query: `${sound.query}&limit=1&limit=2` });
        context.expect('D/repeated-parameters.wallet-scalar', !isSuccess(answer), answer, {
          expected: 'an error',
          actual: `status ${answer.status}`,
        });
      },
    },
    { [route.id]: 1 },
  );
}

function repeatedListCheck(route: Route): Check {
  return walletCheck(
    route.id,
    'market.repeated',
    {
      title: 'market given twice means both conditions',
      clauses: ['D/repeated-parameters.list'],
      kind: 'filter',
      run: async (context: CheckContext) => {
        const [first, second] = await conditionsOf(context, route);
        if (first === undefined || second === undefined)
          context.notTestable('fewer than two conditions are known', 'name two in the target file');
        const base = route.id === 'holders' ? {} : requiredQuery(route, context.bindings);
        const commas = await context.send(get(route.path, { ...base, market: `${first},${second}` }));
        const sound = get(route.path, { ...base, market: first });
        const twice = await context.send({ ...sound, query: `${sound.query}&market=${second}` });
        context.expect('D/repeated-parameters.list', isSuccess(twice) && sameJson(commas, twice), twice, {
          expected: 'the same rows as with a comma between them',
          actual: isSuccess(twice) ? 'other rows' : `status ${twice.status}`,
        });
      },
    },
    { [route.id]: 3 },
  );
}

async function conditionsOf(context: CheckContext, route: Route): Promise<readonly (string | undefined)[]> {
  if (route.id === 'holders') return context.bindings.heldMarkets.slice(0, 2);
  const answer = await sendSample(context, route);
  return [...new Set(itemsOf(route, answer).map((row) => textAt(row, 'conditionId')))].slice(0, 2);
}

const booleanCheck = walletCheck(
  'positions',
  'boolean-spelling',
  {
    title: 'redeemable=1, TRUE and an empty value are refused',
    clauses: ['D/boolean-spelling.wallet'],
    kind: 'error',
    run: async (context: CheckContext) => {
      for (const value of ['1', 'TRUE', '']) {
        const answer = await sendSample(context, routeById('positions'), { redeemable: value });
        context.expect('D/boolean-spelling.wallet', !isSuccess(answer), answer, {
          expected: `an error for redeemable=${value}`,
          actual: `status ${answer.status}`,
        });
      }
    },
  },
  { positions: 3 },
);

function userChecks(route: Route): readonly Check[] {
  const draft = (what: string, title: string, clauses: readonly string[], run: Check['run']): Check =>
    walletCheck(route.id, what, { title, clauses, kind: 'filter', run }, { [route.id]: 3 });
  const type = clauseOf(route, 'user', 'type');
  const accepted = clauseOf(route, 'user', 'accepted');
  return [
    draft(
      'user.case',
      'the address in lower case gives the same list',
      ['D/wallet-user.case', accepted],
      async (context: CheckContext) => {
        const user = requiredQuery(route, context.bindings)['user'] ?? '';
        const spelled = await steady(context, () => sendGet(context, route.id, { user }));
        if (isSuccess(spelled)) context.verified(accepted);
        const lower = await sendGet(context, route.id, { user: user.toLowerCase() });
        context.expect('D/wallet-user.case', sameJson(spelled, lower), lower, {
          expected: 'the same rows',
          actual: `${itemsOf(route, lower).length} rows`,
        });
      },
    ),
    draft(
      'user.unknown',
      'an unknown wallet gets an empty array',
      ['D/wallet-user.unknown'],
      async (context: CheckContext) => {
        const answer = await sendGet(context, route.id, { user: UNKNOWN_WALLET });
        context.expect('D/wallet-user.unknown', isSuccess(answer) && itemsOf(route, answer).length === 0, answer, {
          expected: '[]',
          actual: isSuccess(answer) ? answer.text.slice(0, 80) : `status ${answer.status}`,
        });
      },
    ),
    draft(
      'user.malformed',
      'a user that is no address is refused',
      ['D/wallet-user.malformed', type],
      async (context: CheckContext) => {
        const answer = await sendGet(context, route.id, { user: 'nobody' });
        for (const clause of ['D/wallet-user.malformed', type])
          context.expect(clause, !isSuccess(answer), answer, {
            expected: 'an error',
            actual: `status ${answer.status}`,
          });
      },
    ),
  ];
}

const tie = (row: JsonObject): string => `${textAt(row, 'conditionId')}:${numberAt(row, 'outcomeIndex')}`;

function tiesCheck(id: 'positions' | 'closed-positions', column: string, sortBy: string): Check {
  return walletCheck(
    id,
    'ties',
    {
      title: 'rows with equal values come in order of conditionId, then outcomeIndex',
      clauses: ['D/sort-keys.ties'],
      kind: 'ordering',
      run: async (context: CheckContext) => {
        const { answer, rows } = await rowsOf(context, id, { sortBy });
        const pairs = rows
          .slice(1)
          .map((row, index) => [rows[index] ?? row, row] as const)
          .filter(([left, right]) => left[column] === right[column]);
        if (pairs.length === 0)
          context.notTestable(`no two rows have the same ${column}`, 'name a wallet with ties in the target file');
        const wrong = pairs.find(([left, right]) => tie(left) > tie(right));
        context.expect('D/sort-keys.ties', wrong === undefined, answer, {
          expected: 'the smaller conditionId first',
          actual: wrong?.map(tie),
        });
      },
    },
    { [id]: 1 },
  );
}

const titleSortChecks = (['positions', 'closed-positions'] as const).map((id) =>
  walletCheck(
    id,
    'sort-keys',
    {
      title: 'sort keys name columns as decided; TITLE sorts by code unit',
      clauses: [
        'D/sort-keys.TITLE',
        'D/sort-keys.PRICE',
        ...(id === 'positions' ? ['D/sort-keys.RESOLVING', 'D/sort-keys.TOKENS', 'D/sort-keys.CURRENT'] : []),
      ],
      kind: 'ordering',
      run: async (context: CheckContext) => {
        const numeric =
          id === 'positions'
            ? [
                ['PRICE', 'curPrice'],
                ['TOKENS', 'size'],
                ['CURRENT', 'currentValue'],
              ]
            : [['PRICE', 'curPrice']];
        for (const [key = '', column = ''] of numeric) {
          const { answer, rows } = await rowsOf(context, id, { sortBy: key, sortDirection: 'ASC' });
          const odd = rows.findIndex(
            (row, index) => index > 0 && (numberAt(rows[index - 1], column) ?? 0) > (numberAt(row, column) ?? 0),
          );
          context.expect(`D/sort-keys.${key}`, odd < 0, answer, {
            pointer: `/${odd}/${column}`,
            expected: `${column} ascending`,
            actual: rows[odd]?.[column],
          });
        }
        for (const [key = '', column = ''] of id === 'positions'
          ? [
              ['TITLE', 'title'],
              ['RESOLVING', 'endDate'],
            ]
          : [['TITLE', 'title']]) {
          const { answer, rows } = await rowsOf(context, id, { sortBy: key, sortDirection: 'ASC' });
          const odd = rows.findIndex(
            (row, index) => index > 0 && (textAt(rows[index - 1], column) ?? '') > (textAt(row, column) ?? ''),
          );
          context.expect(`D/sort-keys.${key}`, odd < 0, answer, {
            pointer: `/${odd}/${column}`,
            expected: `${column} ascending by code unit`,
            actual: rows[odd]?.[column],
          });
        }
      },
    },
    { [id]: 5 },
  ),
);

const titleCaseChecks = (['positions', 'closed-positions'] as const).map((id) =>
  walletCheck(
    id,
    'title.case',
    {
      title: 'title finds titles in other letter case',
      clauses: ['D/title-match'],
      kind: 'filter',
      run: async (context: CheckContext) => {
        const { rows } = await rowsOf(context, id);
        const word = (textAt(rows[0], 'title') ?? '').split(' ').find((part) => /^[A-Za-z]{4,}$/.test(part));
        if (word === undefined)
          context.notTestable('the first title has no plain word', 'name another wallet in the target file');
        const upper = await rowsOf(context, id, { title: word.toUpperCase() });
        const lower = await rowsOf(context, id, { title: word.toLowerCase() });
        context.expect(
          'D/title-match',
          upper.rows.length === lower.rows.length && upper.rows.length > 0,
          upper.answer,
          { expected: `${lower.rows.length} rows, as for ${word.toLowerCase()}`, actual: upper.rows.length },
        );
      },
    },
    { [id]: 3 },
  ),
);

const activityRoute = routeById('activity');

const activityListCheck = walletCheck(
  'activity',
  'list',
  {
    title: 'entries come newest first, 100 of them unless asked otherwise; bounds start at 0',
    clauses: [
      'D/activity-list.newest-first',
      'D/activity-list.limit.default',
      'D/activity-list.limit.min',
      'D/activity-list.offset.min',
    ],
    kind: 'ordering',
    run: async (context: CheckContext) => {
      const { answer, rows } = await rowsOf(context, 'activity');
      const odd = rows.findIndex(
        (row, index) => index > 0 && (numberAt(rows[index - 1], 'timestamp') ?? 0) < (numberAt(row, 'timestamp') ?? 0),
      );
      context.expect('D/activity-list.newest-first', odd < 0, answer, {
        pointer: `/${odd}/timestamp`,
        expected: 'not later than the entry before',
        actual: rows[odd]?.['timestamp'],
      });
      const silent = await sendSample(context, activityRoute);
      context.expect(
        'D/activity-list.limit.default',
        itemsOf(activityRoute, silent).length === Math.min(rows.length, 100),
        silent,
        { expected: `${Math.min(rows.length, 100)} entries`, actual: itemsOf(activityRoute, silent).length },
      );
      const none = await sendSample(context, activityRoute, { limit: '0' });
      const below = await sendSample(context, activityRoute, { limit: '-1' });
      context.expect(
        'D/activity-list.limit.min',
        isSuccess(none) && itemsOf(activityRoute, none).length === 0 && !isSuccess(below),
        none,
        {
          expected: 'no entries for 0, an error for -1',
          actual: `${itemsOf(activityRoute, none).length} entries, status ${below.status}`,
        },
      );
      const negative = await sendSample(context, activityRoute, { offset: '-1' });
      context.expect('D/activity-list.offset.min', !isSuccess(negative), negative, {
        expected: 'an error',
        actual: `status ${negative.status}`,
      });
    },
  },
  { activity: 5 },
);

const holdersListCheck = walletCheck(
  'holders',
  'list',
  {
    title: 'limit counts both outcomes, groups follow the request, unknown markets have none',
    clauses: ['D/holders-limit.both-outcomes', 'D/holders-limit.groups', 'D/holders-limit.unknown'],
    kind: 'ordering',
    run: async (context: CheckContext) => {
      const [first = '', second] = context.bindings.heldMarkets;
      const cut = await sendGet(context, 'holders', { market: first, limit: '3', minBalance: '0' });
      const count = objectsIn(cut.json).reduce((sum, group) => sum + listAt(group, 'holders').length, 0);
      context.expect('D/holders-limit.both-outcomes', count <= 3, cut, {
        expected: 'at most 3 holders of the market',
        actual: count,
      });
      const unknown = await sendGet(context, 'holders', { market: `0x${'0'.repeat(64)}` });
      context.expect('D/holders-limit.unknown', isSuccess(unknown) && objectsIn(unknown.json).length === 0, unknown, {
        expected: '[]',
        actual: unknown.text.slice(0, 80),
      });
      if (second === undefined) return;
      const tokensOf = async (market: string) =>
        objectsIn((await sendGet(context, 'holders', { market })).json).map((group) => textAt(group, 'token'));
      const expected = [...(await tokensOf(second)), ...(await tokensOf(first))];
      const both = await sendGet(context, 'holders', { market: `${second},${first}` });
      const actual = objectsIn(both.json).map((group) => textAt(group, 'token'));
      context.expect('D/holders-limit.groups', JSON.stringify(actual) === JSON.stringify(expected), both, {
        expected: 'groups of the first market, then of the second',
        actual,
      });
    },
  },
  { holders: 5 },
);

/** Values where a decision speaks. */
export const walletValueChecks: readonly Check[] = [
  ...walletRoutes.flatMap((route) => [...invalidChecks(route), repeatedCheck(route)]),
  ...walletRoutes.filter((route) => route.id !== 'activity').map(repeatedListCheck),
  booleanCheck,
  ...ofUser.flatMap(userChecks),
  tiesCheck('positions', 'size', 'TOKENS'),
  tiesCheck('closed-positions', 'timestamp', 'TIMESTAMP'),
  ...titleSortChecks,
  ...titleCaseChecks,
  activityListCheck,
  holdersListCheck,
];
