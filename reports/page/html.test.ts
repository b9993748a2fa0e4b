import { describe, expect, it } from 'vitest';
import {
  cents,
  count,
  dataBlock,
  decimal,
  duration,
  exactMoment,
  html,
  moment,
  money,
  multiline,
  percent,
  priceDigits,
  shares,
  trimmed,
} from './html.ts';

const HOSTILE = `</script><script>alert(1)</script>"'&\u2028\u202e\u0000`;

describe('a template', () => {
  it('escapes text in content and attributes', () => {
    const text = html`<a title="${HOSTILE}">${HOSTILE}</a>`.toString();
    expect(text.match(/[<>]/g)).toEqual(['<', '>', '<', '>']);
    expect(text.match(/"/g)).toHaveLength(2);
    expect(text).toContain('&#60;script&#62;alert(1)');
  });

  it('shows marks that reorder text as their codes', () => {
    expect(html`${'a\u202eb'}`.toString()).toBe('a\\u202eb');
  });

  it('takes templates as they are, joins lists, and leaves nothing for undefined and false', () => {
    expect(html`<p>${[html`<b>${1}</b>`, undefined, false, '<']}</p>`.toString()).toBe('<p><b>1</b>&#60;</p>');
  });

  it('keeps the line breaks of the text', () => {
    expect(multiline('a\n<b>').toString()).toBe('a<br>&#60;b&#62;');
  });
});

describe('a block of data', () => {
  it('cannot be ended by its values, and keeps them', () => {
    const block = dataBlock('data', { text: HOSTILE, comment: '<!--' }).toString();
    const [, json = ''] = /^<script type="application\/json" id="data">(.*)<\/script>$/s.exec(block) ?? [];
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ text: HOSTILE, comment: '<!--' });
  });
});

describe('numbers', () => {
  it.each([
    [decimal(1234567.891, 2), '1,234,567.89'],
    [decimal(-999.5, 0), '\u22121,000'],
    [decimal(-0.001, 2), '0.00'],
    [count(12), '12'],
    [money(-1234.5), '\u2212$1,234.50'],
    [money(0.00251, 4), '$0.0025'],
    [percent(0.1234), '12.3%'],
    [shares(25), '25'],
    [shares(12.345), '12.35'],
    [cents(0.0025), '+0.25¢'],
    [cents(-0.01), '\u22121.00¢'],
    [cents(0), '0.00¢'],
    [trimmed(1.5, 3), '1.5'],
    [trimmed(100, 3), '100'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected);
  });

  it('use as many decimals as the prices need', () => {
    expect([priceDigits([]), priceDigits([0.5, 0.07]), priceDigits([0.5, 0.071]), priceDigits([0.0715])]).toEqual([
      2, 2, 3, 4,
    ]);
  });
});

describe('times', () => {
  it('are in UTC', () => {
    const at = Date.UTC(2026, 2, 1, 14, 5, 9, 123) * 1_000 + 456;
    expect([moment(at), exactMoment(at)]).toEqual(['2026-03-01 14:05:09', '2026-03-01 14:05:09.123']);
  });

  it('outside of the calendar stay numbers', () => {
    expect(exactMoment(1e300)).toBe('1e+300');
  });

  it.each([
    [duration(0), '0 s'],
    [duration(0.04), '40 ms'],
    [duration(1.25), '1.25 s'],
    [duration(59.999), '60 s'],
    [duration(725), '12 min 5 s'],
    [duration(3_600), '1 h'],
    [duration(273_600), '3 d 4 h'],
    [duration(-60), '\u22121 min'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected);
  });
});
