/** sim/catalog/sort-order: the order of catalog lists: by a scalar column, then `id`; descending is its reverse. */

export type Scalar = string | number | boolean;
/** The place of an item in an order: its key, then its id. */
export type Place = { readonly key: Scalar; readonly id: number };
type Row<Item> = Place & { readonly item: Item };

/** Sorts by `keyOf`, ties by numeric id, both in the requested direction. */
export function sortedBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Scalar,
  idOf: (item: Item) => string,
  ascending: boolean,
): Item[] {
  const rows = items.map((item): Row<Item> => ({ item, key: keyOf(item), id: Number(idOf(item)) }));
  rows.sort(ascending ? comparePlaces : (a, b) => comparePlaces(b, a));
  return rows.map((row) => row.item);
}

export function comparePlaces(a: Place, b: Place): number {
  if (a.key < b.key) return -1;
  if (a.key > b.key) return 1;
  return a.id - b.id;
}

export function scalarColumns(record: object): string[] {
  return Object.entries(record)
    .filter(([, value]) => isScalar(value))
    .map(([name]) => name);
}

/** The sort key of a record in a scalar column: `id` is a number there. */
export function columnValue(record: object, column: string): Scalar {
  const value: unknown = Reflect.get(record, column);
  if (column === 'id') return Number(value);
  return isScalar(value) ? value : '';
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
