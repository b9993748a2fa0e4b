/**
 * conformance/checks/wallets/lists: order and length of the wallet lists where the interface is silent and a decision speaks:
 * ties, columns of the sort keys, letter case of titles, the activity feed, groups of holders.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { NO_CONDITION } from '../nobody.ts';
import { itemsOf, sendGet, sendSample } from '../requests.ts';
import { rowsOf, walletCheck } from './rows.ts';

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
        const words = rows.flatMap((row) => (textAt(row, 'title') ?? '').split(' '));
        const word = words.find((part) => /^[A-Za-z]{4,}$/.test(part));
        if (word === undefined)
          context.notTestable('no title has a plain word', 'name another wallet in the target file');
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
      const unknown = await sendGet(context, 'holders', { market: NO_CONDITION });
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

/** Lists where a decision speaks. */
export const walletListChecks: readonly Check[] = [
  tiesCheck('positions', 'size', 'TOKENS'),
  tiesCheck('closed-positions', 'timestamp', 'TIMESTAMP'),
  ...titleSortChecks,
  ...titleCaseChecks,
  activityListCheck,
  holdersListCheck,
];
