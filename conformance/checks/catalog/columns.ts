/**
 * conformance/checks/catalog/columns: `order` on the market and creator lists (interface 4.11, 4.20): the lists accept at least
 * one column. The document profile states the result with no column and with an unknown one.
 */

import { textAt } from '../../../spec/json.ts';
import { clausePrefix, routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Direction } from '../../../wire/pattern/collation.ts';
import { firstOutOfOrder } from '../../../wire/pattern/collation.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { check } from '../definition.ts';
import { itemsOf, sendGet } from '../requests.ts';
import type { SortedRoute } from './direction.ts';
import { differs, isColumnOrdered, sortedBy } from './direction.ts';
import { NO_COLUMN } from './ordered-direction.ts';

/** Columns tried for `order`: `id` first, then texts, then a moment and a flag if the rows have them. */
const tried: Readonly<Record<SortedRoute, readonly string[]>> = {
  markets: ['id', 'slug', 'question', 'endDate', 'createdAt', 'closed'],
  'event-creators': ['id', 'creatorName', 'creatorHandle', 'createdAt'],
};

function columnCheck(id: SortedRoute): Check {
  const prefix = clausePrefix(routeById(id));
  const decided = id === 'markets' ? 'D/catalog-order.column' : 'D/catalog-order.creators.column';
  return check(id, 'order.column', {
    title: 'order sorts by the named field, in both directions',
    clauses: [`${prefix}order.accepted`, decided, 'D/catalog-order.numeric-id'],
    kind: 'ordering',
    needs: [id === 'markets' ? 'market' : 'creator'],
    cost: { [id]: 2 * tried[id].length },
    run: async (context) => {
      const accepted: string[] = [];
      let last: Exchange | undefined;
      for (const column of tried[id]) {
        for (const direction of ['descending', 'ascending'] as const) {
          last = await sendGet(context, id, {
            limit: '100',
            order: column,
            ascending: String(direction === 'ascending'),
          });
          if (!isSuccess(last)) continue;
          accepted.push(column);
          judgeColumn(context, { id, column, direction, decided }, last);
        }
      }
      if (last === undefined) return;
      context.fact(`order.${id}`, [...new Set(accepted)].join(' ') || 'none of those tried');
      context.expect(`${prefix}order.accepted`, accepted.length > 0, last, {
        expected: `a 2xx response to order with one of ${tried[id].join(', ')}`,
        expectation: { status: '2xx' },
        actual: 'all of them refused',
      });
    },
  });
}

type Sorting = {
  readonly id: SortedRoute;
  readonly column: string;
  readonly direction: Direction;
  readonly decided: string;
};

function judgeColumn(context: CheckContext, { id, column, direction, decided }: Sorting, response: Exchange): void {
  const rows = itemsOf(routeById(id), response);
  if (!differs(rows, column)) return;
  context.expect(decided, isColumnOrdered(rows, column, direction), response, {
    expected: `${column} ${direction}`,
    expectation: { body: sortedBy(rows, column, direction) },
    actual: rows.slice(0, 8).map((row) => row[column]),
  });
  const ids = rows.map((row) => textAt(row, 'id') ?? '');
  const isTelling = new Set(ids.map((text) => text.length)).size > 1;
  if (column !== 'id' || !isTelling || !ids.every((text) => /^\d+$/.test(text))) return;
  context.expect('D/catalog-order.numeric-id', firstOutOfOrder(ids.map(Number), direction) < 0, response, {
    expected: `ids as numbers, ${direction}`,
    expectation: { body: sortedBy(rows, 'id', direction) },
    actual: ids.slice(0, 8),
  });
}

function defaultCheck(id: SortedRoute): Check {
  const clause = id === 'markets' ? 'D/catalog-order.default' : 'D/catalog-order.creators.default';
  return check(id, 'order.default', {
    title: 'without order the list is sorted by id, largest first',
    clauses: [clause],
    kind: 'ordering',
    needs: [id === 'markets' ? 'market' : 'creator'],
    cost: { [id]: 1 },
    run: async (context) => {
      const response = await sendGet(context, id, { limit: '100' });
      const rows = itemsOf(routeById(id), response);
      if (!differs(rows, 'id'))
        context.notTestable('the list has fewer than two rows', 'give the target a longer list');
      context.expect(clause, isColumnOrdered(rows, 'id', 'descending'), response, {
        expected: 'ids, largest first',
        expectation: { body: sortedBy(rows, 'id', 'descending') },
        actual: rows.slice(0, 8).map((row) => row['id']),
      });
    },
  });
}

function unknownColumnCheck(id: SortedRoute): Check {
  const clause = id === 'markets' ? 'D/catalog-order.unknown' : 'D/catalog-order.creators.unknown';
  return check(id, 'order.unknown', {
    title: 'an unknown column is refused',
    clauses: [clause],
    kind: 'error',
    cost: { [id]: 1 },
    run: async (context) => {
      const response = await sendGet(context, id, { order: NO_COLUMN });
      context.expect(clause, !isSuccess(response), response, {
        expected: 'an error',
        actual: `status ${response.status}`,
        expectation: { error: true },
      });
    },
  });
}

export const catalogColumnChecks: readonly Check[] = (['markets', 'event-creators'] as const).flatMap((id) => [
  columnCheck(id),
  defaultCheck(id),
  unknownColumnCheck(id),
]);
