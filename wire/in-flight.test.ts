import { expect, it } from 'vitest';
import { createInFlight } from './in-flight.ts';

const MIB = 1024 * 1024;

it('lets all bodies flow while they have room together', () => {
  const { join } = createInFlight(16 * MIB);
  const shares = Array.from({ length: 8 }, () => join(() => undefined));
  for (const share of shares) expect(share.take(2 * MIB)).toBe(true);
});

it('suspends all large bodies but the oldest when they have too many bytes, and resumes them later', () => {
  const { join } = createInFlight(4 * MIB);
  const resumed: string[] = [];
  const oldest = join(() => resumed.push('oldest'));
  const second = join(() => resumed.push('second'));
  const third = join(() => resumed.push('third'));
  expect(oldest.take(3 * MIB)).toBe(true);
  expect(second.take(2 * MIB)).toBe(false);
  expect(third.take(3 * MIB)).toBe(false);
  expect(oldest.take(20 * MIB)).toBe(true);
  oldest.release();
  // The second is the oldest now; the two have five mebibytes together.
  expect(resumed).toEqual(['second']);
  expect(second.take(20 * MIB)).toBe(true);
  second.release();
  expect(resumed).toEqual(['second', 'third']);
});

it('never suspends a small body', () => {
  const { join } = createInFlight(MIB);
  join(() => undefined).take(5 * MIB);
  expect(join(() => undefined).take(200 * 1024)).toBe(true);
});
