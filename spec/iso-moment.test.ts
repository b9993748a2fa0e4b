/** spec/iso-moment tests: moments as texts mean the same in every time zone. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { momentMs } from './iso-moment.ts';

afterEach(() => vi.unstubAllEnvs());

const NOON = Date.UTC(2026, 0, 4, 12);

describe.each(['UTC', 'America/New_York', 'Asia/Kolkata'])('a recorded moment read in %s', (zone) => {
  it.each([
    ['2026-01-04T12:00:00Z', NOON],
    ['2026-01-04T12:00:00.250199Z', NOON + 250],
    ['2026-01-04 12:00:00+00', NOON],
    ['2026-01-04T12:00:00+00', NOON],
    ['2026-01-04T14:00:00+0200', NOON],
    ['2026-01-04T07:00:00,5-05:00', NOON + 500],
    ['2026-01-04T12:00:00', NOON],
    ['2026-01-04 12:00', NOON],
    ['2026-01-04', NOON - 12 * 3_600_000],
    ['20260104T1200', NOON],
    ['20260104T120000.5+0000', NOON + 500],
    ['2026-01-03T24:00:00Z', NOON - 12 * 3_600_000],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
  ])('%s is the same', (text, expected) => {
    vi.stubEnv('TZ', zone);
    expect(momentMs(text)).toBe(expected);
  });

  it.each(['', 'noon', '4 January 2026', '2026-01-04T12:00:60Z', '2026-01-04T24:30:00Z', '2026-13-01'])(
    '%j is not a moment',
    (text) => {
      vi.stubEnv('TZ', zone);
      expect(momentMs(text)).toBeUndefined();
    },
  );
});
