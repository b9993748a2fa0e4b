/** backtest/data/cell-values tests: numbers and moments of captures against slower readers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPrice, parseUnits } from '../../base/units.ts';
import { identityOf, parseMoment, parseSize, parseTick, parseUsMoment } from './cell-values.ts';

describe('prices and sizes', () => {
  it('are what the exact parser reads', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000 }), (tick) => parseTick(formatPrice(tick)) === tick));
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(999_999), (whole, micros) => {
        const text = `${whole}.${String(micros).padStart(6, '0')}`;
        expect(parseSize(text)).toBe(parseUnits(text, 6));
        expect(parseSize(`${text}000`)).toBe(parseUnits(text, 6));
      }),
    );
  });

  it('may be numbers, and are rounded half up beyond the last digit', () => {
    expect([parseTick(0.52), parseTick('0.02700000027'), parseTick('0.00005'), parseTick('0.000049')]).toEqual([
      5_200, 270, 1, 0,
    ]);
    expect([parseSize(1500), parseSize(1e-7), parseSize(12n), parseSize('0.0000005')]).toEqual([
      1_500_000_000, 0, 12_000_000, 1,
    ]);
  });

  it.each([
    '',
    '.',
    '1.',
    '-1',
    '1,5',
    '1e3',
    'NaN',
    ' 1',
    '1.2.3',
    undefined,
    null,
    {},
    Number.NaN,
    -1,
    '99999999999999999',
  ])('are not %j', (cell) => expect(parseSize(cell)).toBeNaN());
});

describe('moments', () => {
  it('are what Date reads, with microseconds', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), (date) => {
        const text = date.toISOString();
        expect(parseMoment(text)).toBe(date.getTime() * 1_000);
        expect(parseMoment(text.replace('Z', '007+02:00'))).toBe((date.getTime() - 7_200_000) * 1_000 + 7);
        expect(parseMoment(date)).toBe(date.getTime() * 1_000);
      }),
    );
    expect(parseMoment('2025-11-09T05:54:39.90402Z') % 1_000_000).toBe(904_020);
    expect(parseMoment('2026-03-31')).toBe(Date.UTC(2026, 2, 31) * 1_000);
  });

  it('may be text of the US in the time of New York', () => {
    expect(parseUsMoment('Friday, February 27, 2026 21:22:03 EST')).toBe(Date.UTC(2026, 1, 28, 2, 22, 3) * 1_000);
    expect(parseUsMoment('Monday, July 6, 2026 01:00:00 EDT')).toBe(Date.UTC(2026, 6, 6, 5) * 1_000);
  });

  it.each(['', 'yesterday', '2026-02-30T00:00:00Z', '2026-13-01', '2026-01-01T25:00:00Z', 7])('are not %j', (cell) => {
    expect(parseMoment(cell)).toBeNaN();
  });
});

it('identities differ where texts do', () => {
  const texts = fc.uniqueArray(fc.string(), { minLength: 2 });
  fc.assert(fc.property(texts, (all) => new Set(all.map(identityOf)).size === all.length));
  expect(identityOf('')).toBe(0);
});
