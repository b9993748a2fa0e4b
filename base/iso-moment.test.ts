import { afterEach, describe, expect, it, vi } from 'vitest';
import { isIsoMoment, momentMs } from './iso-moment.ts';

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
    ['2026-W01-7T12:00:00Z', NOON],
    ['2026W017T120000Z', NOON],
    ['2026-W01-7', NOON - 12 * 3_600_000],
    ['2025-W52-7T12Z', NOON - 7 * 86_400_000],
    ['2026-W48-4', Date.UTC(2026, 10, 26)],
    ['2026W484T101500Z', Date.UTC(2026, 10, 26, 10, 15)],
    ['2020-W53-5', Date.UTC(2021, 0, 1)],
    ['2026-004T12:00:00+00:00', NOON],
    ['2026004T1200Z', NOON],
    ['2024-366', Date.UTC(2024, 11, 31)],
    ['20260104', NOON - 12 * 3_600_000],
    ['2026-01-04T12Z', NOON],
    ['2026-01-04T11,5Z', NOON - 1_800_000],
    ['2026-01-04T11:59.5Z', NOON - 30_000],
    ['2026-01-04T11:00:00\u221201:00', NOON],
    ['2026-01-04T12:00:00.29Z', NOON + 290],
  ])('%s is the same', (text, expected) => {
    vi.stubEnv('TZ', zone);
    expect(momentMs(text)).toBe(expected);
  });

  it.each([
    '',
    'noon',
    '4 January 2026',
    '2026-01-04T12:00:60Z',
    '2026-01-04T24:30:00Z',
    '2026-13-01',
    '2026-02-30',
    '2025-366',
    '2026-000',
    '2026-W54-1',
    '2026-W10-8',
    '1767528000',
  ])('%j is not a moment', (text) => {
    vi.stubEnv('TZ', zone);
    expect(momentMs(text)).toBeUndefined();
  });

  it('may be a leap second, which has no milliseconds of its own', () => {
    expect(isIsoMoment('2016-12-31T23:59:60Z')).toBe(true);
  });
});
