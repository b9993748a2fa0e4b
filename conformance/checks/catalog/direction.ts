/**
 * conformance/checks/catalog/direction: `ascending` on the market and creator lists (interface 4.11, 4.20). The interface does
 * not list the columns of `order`, so the check judges direction by any column by which the rows are sorted.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { textAt } from '../../../spec/json.ts';
import { EventCreator } from '../../../spec/resources/catalog-event.ts';
import { EventMarket } from '../../../spec/resources/catalog-market.ts';
import { clausePrefix, routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Direction } from '../../../wire/pattern/collation.ts';
import { areMomentsOrdered, firstOutOfOrder, isTextOrdered, momentOf } from '../../../wire/pattern/collation.ts';
import type { Check } from '../../check.ts';
import { check } from '../definition.ts';
import { itemsOf, sendGet } from '../requests.ts';
import { brief } from '../rows.ts';
import { sameValue } from '../same-value.ts';
import { isInteger } from './market-list.ts';

/** The two lists of the catalog that take `order`. */
export type SortedRoute = 'markets' | 'event-creators';

const columnsOf: Readonly<Record<SortedRoute, readonly string[]>> = {
  markets: Object.keys(EventMarket.shape),
  'event-creators': Object.keys(EventCreator.shape),
};

/** True if a column of the rows is sorted as number, moment or text, depending on its values. */
export function isColumnOrdered(rows: readonly JsonObject[], column: string, direction: Direction): boolean {
  const texts = rows.map((row) =>
    typeof row[column] === 'boolean' ? String(row[column]) : (textAt(row, column) ?? ''),
  );
  const numbers = texts.map((text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN));
  if (!numbers.some(Number.isNaN) && firstOutOfOrder(numbers, direction) < 0) return true;
  const moments = texts.filter((text) => text !== '');
  const isMoments = moments.length > 0 && moments.every((text) => !Number.isNaN(momentOf(text)));
  if (isMoments && /^\d{4}-/.test(moments[0] ?? '')) return areMomentsOrdered(moments, direction);
  return isTextOrdered(texts, direction);
}

/** The pattern of such rows: texts of digits are sorted by number. */
export function sortedBy(rows: readonly JsonObject[], column: string, direction: Direction): JsonObject {
  const isNumeric = rows.every((row) => isInteger(textAt(row, column)));
  const order = direction === 'ascending' ? 'asc' : 'desc';
  return { $sorted: { by: `/${column}`, order, ...(isNumeric && { as: 'number' }) } };
}

/** True if a column has different values in the rows. */
export function differs(rows: readonly JsonObject[], column: string): boolean {
  return new Set(rows.map((row) => row[column])).size > 1;
}

/** True if some column ascends in one list and descends in the other, and differs in their first rows. */
function isReversedByColumn(
  down: readonly JsonObject[],
  up: readonly JsonObject[],
  columns: readonly string[],
): boolean {
  return columns.some(
    (column) =>
      down[0]?.[column] !== up[0]?.[column] &&
      isColumnOrdered(down, column, 'descending') &&
      isColumnOrdered(up, column, 'ascending'),
  );
}

/** True if the last rows of one whole list are the first of the other, in groups smaller than the list. */
function isReversedInGroups(down: readonly string[], up: readonly string[]): boolean {
  const turned = up.toReversed();
  const open = new Map<string, number>();
  const count = (key: string, step: number): void => {
    const value = (open.get(key) ?? 0) + step;
    if (value === 0) open.delete(key);
    else open.set(key, value);
  };
  return down.slice(0, -1).some((key, index) => {
    count(key, 1);
    count(turned[index] ?? '', -1);
    return open.size === 0;
  });
}

function directionCheck(id: SortedRoute): Check {
  const clause = `${clausePrefix(routeById(id))}ascending.reverses`;
  return check(id, 'ascending.reverses', {
    title: 'ascending=true reverses the list',
    clauses: [clause, `${clausePrefix(routeById(id))}ascending.accepted`],
    kind: 'ordering',
    needs: [id === 'markets' ? 'market' : 'creator'],
    cost: { [id]: 2 },
    run: async (context) => {
      const route = routeById(id);
      const down = await sendGet(context, id, { limit: '100', ascending: 'false' });
      const up = await sendGet(context, id, { limit: '100', ascending: 'true' });
      context.expect(`${clausePrefix(route)}ascending.accepted`, isSuccess(up) && isSuccess(down), up, {
        expected: 'a 2xx response',
        expectation: { status: '2xx' },
        actual: `status ${up.status}`,
      });
      const [first, second] = [itemsOf(route, down), itemsOf(route, up)];
      const [firstIds, secondIds] = [first, second].map((rows) => rows.map((row) => textAt(row, 'id') ?? ''));
      if (first.length < 2) context.notTestable('the list has fewer than two rows', 'give the target a longer list');
      const isWhole = first.length < 100 && first.length === second.length;
      const same = sameValue(firstIds, secondIds);
      const holds =
        isReversedByColumn(first, second, columnsOf[id]) ||
        (isWhole && isReversedInGroups(firstIds ?? [], secondIds ?? []));
      if (!holds && !isWhole && !same) {
        context.notTestable(
          'the column the list is sorted by is not among its fields',
          'no action is needed: the two orders differ',
        );
      }
      context.expect(clause, holds, up, {
        expected: `the opposite order of ${brief(firstIds?.slice(0, 4))}`,
        expectation:
          firstIds === undefined || !isWhole ? undefined : { body: firstIds.toReversed().map((id) => ({ id })) },
        actual: secondIds?.slice(0, 4),
      });
    },
  });
}

export const catalogOrderChecks: readonly Check[] = (['markets', 'event-creators'] as const).map(directionCheck);
