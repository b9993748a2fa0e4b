/**
 * conformance/properties/lists/catalog-orders: the orders of the market and creator lists (interface 4.11, 4.20). The
 * interface leaves the columns of `order` open, so a column counts if the whole list is sorted by it in both
 * directions.
 */
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { SortKey } from '../../../wire/pattern/sorted-matcher.ts';
import type { CheckContext } from '../../check.ts';
import { type Direction, differs, isSortedBy, keyOf, type SortedRoute } from '../../checks/catalog/direction.ts';
import { columnsOf } from '../../checks/catalog/ordered-direction.ts';
import { itemsOf, sendGet } from '../../checks/requests.ts';
import { AS_LISTED, type Base, type Order } from './list-spec.ts';

function ordersBy(id: SortedRoute, column: string): readonly Order[] {
  const key = (direction: Direction): SortKey => keyOf(column, direction);
  const [accepted, reverses] = [clauseOf(id, 'order.accepted'), clauseOf(id, 'ascending.reverses')];
  const down = { key: key('descending'), clauses: [accepted] };
  return [
    { ...down, name: column, query: { order: column }, clauses: [accepted, clauseOf(id, 'ascending.default')] },
    { ...down, name: `${column} descending`, query: { order: column, ascending: 'false' } },
    {
      name: `${column} ascending`,
      query: { order: column, ascending: 'true' },
      key: key('ascending'),
      clauses: [reverses],
    },
  ];
}

const PLAIN: readonly Order[] = [AS_LISTED, { ...AS_LISTED, name: 'ascending', query: { ascending: 'true' } }];

/** Every order that a target may have. */
export function catalogOrders(id: SortedRoute): readonly Order[] {
  return [...PLAIN, ...columnsOf[id].flatMap((column) => ordersBy(id, column))];
}

/** The orders by those of some columns, at most `most` of them, by which this target sorts. */
export async function ordersOn(
  context: CheckContext,
  id: SortedRoute,
  base: Base,
  most: number,
): Promise<readonly Order[]> {
  const columns = columnsOf[id].map((column) => ({ column, place: context.random() }));
  const tried = columns.toSorted((left, right) => left.place - right.place).slice(0, most);
  const found: Order[] = [...PLAIN];
  for (const { column } of tried)
    if (await sortsBothWays(context, id, base, column)) found.push(...ordersBy(id, column));
  return found;
}

async function sortsBothWays(
  context: CheckContext,
  id: SortedRoute,
  { query }: Base,
  column: string,
): Promise<boolean> {
  for (const direction of ['descending', 'ascending'] as const) {
    const ascending = String(direction === 'ascending');
    const response = await sendGet(context, id, { ...query, limit: '100', order: column, ascending });
    const rows = isSuccess(response) ? itemsOf(routeById(id), response) : [];
    if (!differs(rows, column) || !isSortedBy(rows, column, direction)) return false;
  }
  return true;
}
