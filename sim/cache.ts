/** sim/cache: a bounded map in two generations. A turn drops entries that were not read since the last one. */

export type Cache<Value, Key extends string | number = string> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): Value;
};

export function createCache<Value, Key extends string | number = string>(sizeMax: number): Cache<Value, Key> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  const set = (key: Key, value: Value): Value => {
    if (young.size >= sizeMax / 2) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  };
  return {
    set,
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const kept = old.get(key);
      return kept === undefined ? undefined : set(key, kept);
    },
  };
}
