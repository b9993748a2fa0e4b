/**
 * conformance/properties/lists/catalog-orders: the orders of the market and creator lists (interface 4.11, 4.20). The
 * interface leaves the columns of `order` open, so a column counts if the whole list is sorted by it in both
 * directions.
 */
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import type { CheckContext } from '../../check.ts';
import {
  type Direction,
  differs,
  firstRows,
  isSortedBy,
  keyOf,
  orderedColumns,
  type SortedRoute,
} from '../../checks/catalog/direction.ts';
import { AS_LISTED, type Base, type Order } from './list-spec.ts';

function ordersBy(id: SortedRoute, column: string): readonly Order[] {
  const accepted = clauseOf(id, 'order.accepted');
  const down = { query: { order: column }, key: keyOf(column, 'descending'), clauses: [accepted] };
  return [
    { ...down, name: column, clauses: [accepted, clauseOf(id, 'ascending.default')] },
    { ...down, name: `${column} descending`, query: { order: column, ascending: 'false' } },
    {
      name: `${column} ascending`,
      query: { order: column, ascending: 'true' },
      key: keyOf(column, 'ascending'),
      clauses: [clauseOf(id, 'ascending.reverses')],
    },
  ];
}

const PLAIN: readonly Order[] = [AS_LISTED, { ...AS_LISTED, name: 'ascending', query: { ascending: 'true' } }];

/** Every order that a target may have. */
export function catalogOrders(id: SortedRoute): readonly Order[] {
  return [...PLAIN, ...orderedColumns[id].flatMap((column) => ordersBy(id, column))];
}

/** The orders by those of some columns, at most `most` of them, by which this target sorts. */
export async function ordersOn(
  context: CheckContext,
  id: SortedRoute,
  { query }: Base,
  most: number,
): Promise<readonly Order[]> {
  const sortsBy = async (column: string, direction: Direction): Promise<boolean> => {
    const ascending = String(direction === 'ascending');
    const { rows } = await firstRows(context, id, { ...query, order: column, ascending });
    return differs(rows, column) && isSortedBy(rows, column, direction);
  };
  const columns = orderedColumns[id].map((column) => ({ column, place: context.random() }));
  const found: Order[] = [...PLAIN];
  for (const { column } of columns.toSorted((left, right) => left.place - right.place).slice(0, most))
    if ((await sortsBy(column, 'descending')) && (await sortsBy(column, 'ascending')))
      found.push(...ordersBy(id, column));
  return found;
}
