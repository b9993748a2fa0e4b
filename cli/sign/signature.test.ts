import { execSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { CliError } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';
import type { SignFlags } from './command.ts';
import { signedRequest } from './signature.ts';

const { file } = testFolder("sign's ");

const CANARY = 'Y2FuYXJ5LWNhbmFyeS1jYW5hcnktY2FuYXJ5';
const wallet = {
  address: `0x${'1'.repeat(40)}`,
  apiKey: '00000000-0000-4000-8000-000000000001',
  passphrase: 'a'.repeat(64),
  secret: CANARY,
};

const credentials = file(
  'good.json',
  JSON.stringify({ sandbox: true, wallets: [wallet, { ...wallet, address: `0x${'2'.repeat(40)}` }] }),
);
const flags = (more: Partial<SignFlags> = {}): SignFlags => ({
  credentials,
  wallet: 1,
  url: 'http://127.0.0.1:4010',
  ...more,
});
const sign = (method: string, path: string, more: Partial<SignFlags> = {}): string =>
  signedRequest(method, path, flags(more), 1_773_230_400_999);

describe('touchstone sign', () => {
  it('prints the five headers and a curl line', () => {
    const [address, key, passphrase, timestamp, signature, blank, text, bytes, , curl, ...rest] = sign(
      'get',
      '/data/orders?market=0x1',
    ).split('\n');
    expect([address, key, passphrase, timestamp, blank]).toEqual([
      `SVC_ADDRESS: ${wallet.address}`,
      `SVC_API_KEY: ${wallet.apiKey}`,
      `SVC_PASSPHRASE: ${wallet.passphrase}`,
      'SVC_TIMESTAMP: 1773230400',
      '',
    ]);
    expect(signature).toBe('SVC_SIGNATURE: 3f57948f99ed9428e619a99118dc97c18e31f54bd3b17670dee65074f4d8102d');
    expect(text).toBe('signed text: "1773230400GET/data/orders"');
    expect(bytes).toBe('key: 27 bytes, decoded from base64 (--show-key prints them)');
    expect(curl).toBe(
      `curl -sS -X GET ${[address, key, passphrase, timestamp, signature].map((one) => `-H '${one}'`).join(' ')} ` +
        "'http://127.0.0.1:4010/data/orders?market=0x1'",
    );
    expect(rest).toEqual(['']);
  });

  it('prints text and key that make the signature', () => {
    const body = file('signed.json', '{"orderId":"é\\n"}\n');
    const printed = sign('DELETE', '/order', { body, showKey: true });
    const value = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(printed)?.[1] ?? '';
    const digest = createHmac('sha256', Buffer.from(value('key'), 'hex')).update(JSON.parse(value('signed text')));
    expect(digest.digest('hex')).toBe(value('SVC_SIGNATURE'));
  });

  it('signs without the query, with the body, the timestamp and the requested wallet', () => {
    const signatureOf = (text: string) => /SVC_SIGNATURE: (\w+)/.exec(text)?.[1];
    expect(signatureOf(sign('GET', '/data/orders?a=b'))).toBe(signatureOf(sign('GET', '/data/orders')));
    const body = file('body.json', '{"orderId":"é"}');
    expect(signatureOf(sign('DELETE', '/order', { body }))).not.toBe(signatureOf(sign('DELETE', '/order')));
    expect(sign('GET', '/data/orders', { timestamp: 5 })).toContain('SVC_TIMESTAMP: 5\n');
    expect(sign('GET', '/data/orders', { wallet: 2 })).toContain(`SVC_ADDRESS: 0x${'2'.repeat(40)}`);
  });

  it('prints a curl line that a shell reads as meant, and that the service accepts', () => {
    const simulator = createSimulator();
    const own = file('own.json', JSON.stringify(simulator.credentials));
    const body = file("it's.json", '{"orderId":"0x1"}\n');
    const text = signedRequest(
      'DELETE',
      '/order',
      flags({ credentials: own, body, url: 'http://a.test/' }),
      simulator.now(),
    );
    const curl = text.trimEnd().split('\n').at(-1) ?? '';
    const words = execSync(`printf '%s\\n' ${curl}`, { encoding: 'utf8' }).trimEnd().split('\n');
    const headers = words.flatMap((word, index) => (words[index - 1] === '-H' ? [word.split(': ')] : []));
    expect(words.slice(0, 4)).toEqual(['curl', '-sS', '-X', 'DELETE']);
    expect(words.slice(-3)).toEqual(['--data-binary', `@${body}`, 'http://a.test/order']);
    const response = simulator.handle({
      method: 'DELETE',
      path: '/order',
      query: '',
      headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name.toLowerCase(), value])),
      body: readFileSync(body, 'utf8'),
    });
    expect(JSON.parse(response.body)).toEqual({ canceled: [], not_canceled: { '0x1': expect.any(String) } });
  });
});

