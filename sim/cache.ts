/**
 * sim/cache: a bounded map from text to values in two generations. Entries that were asked for since the last turn
 * survive it; a stream of new keys costs no more than the bound.
 */

export type Cache<Value> = {
  get(key: string): Value | undefined;
  /** Keeps `value` and returns it. */
  set(key: string, value: Value): Value;
};

/** A cache that holds at most `sizeMax` entries. */
export function createCache<Value>(sizeMax: number): Cache<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const set = (key: string, value: Value): Value => {
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
