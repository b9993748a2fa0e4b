/** sim/auth.test: level-2 authentication: fixed vectors that client and service share, and every fault. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AUTH_HEADERS } from '../spec/auth.ts';
import { loadProfile } from '../spec/profile.ts';
import type { Request } from '../wire/message.ts';
import { signed } from '../wire/signer.ts';
import { createAuthenticator, keysOf } from './auth.ts';
import type { WorldAccount } from './world/world.ts';

const SECONDS = 1_773_230_400;
const settings = loadProfile('document').auth;
// Its base64 holds both characters that differ between the two alphabets.
const secretBytes = Buffer.from('fbefbe0102030405060708090a0b0c0d0e0f1011121314151617fffefdfcfbfaff', 'hex');

const key = {
  apiKey: '0b6f1c2e-90ab-4d3c-8e5f-a1b2c3d4e5f6',
  passphrase: '0123456789abcdef'.repeat(4),
  secret: secretBytes.toString('base64'),
};
const account: WorldAccount = { index: 0, address: `0x${'AbCd'.repeat(10)}`, profile: undefined, key };
const wallet = { address: account.address, ...key };
const authenticate = createAuthenticator(keysOf([account]), settings);

const order: Request = {
  method: 'POST',
  path: '/order',
  query: '',
  headers: {},
  body: '{"order":{"salt":"1"},"owner":"é"}',
};
const list: Request = { method: 'GET', path: '/data/orders', query: 'market=0x01', headers: {} };

describe('fixed vectors', () => {
  // Computed by printf '%s' STAMP METHOD PATH BODY | openssl dgst -sha256 -mac HMAC -macopt hexkey:KEY
  const vectors: readonly (readonly [string, Request, string])[] = [
    ['a GET, whose query is not signed', list, 'a85177cf4a96d0b7680223401dcf4565470e48a0aa18d395d4031b850b315364'],
    [
      'a POST, whose body is signed as UTF-8',
      order,
      '3a9d53e590795eb1628e3609fdd8485a28c2fa8b05f7082241fcafb5a0821991',
    ],
  ];

  it.each(vectors)('%s', (_name, request, digest) => {
    const sent = signed(wallet, request, SECONDS);
    expect(sent.headers['svc_signature']).toBe(digest);
    expect(authenticate(sent, SECONDS * 1_000)).toEqual({ ok: true, value: account });
  });
});

describe('accepted headers', () => {
  it('an address in any case', () => {
    for (const address of [account.address.toLowerCase(), `0x${account.address.slice(2).toUpperCase()}`]) {
      expect(authenticate(signed({ ...wallet, address }, order, SECONDS), SECONDS * 1_000).ok).toBe(true);
    }
  });

  it('a secret in either base64 alphabet, at either end', () => {
    const urlSafe = { ...key, secret: secretBytes.toString('base64url') };
    expect(urlSafe.secret).not.toBe(key.secret.replace(/=+$/, ''));
    const other = createAuthenticator(keysOf([{ ...account, key: urlSafe }]), settings);
    expect(other(signed(wallet, order, SECONDS), SECONDS * 1_000).ok).toBe(true);
    expect(authenticate(signed({ ...wallet, ...urlSafe }, order, SECONDS), SECONDS * 1_000).ok).toBe(true);
  });

  it('a digest in hex of either case, and in base64url if the profile allows it', () => {
    const sent = signed(wallet, order, SECONDS);
    const hex = sent.headers['svc_signature'] ?? '';
    const as = (svc_signature: string) => ({ ...sent, headers: { ...sent.headers, svc_signature } });
    expect(authenticate(as(hex.toUpperCase()), SECONDS * 1_000).ok).toBe(true);
    const digest = Buffer.from(hex, 'hex').toString('base64url');
    const lenient = createAuthenticator(keysOf([account]), { ...settings, acceptBase64url: true });
    expect(authenticate(as(digest), SECONDS * 1_000).ok).toBe(false);
    expect(lenient(as(digest), SECONDS * 1_000).ok).toBe(true);
    expect(lenient(as(`${digest}=`), SECONDS * 1_000).ok).toBe(true);
    expect(lenient(as(hex), SECONDS * 1_000).ok).toBe(true);
  });

  it.each([
    [-61, false],
    [-60, true],
    [0, true],
    [60, true],
    [61, false],
  ])('a timestamp %i seconds from the service clock: %s', (offset, accepted) => {
    const sent = signed(wallet, order, SECONDS + offset);
    expect(authenticate(sent, SECONDS * 1_000).ok).toBe(accepted);
    expect(authenticate(sent, SECONDS * 1_000 + 999).ok).toBe(accepted);
  });
});

describe('refused headers', () => {
  const right = signed(wallet, order, SECONDS);
  const refusal = (request: Request): string => {
    const verified = authenticate(request, SECONDS * 1_000);
    return verified.ok ? 'accepted' : verified.refusal;
  };

  it.each(AUTH_HEADERS)('a request without $name, or with an empty or malformed one', ({ name }) => {
    const key = name.toLowerCase();
    const { [key]: _dropped, ...rest } = right.headers;
    expect(refusal({ ...right, headers: rest })).toBe(`the header ${name} is missing`);
    expect(refusal({ ...right, headers: { ...right.headers, [key]: '' } })).toBe(`the header ${name} is missing`);
    expect(refusal({ ...right, headers: { ...right.headers, [key]: 'é' } })).toContain(`${name} is malformed`);
    expect(refusal({ ...right, headers: { ...right.headers, [key]: `${right.headers[key]}0` } })).not.toBe('accepted');
  });

  it('every single-character change of every header', () => {
    for (const [name, value] of Object.entries(right.headers)) {
      for (let at = 0; at < value.length; at += 1) {
        const other = value[at] === '1' ? '2' : '1';
        const changed = value.slice(0, at) + other + value.slice(at + 1);
        expect(refusal({ ...right, headers: { ...right.headers, [name]: changed } }), `${name}[${at}]`).not.toBe(
          'accepted',
        );
      }
    }
  });

  it('every single-character change of the body, of the path, and of the method', () => {
    const body = String(right.body);
    for (let at = 0; at < body.length; at += 1) {
      expect(refusal({ ...right, body: `${body.slice(0, at)}~${body.slice(at + 1)}` })).toMatch('SVC_SIGNATURE');
    }
    expect(refusal({ ...right, path: '/orders' })).toMatch('SVC_SIGNATURE');
    expect(refusal({ ...right, method: 'DELETE' })).toMatch('SVC_SIGNATURE');
    expect(refusal({ ...right, body: `${body} ` })).toMatch('SVC_SIGNATURE');
  });

  it('a signature over the query', () => {
    const withQuery = signed(wallet, { ...list, path: '/data/orders?market=0x01' }, SECONDS);
    expect(refusal({ ...list, headers: withQuery.headers })).toMatch('SVC_SIGNATURE');
  });

  it('a signature made with the text of the secret instead of its bytes', () => {
    const text = `${SECONDS}POST/order${String(order.body)}`;
    const digest = createHmac('sha256', key.secret).update(text).digest('hex');
    expect(refusal({ ...right, headers: { ...right.headers, svc_signature: digest } })).toMatch('SVC_SIGNATURE');
  });

  it("another wallet's passphrase or address, and an unknown key", () => {
    expect(refusal(signed({ ...wallet, passphrase: 'f'.repeat(64) }, order, SECONDS))).toMatch('SVC_PASSPHRASE');
    expect(refusal(signed({ ...wallet, address: `0x${'0'.repeat(40)}` }, order, SECONDS))).toMatch('SVC_ADDRESS');
    const apiKey = '00000000-0000-4000-8000-000000000000';
    expect(refusal(signed({ ...wallet, apiKey }, order, SECONDS))).toBe('the API key is not known');
  });

  it('a wallet without a key', () => {
    const keyless = createAuthenticator(keysOf([{ ...account, key: undefined }]), settings);
    expect(keyless(right, SECONDS * 1_000).ok).toBe(false);
  });
});

it('checks each request against its own signature, after any other request', () => {
  const own = createAuthenticator(keysOf([account]), settings);
  const first = signed(wallet, order, SECONDS);
  const { headers } = signed(wallet, list, SECONDS);
  const wrong = { ...first, headers: { ...first.headers, svc_signature: 'a'.repeat(64) } };
  const [others, later] = [
    { ...order, headers },
    { ...first, body: '{}' },
  ];
  const verified = [first, wrong, first, others, later, signed(wallet, order, SECONDS)];
  expect(verified.map((request) => own(request, SECONDS * 1_000).ok)).toEqual([true, false, true, false, false, true]);
});
