/** sim/limiter.test: exact sliding windows at their edges, and against a naive count of everything admitted. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { LIMITS, type LimitScope } from '../spec/limits.ts';
import { createLimiter } from './limiter.ts';

describe.each(LIMITS)('$section $scope', ({ id, windows }) => {
  const [{ max, seconds } = { max: 0, seconds: 0 }] = windows;

  it(`admits ${max} in ${seconds} s and one more when the first has left the window, not a millisecond sooner`, () => {
    const limiter = createLimiter();
    for (let sent = 0; sent < max; sent += 1) expect(limiter.admit([id], 'a', sent === 0 ? 1_000 : 1_500)).toBe(0);
    const leavesAt = 1_000 + seconds * 1_000;
    expect(limiter.admit([id], 'a', 1_500)).toBe(leavesAt - 1_500);
    expect(limiter.admit([id], 'a', leavesAt - 1)).toBe(1);
    expect(limiter.admit([id], 'b', leavesAt - 1)).toBe(0);
    expect(limiter.admit([id], 'a', leavesAt)).toBe(0);
    expect(limiter.admit([id], 'a', leavesAt)).toBe(500);
  });
});

describe('8.3 both windows', () => {
  it('throttles by the sustained window when every burst was within bounds', () => {
    const limiter = createLimiter();
    let now = 0;
    for (let burst = 0; burst < 10; burst += 1) {
      for (let sent = 0; sent < 2_400; sent += 1) expect(limiter.admit(['write-order'], 'k', now)).toBe(0);
      now += 10_000;
    }
    expect(limiter.admit(['write-order'], 'k', now)).toBe(600_000 - now);
    expect(limiter.admit(['write-cancel'], 'k', now)).toBe(0);
    expect(limiter.admit(['write-order'], 'k', 600_000)).toBe(0);
  });
});

describe('several scopes', () => {
  it('count nothing when one of them is full', () => {
    const limiter = createLimiter();
    for (let sent = 0; sent < 80; sent += 1) limiter.admit(['book-all', 'book-books'], 'a', 0);
    for (let tries = 0; tries < 10_000; tries += 1)
      expect(limiter.admit(['book-all', 'book-books'], 'a', 1)).toBe(9_999);
    for (let sent = 0; sent < 4_920; sent += 1) expect(limiter.admit(['book-all'], 'a', 2)).toBe(0);
    expect(limiter.admit(['book-all'], 'a', 2)).toBe(9_998);
  });
});

describe('callers', () => {
  it('are forgotten when idle, and only then', () => {
    const limiter = createLimiter();
    for (let caller = 0; caller < 4_096; caller += 1)
      limiter.admit(['book-books'], String(caller), caller < 4_000 ? 0 : 9_000);
    for (let sent = 0; sent < 79; sent += 1) limiter.admit(['book-books'], '4095', 9_000);
    expect(limiter.admit(['book-books'], 'new', 10_000)).toBe(0);
    expect(limiter.admit(['book-books'], '4095', 10_000)).toBe(9_000);
  });
});

const tiny: LimitScope[] = [
  {
    id: 'write-order',
    section: '8.3',
    scope: 'two windows',
    per: 'api-key',
    windows: [
      { max: 3, seconds: 1 },
      { max: 70, seconds: 20 },
    ],
  },
  { id: 'book-all', section: '8.2', scope: 'one window', per: 'client', windows: [{ max: 5, seconds: 2 }] },
];

describe('against a naive count', () => {
  const steps = fc.array(
    fc.record({
      wait: fc.constantFrom(0, 1, 1, 200, 333, 500, 999, 1_000, 2_000),
      scopes: fc.constantFrom(['write-order'] as const, ['book-all'] as const, ['write-order', 'book-all'] as const),
    }),
    { maxLength: 400, size: 'max' },
  );

  test.prop([steps], { numRuns: 60 })('admits exactly the same requests', (script) => {
    const limiter = createLimiter(tiny);
    const admitted = new Map<string, number[]>(tiny.map(({ id }) => [id, []]));
    let now = 0;
    for (const { wait, scopes } of script) {
      now += wait;
      const fits = tiny
        .filter(({ id }) => (scopes as readonly string[]).includes(id))
        .every(({ id, windows }) =>
          windows.every(({ max, seconds }) => {
            const inside = (admitted.get(id) ?? []).filter((moment) => moment > now - seconds * 1_000);
            return inside.length < max;
          }),
        );
      expect(limiter.admit(scopes, 'a', now) === 0).toBe(fits);
      if (fits) for (const id of scopes) admitted.get(id)?.push(now);
    }
  });
});
