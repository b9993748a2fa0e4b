/** base/record: the keys and entries of a record, with the type of its keys; lists, values and sums by key. */

export function keysOf<Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] {
  return Object.keys(record) as Key[];
}

export function entriesOf<Key extends string, Value>(record: Readonly<Partial<Record<Key, Value>>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}

/** Appends to the list of a key. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** The value of a key. A key without one gets that of `make`. */
export function getOrAdd<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}

/** Adds to the number of a key, which begins with 0. */
export function addCount<Key>(counts: Map<Key, number>, key: Key, amount = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + amount);
}

/** A record whose properties that may be undefined are optional instead. */
export type WithoutUndefined<Values> = {
  [Key in keyof Values as undefined extends Values[Key] ? never : Key]: Values[Key];
} & { [Key in keyof Values as undefined extends Values[Key] ? Key : never]?: Exclude<Values[Key], undefined> };

/** The record without its properties that are undefined; the others keep their order. */
export function omitUndefined<const Values extends object>(values: Values): WithoutUndefined<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as typeof values;
}
