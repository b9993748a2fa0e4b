/** sim/cache.test: entries in use stay, and a stream of new keys never exceeds the bound. */
import { describe, expect, it } from 'vitest';
import { createCache } from './cache.ts';

describe('createCache', () => {
  it('keeps entries in use and drops the others', () => {
    const cache = createCache<number>(10);
    cache.set('kept', 1);
    cache.set('left', 2);
    for (let key = 0; key < 100; key += 1) {
      cache.set(String(key), key);
      expect(cache.get('kept')).toBe(1);
    }
    expect(cache.get('left')).toBeUndefined();
    expect(cache.get('0')).toBeUndefined();
  });

  it('never holds more than its bound', () => {
    const cache = createCache<number>(10);
    const keys = Array.from({ length: 1_000 }, (_, key) => String(key));
    for (const key of keys) cache.set(key, 0);
    expect(keys.filter((key) => cache.get(key) !== undefined).length).toBeLessThanOrEqual(10);
  });
});