describe('one line for what cannot be signed', () => {
  it.each<[string, () => string, RegExp]>([
    ['a path without a slash', () => sign('GET', 'markets'), /PATH starts with \//],
    ['a whole URL', () => sign('GET', 'http://a/b'), /--url/],
    ['an invalid method', () => sign('GET /', '/'), /is no HTTP method/],
    ['a base that is no URL', () => sign('GET', '/', { url: 'localhost' }), /--url: not a URL/],
    ['a wallet that is not there', () => sign('GET', '/', { wallet: 3 }), /holds 2 wallets: --wallet 3/],
    ['no credentials file', () => sign('GET', '/', { credentials: '/nowhere/c' }), /\/nowhere\/c: .*ENOENT/],
    ['no body file', () => sign('GET', '/', { body: '/nowhere/b' }), /the body \/nowhere\/b cannot be read \(ENOENT\)/],
    ['a body that is not text', () => sign('GET', '/', { body: '/bin/sh' }), /not UTF-8/],
  ])('%s', (_name, signing, line) => {
    expect(signing).toThrow(CliError);
    expect(signing).toThrow(line);
  });

  it.each([
    [
      'not-sandbox.json',
      JSON.stringify({ sandbox: false, wallets: [wallet] }, null, 1),
      /not-sandbox\.json:2: sandbox: true/,
    ],
    [
      'key.yaml',
      `sandbox: true\nwallets:\n  - address: "0x1"\n    secret: ${CANARY}\n`,
      /key\.yaml:3: wallets\.0\.address/,
    ],
    ['text.yaml', `sandbox: true\nwallets: []\n${CANARY}\n`, /text\.yaml:\d: /],
    ['quote.yaml', `sandbox: true\nsecret: "${CANARY}\n`, /quote\.yaml:\d: /],
    ['tag.yaml', `sandbox: true\nsecret: !${CANARY} x\n`, /tag\.yaml:/],
    ['tail.json', `{"sandbox":true} "${CANARY}"`, /tail\.json:1: /],
    ['empty.json', '', /empty\.json:/],
  ])('a credentials file with a defect: %s', (name, text, line) => {
    const signing = () => sign('GET', '/', { credentials: file(name, text) });
    expect(signing).toThrow(line);
    expect(signing).not.toThrow(CANARY);
    expect(signing).not.toThrow(/\n/);
  });
});

describe('the command', () => {
  const printed = capturePrinted();

  it('shows the signature and not the secret', async () => {
    expect(await run(['sign', 'GET', '/data/orders', '--credentials', credentials])).toBe(0);
    expect(printed.out).toContain('SVC_SIGNATURE: ');
    expect(printed.out).not.toContain(CANARY);
    expect(printed.out).not.toContain(Buffer.from(CANARY, 'base64').toString('hex'));
  });
});

it('signs as the profile of the credentials requires', () => {
  const { credentials: own, handle } = createSimulator({ profile: 'polymarket' });
  const wallets = own.wallets.map(({ dialect: _, ...each }) => each);
  const polymarket = file('polymarket.json', JSON.stringify({ ...own, wallets }));
  const [address, ...rest] = sign('GET', '/auth/api-keys', { credentials: polymarket }).split('\n').slice(0, 5);
  expect(address).toBe(`POLY_ADDRESS: ${wallets[0]?.address}`);
  const headers = Object.fromEntries(
    [address, ...rest].map((line = '') => [line.split(': ')[0]?.toLowerCase() ?? '', line.split(': ')[1] ?? '']),
  );
  expect(handle({ method: 'GET', path: '/auth/api-keys', query: '', headers }).status).toBe(200);
});
