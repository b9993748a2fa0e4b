import { spawnSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointerOf } from '../../base/json-pointer.ts';
import { processorMs } from '../../spec/fixtures/processor-time.ts';
import { type Request, withJson } from '../../wire/message.ts';
import { canaryWallet } from '../fixtures/fake-target.ts';
import { curlLine } from './curl.ts';
import { citedObject, cut, describe as describeValue, inWords, placeIn, pointerShape, writeLine } from './excerpt.ts';
import { createRedactor } from './redact.ts';

describe('texts of what was seen', () => {
  test.prop([fc.jsonValue()])('are the JSON of a small value', (value) => {
    expect(describeValue(value, 100_000)).toBe(JSON.stringify(value));
  });

  test.prop([fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 1, max: 50 })])(
    'are never much longer than requested',
    (value, max) => {
      expect(describeValue(value, max).length).toBeLessThanOrEqual(max + 3);
    },
  );

  it('cost little for a huge value', () => {
    const huge = Array.from({ length: 1_000_000 }, () => 'x');
    const cost = processorMs(() => expect(describeValue([huge, huge], 50)).toMatch(/^\[\["x",.*\.\.\.$/));
    expect(cost).toBeLessThan(40);
  });

  it('say how much was left out, and what was missing', () => {
    expect(cut('abcdef', 3)).toBe('abc... (3 more characters)');
    expect(describeValue(undefined)).toBe('missing');
  });

  it('do not hold on to the long texts they were cut from', () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    collect();
    const before = process.memoryUsage().heapUsed;
    const kept = Array.from({ length: 50 }, (_, index) => cut(`${index}${'x'.repeat(1_000_000)}`.toUpperCase(), 300));
    collect();
    expect(kept).toHaveLength(50);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  });

  it('point into JSON, and differ by more than row numbers', () => {
    expect(pointerOf([0, 'a/b', '~'])).toBe('/0/a~1b/~0');
    expect(pointerShape('/0/tokens/12/price')).toBe('/*/tokens/*/price');
  });
});

describe('a curl line', () => {
  const request: Request = { method: 'GET', path: '/markets', query: '', headers: {} };

  /** The words that a shell makes of the line, with TARGET and the secrets set. */
  function words(line: string): string[] {
    const script =
      `curl() { printf '%s\\0' "$@"; }; TARGET=http://t SVC_API_KEY=K SVC_PASSPHRASE=P ` +
      `SVC_SIGNATURE=S SVC_TIMESTAMP=T; ${line}`;
    return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.split('\0').slice(0, -1);
  }

  it.each([
    ['/markets', 'title=it\'s+$(reboot)`x`&b="c"'],
    ['/markets/slug/a%20b', ''],
    ['/events/..', 'x={y}[1]'],
  ])('asks for %s?%s and runs nothing', (path, query) => {
    const sent = words(curlLine({ ...request, path, query }));
    expect(sent).toContain(query === '' ? `http://t${path}` : `http://t${path}?${query}`);
  });

  it('carries method, headers and body, and variables in place of secrets', () => {
    const headers = {
      'content-type': 'application/json',
      svc_address: '0xA',
      svc_api_key: 'key-in-clear',
      svc_passphrase: 'pass-in-clear',
      svc_signature: 'sig-in-clear',
      svc_timestamp: '17',
    };
    const line = curlLine({ ...request, method: 'POST', path: '/order', headers, body: '{"a":"it\'s"}' });
    expect(line).not.toContain('in-clear');
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect(curlLine({ ...request, headers: capitals })).not.toContain('in-clear');
    const sent = words(line);
    expect(sent).toContain('SVC_ADDRESS: 0xA');
    expect(sent).toContain('SVC_PASSPHRASE: P');
    expect(sent.slice(-2)).toEqual(['--data-binary', '{"a":"it\'s"}']);
    expect(sent).toContain('POST');
  });

  it('names a long body instead of printing it', () => {
    expect(curlLine({ ...request, method: 'POST', body: 'x'.repeat(9_999) })).toMatch(
      /@body\.json # a body of 9999 characters/,
    );
  });
});

