/**
 * conformance/checks/wallets/sort-order: every sort key of the wallet lists, in both directions (interface 4.7, 4.8). A key is
 * verified if the list has two different values of its column.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { numberAt } from '../../../spec/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Direction } from '../../../wire/pattern/collation.ts';
import { areMomentsOrdered, firstOutOfOrder, isTextOrdered } from '../../../wire/pattern/collation.ts';
import type { Check, CheckContext } from '../../check.ts';
import { expectEach, success } from '../assertions.ts';
import { check } from '../definition.ts';
import { clauseOf, itemsOf, paramOf, sendSample } from '../requests.ts';
import { textsOf } from '../rows.ts';

type Column = { readonly field: string; readonly kind: 'number' | 'text' | 'moment' };

/** The column each sort key names. */
const columns: Readonly<Record<string, Column>> = {
  CURRENT: { field: 'currentValue', kind: 'number' },
  INITIAL: { field: 'initialValue', kind: 'number' },
  TOKENS: { field: 'size', kind: 'number' },
  CASHPNL: { field: 'cashPnl', kind: 'number' },
  PERCENTPNL: { field: 'percentPnl', kind: 'number' },
  TITLE: { field: 'title', kind: 'text' },
  RESOLVING: { field: 'endDate', kind: 'moment' },
  PRICE: { field: 'curPrice', kind: 'number' },
  AVGPRICE: { field: 'avgPrice', kind: 'number' },
  REALIZEDPNL: { field: 'realizedPnl', kind: 'number' },
  TIMESTAMP: { field: 'timestamp', kind: 'number' },
};

function isOrdered(rows: readonly JsonObject[], column: Column, direction: Direction): boolean {
  if (column.kind === 'number') {
    const numbers = rows.map((row) => numberAt(row, column.field) ?? Number.NaN);
    return firstOutOfOrder(numbers, direction) < 0;
  }
  const texts = textsOf(rows, column.field);
  return column.kind === 'text' ? isTextOrdered(texts, direction) : areMomentsOrdered(texts, direction);
}

/** Number of rows requested at first: many ties at the top are rare, and a page of the largest size costs five times as much. */
const PAGE = 100;

/** Whether the rows have two different values of the column. */
function isTelling(rows: readonly JsonObject[], column: Column): boolean {
  return new Set(rows.map((row) => row[column.field])).size > 1;
}

function sortingCheck(id: RouteId, member: string, order: 'ASC' | 'DESC'): Check {
  const route = routeById(id);
  const keyClause = clauseOf(route, 'sortBy', member);
  const directionClause = clauseOf(route, 'sortDirection', order);
  const taken = ['sortBy', 'sortDirection'].map((name) => clauseOf(route, name, 'accepted'));
  const column = columns[member] ?? { field: member, kind: 'number' };
  const direction = order === 'ASC' ? 'ascending' : 'descending';
  return check(id, `sortBy.${member.toLowerCase()}-${order.toLowerCase()}`, {
    title: `sortBy=${member}, sortDirection=${order} lists ${column.field} ${direction}`,
    clauses: [keyClause, directionClause, ...taken],
    kind: 'ordering',
    cost: { [id]: 2 },
    run: async (context: CheckContext) => {
      const ask = (limit: number) =>
        sendSample(context, route, { sortBy: member, sortDirection: order, limit: String(limit) });
      const longest = paramOf(route, 'limit').max ?? PAGE;
      const first = await ask(Math.min(PAGE, longest));
      const response = isTelling(itemsOf(route, first), column) || longest <= PAGE ? first : await ask(longest);
      if (!context.judge(success(keyClause, response, `${member} is a listed value`))) return;
      for (const clause of taken) context.verified(clause);
      const rows = itemsOf(route, response);
      if (!isTelling(rows, column)) {
        context.notTestable(
          `fewer than two values of ${column.field}`,
          'name a wallet with more rows in the target file',
        );
      }
      const holds = isOrdered(rows, column, direction);
      const sorted = { by: `/${column.field}`, order: direction === 'ascending' ? 'asc' : 'desc' };
      const actual = rows.slice(0, 8).map((row) => row[column.field]);
      const deviation = {
        expected: `${column.field} ${direction}`,
        actual,
        expectation: { body: { $sorted: sorted } },
      };
      expectEach(context, [keyClause, directionClause], holds, response, deviation);
    },
  });
}

/** A direction without a key is that of the default key. */
function directionAloneCheck(id: RouteId): Check {
  const route = routeById(id);
  const member = String(paramOf(route, 'sortBy').default);
  const column = columns[member] ?? { field: member, kind: 'number' };
  const clause = clauseOf(route, 'sortDirection', 'ASC');
  return check(id, 'sortDirection.alone', {
    title: `sortDirection=ASC without a key sorts ${column.field} ascending`,
    clauses: [clause, clauseOf(route, 'sortBy', 'default')],
    kind: 'ordering',
    run: async (context: CheckContext) => {
      const limit = Math.min(PAGE, paramOf(route, 'limit').max ?? PAGE);
      const response = await sendSample(context, route, { sortDirection: 'ASC', limit: String(limit) });
      const rows = itemsOf(route, response);
      if (!context.judge(success(clause, response, 'ASC is a listed value'))) return;
      if (!isTelling(rows, column)) {
        context.notTestable(
          `fewer than two values of ${column.field}`,
          'name a wallet with more rows in the target file',
        );
      }
      const actual = rows.slice(0, 8).map((row) => row[column.field]);
      const expected = `${column.field} ascending`;
      const deviation = { expected, actual, expectation: { body: { $sorted: { by: `/${column.field}` } } } };
      const clauses = [clause, clauseOf(route, 'sortBy', 'default')];
      expectEach(context, clauses, isOrdered(rows, column, 'ascending'), response, deviation);
    },
  });
}

export const sortOrderChecks: readonly Check[] = (['positions', 'closed-positions'] as const).flatMap((id) => [
  ...(paramOf(routeById(id), 'sortBy').members ?? []).flatMap((member) => [
    sortingCheck(id, member, 'DESC'),
    sortingCheck(id, member, 'ASC'),
  ]),
  directionAloneCheck(id),
]);
