/** sim/query.test: query strings against the parameter tables: types, bounds, defaults, aliases, families of errors. */
import { test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { WALLET_ERROR } from '../spec/errors.ts';
import { anyText } from '../spec/fixtures/any-text.ts';
import { processorMs } from '../spec/fixtures/processor-time.ts';
import { ROUTES, routeById } from '../spec/routes.ts';
import { createQueryParser } from './query.ts';
import { errorBody } from './responder.ts';

const USER = `0x${'0aF3'.repeat(10)}`;
const [FIRST, SECOND, THIRD] = ['1', '2', 'aF'].map((digits) => `0x${digits.repeat(64 / digits.length)}`);
const parse = (id: Parameters<typeof routeById>[0], raw: string) => createQueryParser(routeById(id))(raw);
const refusalOf = (id: Parameters<typeof routeById>[0], raw: string) => {
  const parsed = parse(id, raw);
  return parsed.ok ? undefined : parsed.refusal;
};

describe('4.8 GET /positions', () => {
  it('fills in every default', () => {
    expect(parse('positions', `user=${USER}`)).toEqual({
      ok: true,
      value: {
        user: USER,
        market: undefined,
        sizeThreshold: 1,
        redeemable: false,
        mergeable: false,
        limit: 100,
        offset: 0,
        sortBy: 'TOKENS',
        sortDirection: 'DESC',
        title: undefined,
      },
    });
  });

  it('reads every type', () => {
    const raw = `market=${FIRST},${SECOND}&sizeThreshold=0.5&redeemable=true&limit=0&title=a%20b+c&user=${USER}`;
    expect(parse('positions', raw)).toMatchObject({
      ok: true,
      value: { market: [FIRST, SECOND], sizeThreshold: 0.5, redeemable: true, limit: 0, title: 'a b c' },
    });
  });

  it.each([
    ['', 'missing-field', 'user'],
    ['limit=5', 'missing-field', 'user'],
    ['user=', 'missing-field', 'user'],
    ['user=0x12', 'bad-request', 'user'],
    [`user=${USER}&user=${USER}`, 'bad-request', 'user'],
    [`user=&user=${USER}`, 'bad-request', 'user'],
    [`user=${USER}&user=`, 'bad-request', 'user'],
    [`user=${USER}&title=&title=a`, 'bad-request', 'title'],
    [`user=${USER}&foo=1`, 'unknown-field', 'foo'],
    [`user=${USER}&LIMIT=1`, 'unknown-field', 'LIMIT'],
    [`user=${USER}&__proto__=1`, 'unknown-field', '__proto__'],
    [`user=${USER}&=1`, 'unknown-field', '""'],
    [`user=${USER}&%20=1`, 'unknown-field', '" "'],
    [`user=${USER}&a%0Ab=1`, 'unknown-field', '"a\\nb"'],
    ...['501', '-1', '1.0', '+1', '1e2', 'abc', '', '%31%30%30%30', '9007199254740993'].map((limit) => [
      `user=${USER}&limit=${limit}`,
      'bad-request',
      'limit',
    ]),
    [`user=${USER}&offset=10001`, 'bad-request', 'offset'],
    ...['-0.1', '-1e3', '.5', '1.', '1e', 'NaN', 'Infinity', '0x10', ''].map((size) => [
      `user=${USER}&sizeThreshold=${size}`,
      'bad-request',
      'sizeThreshold',
    ]),
    ...['TRUE', '1', 'yes', '', 'tru'].map((flag) => [`user=${USER}&redeemable=${flag}`, 'bad-request', 'redeemable']),
    ...['tokens', 'REALIZEDPNL', ''].map((key) => [`user=${USER}&sortBy=${key}`, 'bad-request', 'sortBy']),
    ...['x', '0x12', `${FIRST}1`, `${FIRST},x`, `x,${FIRST}`, `${FIRST}%2C%20${SECOND}`].map((market) => [
      `user=${USER}&market=${market}`,
      'bad-request',
      'market',
    ]),
    [`user=${USER}&sortDirection=asc`, 'bad-request', 'sortDirection'],
    [`user=${USER}&title=${'x'.repeat(101)}`, 'bad-request', 'title'],
    [`user=${USER}&title=%E0%A4%A`, 'bad-request', 'title'],
    [`user=${USER}&title=%ff`, 'bad-request', 'title'],
    [`user=${USER}&%zz=1`, 'bad-request', '"%zz"'],
  ])('%s is %s: %s', (raw, condition, detail) => {
    expect(refusalOf('positions', raw)).toEqual({ condition, detail });
  });

  it.each([
    ['1e3', 1_000],
    ['2.5E-1', 0.25],
    ['0.0000000000000000000000001', 1e-25],
    ['99999999999999999999', 1e20],
  ])('takes sizeThreshold=%s in any notation', (text, sizeThreshold) => {
    expect(parse('positions', `user=${USER}&sizeThreshold=${text}`)).toMatchObject({ value: { sizeThreshold } });
  });

  it('counts characters, not bytes or surrogates', () => {
    expect(parse('positions', `user=${USER}&title=${encodeURIComponent('🎲'.repeat(100))}`).ok).toBe(true);
    expect(parse('positions', `user=${USER}&title=${encodeURIComponent('🎲'.repeat(101))}`).ok).toBe(false);
  });

  it('joins a repeated list', () => {
    expect(parse('positions', `user=${USER}&market=${FIRST},${SECOND}&market=${THIRD}`)).toMatchObject({
      value: { market: [FIRST, SECOND, THIRD] },
    });
  });
});

describe('a list that is repeated thousands of times', () => {
  it('is parsed in linear time', () => {
    const cost = processorMs(() =>
      expect(parse('holders', `market=${FIRST}&`.repeat(50_000))).toMatchObject({ ok: true }),
    );
    expect(cost).toBeLessThan(1_000);
  });
});

describe('4.10 GET /holders', () => {
  it.each(['', 'market=', 'market=,'])('needs a market (%j)', (raw) => {
    expect(refusalOf('holders', raw)).toEqual({ condition: 'missing-field', detail: 'market' });
  });
});

describe('4.11 GET /markets', () => {
  it('ignores parameters it does not know', () => {
    expect(parse('markets', 'foo=1&foo=2&__proto__=3&constructor=4')).toEqual(parse('markets', ''));
  });

  it.each([
    ['tag=a', 'tag_slug', 'a'],
    ['tag=a&tag_slug=a', 'tag_slug', 'a'],
    ['eventSlug=e', 'event_slug', 'e'],
    ['condition_id=0x1', 'conditionId', '0x1'],
    ['tag=&tag_slug=a', 'tag_slug', 'a'],
    ['conditionId=0xab&condition_id=0xAB', 'conditionId', '0xAB'],
    ['slug=', 'slug', undefined],
    ['offset=9007199254740993', 'offset', Number.MAX_SAFE_INTEGER],
    ['offset=99999999999999999999', 'offset', Number.MAX_SAFE_INTEGER],
    ['tag_id=99999999999999999999', 'tag_id', Number.MAX_SAFE_INTEGER],
    ['tag_id=-5', 'tag_id', -5],
    ['event_id=007', 'event_id', 7],
    ['event_id=-0', 'event_id', 0],
  ])('%s sets %s', (raw, name, value) => {
    const parsed = parse('markets', raw);
    expect(parsed.ok && parsed.value[name]).toBe(value);
  });

  it.each([
    ['tag=a&tag_slug=b', 'parameter tag_slug contradicts tag, which is the same parameter'],
    ['tag=a&tag_slug=A', 'parameter tag_slug contradicts tag, which is the same parameter'],
    [
      'conditionId=0xab&condition_id=0xac',
      'parameter condition_id contradicts conditionId, which is the same parameter',
    ],
    ['slug=a&slug=a', 'parameter slug must be given once'],
    ['slug=&slug=a', 'parameter slug must be given once'],
    ['slug=a&slug=', 'parameter slug must be given once'],
    ['slug=&slug=', 'parameter slug must be given once'],
    ['tag=a&tag_slug=a&tag=a', 'parameter tag must be given once'],
    ['tag=&tag_slug=a&tag=', 'parameter tag must be given once'],
    ['limit=0', 'parameter limit must not be less than 1'],
    ['limit=101', 'parameter limit must not be more than 100'],
    ['offset=-1', 'parameter offset must not be less than 0'],
    ['offset=-99999999999999999999', 'parameter offset must not be less than 0'],
    ['active=1', 'parameter active must be true or false'],
    ['tag_id=x', 'parameter tag_id must be an integer'],
  ])('%s: %s', (raw, detail) => {
    expect(refusalOf('markets', raw)).toEqual({ condition: 'bad-request', detail });
  });
});

describe('4.6 GET /builder/trades', () => {
  it('takes an empty cursor or filter as none', () => {
    expect(parse('builder-trades', 'next_cursor=&id=')).toEqual(parse('builder-trades', ''));
  });

  it('takes one cursor only', () => {
    expect(refusalOf('builder-trades', 'next_cursor=&next_cursor=MA==')?.detail).toBe(
      'parameter next_cursor must be given once',
    );
  });

  it('reads moments as seconds', () => {
    expect(parse('builder-trades', 'before=1700000000')).toMatchObject({ value: { before: 1_700_000_000 } });
    expect(refusalOf('builder-trades', 'after=2026-01-01')?.detail).toBe(
      'parameter after must be a Unix timestamp in whole seconds',
    );
  });
});

describe('the cache', () => {
  it('returns the same result the second time, refusals included', () => {
    const parser = createQueryParser(routeById('markets'));
    expect(parser('limit=7')).toBe(parser('limit=7'));
    expect(parser('limit=x')).toBe(parser('limit=x'));
  });
});

describe.each(ROUTES)('$id', (route) => {
  const parser = createQueryParser(route);

  test.prop([anyText(60)])('never throws, and refuses in its family', (raw) => {
    const parsed = parser(raw);
    if (parsed.ok || route.family !== 'wallet') return;
    const body = JSON.parse(errorBody('wallet', parsed.refusal.condition, parsed.refusal.detail)) as { error: string };
    expect(body.error).toMatch(WALLET_ERROR);
  });
});
