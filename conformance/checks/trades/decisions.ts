/**
 * conformance/checks/trades/decisions: builder trades as the decisions have them: order, sums, words, and the cursor that
 * travels in a header (`D/trade-rows`, `D/trade-status`, `D/builder-trades-cursor`).
 */

import { CURSOR_END, decodeCursor } from '../../../spec/cursor.ts';
import type { JsonObject } from '../../../spec/json.ts';
import { listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { isIsoMoment } from '../../../spec/resources/resource.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { itemsOf, sendGet } from '../requests.ts';
import { momentOf } from '../sorted.ts';

const route = routeById('builder-trades');
const STATUSES = ['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED'];
const SIDES = ['BUY', 'SELL'];
const HEADER = 'x-next-cursor';
const MOST_PAGES = 4;

function tradeCheck(what: string, draft: Pick<Check, 'title' | 'clauses' | 'kind' | 'run'>, requests: number): Check {
  return {
    id: `builder-trades.${what}`,
    route: 'builder-trades',
    capability: 'read',
    safety: 'read',
    needs: ['trade'],
    cost: { 'builder-trades': requests },
    ...draft,
  };
}

const makersOf = (row: JsonObject): readonly JsonObject[] => objectsIn(listAt(row, 'maker_orders'));

type RowRule = {
  readonly clause: string;
  readonly pointer: string;
  readonly expected: string;
  holds(row: JsonObject): boolean;
};

const rules: readonly RowRule[] = [
  {
    clause: 'D/trade-status',
    pointer: 'status',
    expected: STATUSES.join(', '),
    holds: (row) => STATUSES.includes(textAt(row, 'status') ?? ''),
  },
  {
    clause: 'D/trade-rows.maker-sum',
    pointer: 'maker_orders',
    expected: 'matched amounts that add up to size',
    holds: (row) =>
      Math.abs(
        makersOf(row).reduce((sum, order) => sum + Number(textAt(order, 'matched_amount')), 0) -
          Number(textAt(row, 'size')),
      ) < 1e-6,
  },
  {
    clause: 'D/trade-rows.sides',
    pointer: 'side',
    expected: 'BUY or SELL, on the row and on its maker orders',
    holds: (row) => [row, ...makersOf(row)].every((part) => SIDES.includes(textAt(part, 'side') ?? '')),
  },
  {
    clause: 'D/trade-rows.iso-times',
    pointer: 'match_time',
    expected: 'ISO moments',
    holds: (row) => isIsoMoment(textAt(row, 'match_time') ?? '') && isIsoMoment(textAt(row, 'last_update') ?? ''),
  },
];

const rowsCheck = tradeCheck(
  'row-decisions',
  {
    title: 'trades come newest first, with known words and sums that add up',
    clauses: [...rules.map((rule) => rule.clause), 'D/trade-rows.newest-first'],
    kind: 'consistency',
    run: async (context: CheckContext) => {
      const answer = await sendGet(context, 'builder-trades');
      const rows = itemsOf(route, answer);
      for (const { clause, pointer, expected, holds } of rules) {
        const at = rows.findIndex((row) => !holds(row));
        context.expect(clause, at < 0, answer, { pointer: `/${at}/${pointer}`, expected, actual: rows[at]?.[pointer] });
      }
      const moments = rows.map((row) => momentOf(textAt(row, 'match_time') ?? ''));
      const at = moments.findIndex((moment, index) => index > 0 && moment > (moments[index - 1] ?? moment));
      if (rows.length > 1)
        context.expect('D/trade-rows.newest-first', at < 0, answer, {
          pointer: `/${at}/match_time`,
          expected: 'not later than the trade before',
          actual: rows[at]?.['match_time'],
        });
    },
  },
  1,
);

/** The last page is asked for by filters that leave few trades; the walk follows the header over the first pages. */
const cursorCheck = tradeCheck(
  'header-cursor',
  {
    title: `${HEADER} carries the cursor of the next page, or ${CURSOR_END} on the last`,
    clauses: [
      'D/builder-trades-cursor.header',
      'D/builder-trades-cursor.end',
      'D/builder-trades-cursor.walk',
      'D/builder-trades-cursor.page',
    ],
    kind: 'pagination',
    run: async (context: CheckContext) => {
      const seen = new Set<string>();
      let cursor = 'MA==';
      for (let page = 0; page < MOST_PAGES && cursor !== CURSOR_END; page += 1) {
        const answer = await sendGet(context, 'builder-trades', { next_cursor: cursor });
        const rows = itemsOf(route, answer);
        const next = answer.headers[HEADER];
        const spoken = context.expect('D/builder-trades-cursor.header', next !== undefined, answer, {
          expected: `the header ${HEADER}`,
          actual: 'no such header',
        });
        const full = next === undefined || next === CURSOR_END || rows.length === 100;
        context.expect('D/builder-trades-cursor.page', rows.length <= 100 && full, answer, {
          expected: 'pages of 100 trades',
          actual: rows.length,
        });
        if (!spoken || next === undefined) return;
        const twice = rows.find((row) => seen.has(textAt(row, 'id') ?? ''));
        const moves = next === CURSOR_END || (decodeCursor(next) ?? 0) > (decodeCursor(cursor) ?? 0);
        context.expect('D/builder-trades-cursor.walk', twice === undefined && moves, answer, {
          expected: 'trades not listed before, and a cursor that moves on',
          actual: twice?.['id'] ?? next,
        });
        for (const row of rows) seen.add(textAt(row, 'id') ?? '');
        cursor = next;
      }
      const id = [...seen][0] ?? '';
      const last = await sendGet(context, 'builder-trades', { id });
      context.expect('D/builder-trades-cursor.end', last.headers[HEADER] === CURSOR_END, last, {
        expected: `${HEADER}: ${CURSOR_END}, for one trade is all there is`,
        actual: last.headers[HEADER],
      });
    },
  },
  MOST_PAGES + 1,
);

const malformedCheck = tradeCheck(
  'malformed-cursor',
  {
    title: 'a malformed cursor or moment is refused',
    clauses: [
      'D/builder-trades-cursor.malformed-cursor',
      '4.6/next_cursor.malformed',
      '7/builder-trades.bad-request',
      '4.6/before.type',
      '4.6/after.type',
    ],
    kind: 'error',
    run: async (context: CheckContext) => {
      const cursor = await sendGet(context, 'builder-trades', { next_cursor: 'not-a-cursor' });
      for (const clause of ['D/builder-trades-cursor.malformed-cursor', '4.6/next_cursor.malformed']) {
        context.expect(clause, !isSuccess(cursor), cursor, { expected: 'an error', actual: `status ${cursor.status}` });
      }
      for (const name of ['before', 'after']) {
        const answer = await sendGet(context, 'builder-trades', { [name]: 'yesterday' });
        for (const clause of [`4.6/${name}.type`, '7/builder-trades.bad-request']) {
          context.expect(clause, !isSuccess(answer), answer, {
            expected: `an error, for ${name}=yesterday is no Unix timestamp`,
            actual: `status ${answer.status}`,
          });
        }
      }
    },
  },
  3,
);

/** Builder trades where a decision speaks. */
export const tradeDecisionChecks: readonly Check[] = [rowsCheck, cursorCheck, malformedCheck];