describe('redaction', () => {
  const wallet = canaryWallet();
  const redactor = createRedactor([wallet, canaryWallet('2')]);

  it.each([
    ['in any letter case', wallet.passphrase.toUpperCase(), '<passphrase 1>'],
    ['percent-encoded', encodeURIComponent(wallet.secret), '<secret 1>'],
    ['in the other base64 alphabet', wallet.secret.replaceAll('/', '_').replaceAll('+', '-'), '<secret 1>'],
    ['without padding', wallet.secret.replace(/=+$/, ''), '<secret 1>'],
    ['of another wallet', canaryWallet('2').apiKey, '<apiKey 2>'],
  ])('finds a secret %s', (_, text, name) => {
    expect(redactor.text(`before ${text} after`)).toMatch(new RegExp(`^before ${name}=* after$`));
  });

  it('finds the part of a secret that an excerpt has', () => {
    const whole = { key: wallet.apiKey, more: 'x'.repeat(100) };
    for (const max of [16, 20, 30]) {
      expect(redactor.text(describeValue(whole, max))).toBe('{"key":"<apiKey 1>...');
      expect(redactor.text(cut(JSON.stringify(whole), max))).toMatch(
        /^\{"key":"<apiKey 1>\.\.\. \(\d+ more characters\)$/,
      );
    }
    expect(redactor.text('before it...')).toBe('before it...');
  });

  it('finds another secret of any length and with any character', () => {
    const secrets = ['k'.repeat(1_000_000), `${'j.'.repeat(100)}tail`, '\ud83d-half-a-pair'];
    const { text } = createRedactor([], secrets);
    for (const secret of secrets) expect(text(`{"echo":"${secret}"}`)).toBe('{"echo":"<secret>"}');
    const value = `${'of "words", '.repeat(100_000)}tail`;
    const found = createRedactor([], [], [value]).text(cut(`it is ${value}`, 1_000_000));
    expect(found).toBe('it is <secret>... (200010 more characters)');
  });

  it('finds signatures once they are made, and leaves other hex alone', () => {
    const signature = 'ab12'.repeat(16);
    expect(redactor.text(signature)).toBe(signature);
    redactor.addSignature(signature);
    expect(redactor.text(`x${signature.toUpperCase()}`)).toBe('x<signature>');
    expect(redactor.text('cd34'.repeat(16))).toBe('cd34'.repeat(16));
  });

  it('goes through keys and values of plain data', () => {
    const data = { [wallet.apiKey]: [{ a: wallet.secret, n: 1, t: true, z: null }] };
    expect(redactor.deep(data)).toEqual({ '<apiKey 1>': [{ a: '<secret 1>', n: 1, t: true, z: null }] });
  });
});

describe('the cited object', () => {
  const rows = { data: [{ id: 7, 'a/b': { size: '810' }, list: [1, 2] }] };

  it.each([
    ['', undefined],
    ['/data', '{>>> "data":[{"id":7,"a/b":{"size":"810"},"list":[1,2]}] <<<}'],
    ['/data/0', '{"id":7,"a/b":{"size":"810"},"list":[1,2]}'],
    ['/data/0/a~1b/size', '{>>> "size":"810" <<<}'],
    ['/data/0/list/1', '{"id":7,"a/b":{"size":"810"},>>> "list":[1,2] <<<}'],
    ['/data/0/price', '{"id":7,"a/b":{"size":"810"},"list":[1,2],>>> no "price" <<<}'],
  ])('at %j', (pointer, expected) => {
    expect(citedObject(rows, pointer)).toBe(expected);
  });

  it('is bounded, and always has the member', () => {
    const large = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`name${index}`, 'x'.repeat(1_000)]));
    const text = citedObject(large, '/name4000') ?? '';
    expect(text.length).toBeLessThan(800);
    expect(text).toMatch(/,\.\.\.,>>> "name4000":"x+\.\.\. <<<\}$/);
  });

  it('is absent for other bodies', () => {
    expect(citedObject(['a'], '/0')).toBeUndefined();
    expect(citedObject(undefined, '/0')).toBeUndefined();
  });
});

it('a write has the fields that explain it and its response, and no key', () => {
  const order = { side: 'BUY', makerAmount: '9800000', signature: '0xabc' };
  const request = withJson('POST', '/order', { order, orderType: 'GTC', owner: 'secret' });
  expect(writeLine(request)).toBe('POST $TARGET/order {"side":"BUY","makerAmount":"9800000","orderType":"GTC"}');
  const response = { request, status: 200, headers: {}, text: '{"success":true}', json: {} };
  expect(writeLine(request, response)).toMatch(/"GTC"\} -> 200 \{"success":true\}$/);
});

it('texts of findings have no NaN, undefined or row -1', () => {
  expect(inWords('NaN, not undefined')).toBe('a number, not a value');
  expect(describeValue(Number.NaN)).toBe('not a number');
  expect(['/-1/match_time', '/data/-1', '/0/a-1', '/3'].map(placeIn)).toEqual(['', '/data', '/0/a-1', '/3']);
});
