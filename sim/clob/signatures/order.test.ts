/** sim/clob/signatures/order tests: fixed vectors, random orders of the independent signer, wrong signatures. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_FIELD, anyOrder, DOMAINS } from '../../../spec/clob/fixtures/orders.ts';
import {
  ADDRESS,
  NEGATIVE_RISK,
  ORDER,
  ORDER_TYPE_HASH,
  ORDERS,
  PRIVATE_KEY,
  STANDARD,
  WALLET_DIGEST,
  WALLETS,
} from '../../../spec/clob/fixtures/vectors.ts';
import type { SignedOrder, UnsignedOrder } from '../../../spec/clob/order.ts';
import { addressOf, signOrder } from '../../../wire/clob-signer/signer.ts';
import {
  domainWords,
  ORDER_TYPE,
  orderContents,
  orderHash,
  typedDataDigest,
  verifyOrder,
  walletSignatureContents,
} from './order.ts';
import { createSignerKeys } from './signer-keys.ts';
import { addressWord, textWord } from './words.ts';

const OTHER_KEY = `0x${'22'.repeat(32)}`;
const OTHER = addressOf(OTHER_KEY);
const SIGNATURE = 'order.signature is not';
const CURVE_ORDER = secp256k1.Point.Fn.ORDER;

/** Keys that have seen `ADDRESS` often enough to verify it with a table of multiples. */
const warmKeys = createSignerKeys();
const first = { ...ORDER, signature: signOrder(PRIVATE_KEY, ORDER, STANDARD) };
for (let use = 0; use < 12; use += 1) verifyOrder({ order: first, domains: [STANDARD], owner: ADDRESS }, warmKeys);

/** The same claim with unknown keys, and with known ones: the outcome must not depend on them. */
function verified(order: SignedOrder, domains = [STANDARD], owner = ADDRESS) {
  const outcome = verifyOrder({ order, domains, owner }, createSignerKeys());
  expect(verifyOrder({ order, domains, owner }, warmKeys)).toEqual(outcome);
  return outcome;
}

const signedBy = (key: string, order: UnsignedOrder, domain = STANDARD): SignedOrder => ({
  ...order,
  signature: signOrder(key, order, domain),
});

const refusal = (sentence: string) => ({ ok: false, refusal: expect.stringContaining(sentence) });

describe('the vectors', () => {
  it.each(ORDERS)('an order of $of has its id, and its signature is accepted', ({ order, domain, id, signature }) => {
    expect(orderHash(order, domain)).toBe(id);
    const signed = { ...order, signature: signature ?? signOrder(PRIVATE_KEY, order, domain) };
    expect(verified(signed, [domain])).toEqual({ ok: true, value: { id, domain } });
  });
});

it('hashes the type of an order and the message of a deposit wallet', () => {
  expect(`0x${textWord(ORDER_TYPE)}`).toBe(ORDER_TYPE_HASH);
  const wallet = WALLETS.legacyDeposit;
  const contents = orderContents({ ...ORDER, signatureType: 3, maker: wallet, signer: wallet });
  const [words, walletWord] = [domainWords(STANDARD), addressWord(wallet)];
  if (!contents.ok || words === undefined || walletWord === undefined) throw new Error('the vector has another form');
  const structHash = walletSignatureContents(contents.value, words.chain, walletWord);
  expect(`0x${typedDataDigest(words.separator, structHash)}`).toBe(WALLET_DIGEST);
});

it('accepts every signature of the signer, and names the domain among several', () => {
  fc.assert(
    fc.property(anyOrder(ADDRESS), ({ order, domain }) => {
      const id = orderHash(order, domain);
      expect(verified(signedBy(PRIVATE_KEY, order, domain), [...DOMAINS])).toEqual({ ok: true, value: { id, domain } });
    }),
    { numRuns: 20 },
  );
});

const FIELDS = Object.keys(ANY_FIELD) as (keyof UnsignedOrder)[];

/** One field of an order, with another value. */
const anyChange = fc
  .constantFrom(...FIELDS)
  .chain((field) => ANY_FIELD[field].map((value) => ({ field, value: value as UnsignedOrder[typeof field] })));

const spelled = (value: unknown) => String(value).toLowerCase();

it('refuses an order with one changed field', () => {
  fc.assert(
    fc.property(anyOrder(ADDRESS), anyChange, ({ order, domain }, { field, value }) => {
      fc.pre(spelled(order[field]) !== spelled(value));
      const signed = signedBy(PRIVATE_KEY, order, domain);
      expect(verified({ ...signed, [field]: value }, [domain]).ok).toBe(false);
    }),
    { numRuns: 44 },
  );
});

it('refuses a signature with one changed bit', () => {
  fc.assert(
    fc.property(anyOrder(ADDRESS), fc.nat(), fc.nat(7), ({ order, domain }, place, bit) => {
      const { signature } = signedBy(PRIVATE_KEY, order, domain);
      const bytes = Buffer.from(signature.slice(2), 'hex');
      const index = place % bytes.length;
      bytes.writeUInt8(bytes.readUInt8(index) ^ (1 << bit), index);
      expect(verified({ ...order, signature: `0x${bytes.toString('hex')}` }, [domain])).toEqual(refusal(SIGNATURE));
    }),
    { numRuns: 40 },
  );
});

describe('refuses', () => {
  const eoa = signedBy(PRIVATE_KEY, ORDER);
  const digits = eoa.signature.slice(2);
  const highS = (CURVE_ORDER - BigInt(`0x${digits.slice(64, 128)}`)).toString(16).padStart(64, '0');
  const wallet = signedBy(PRIVATE_KEY, { ...ORDER, signatureType: 3, maker: OTHER, signer: OTHER });
  const type = Buffer.from('uint8 side').toString('hex');
  const renamed = wallet.signature.replace(type, Buffer.from('uint8 tide').toString('hex'));

  it.each([
    ['the other form of a signature, with a high s', `0x${digits.slice(0, 64)}${highS}1c`],
    ['the other form without its change of v', `0x${digits.slice(0, 64)}${highS}1b`],
    ['the other v', `0x${digits.slice(0, 128)}1c`],
    ['a v of 29', `0x${digits.slice(0, 128)}1d`],
    ['a v with a chain id', `0x${digits.slice(0, 128)}25`],
    ['a truncated signature', `0x${digits.slice(0, 128)}`],
    ['a signature with a byte more', `0x${digits}00`],
    ['a signature with half a byte less', `0x${digits.slice(0, 129)}`],
    ['an empty signature', '0x'],
    ['zeros', `0x${'00'.repeat(64)}1b`],
    ['r of the order of the curve', `0x${CURVE_ORDER.toString(16)}${digits.slice(64)}`],
    ['s of zero', `0x${digits.slice(0, 64)}${'00'.repeat(32)}1b`],
    ['a signature without 0x', digits],
    ['the form of a deposit wallet', eoa.signature + wallet.signature.slice(132)],
  ])('%s', (_, signature) => expect(verified({ ...eoa, signature })).toEqual(refusal(SIGNATURE)));

  it.each([
    ['the signature inside alone', wallet.signature.slice(0, 132)],
    ["the owner's signature of the order itself", signOrder(PRIVATE_KEY, { ...wallet, signatureType: 0 }, STANDARD)],
    ['another type text', renamed],
    ['another length of the type text', wallet.signature.replace(/00ba$/, '00bb')],
    ['no length', wallet.signature.slice(0, -4)],
    ['a byte more', `${wallet.signature}00`],
    ['the signature of another exchange', signOrder(PRIVATE_KEY, wallet, NEGATIVE_RISK)],
    ['the signature of another key', signOrder(OTHER_KEY, wallet, STANDARD)],
    ['one without an inner signature', `0x${'00'.repeat(65)}${wallet.signature.slice(132)}`],
  ])('of a deposit wallet, %s', (_, signature) => {
    expect(verified(wallet).ok).toBe(true);
    expect(signature).not.toBe(wallet.signature);
    expect(verified({ ...wallet, signature })).toEqual(refusal(SIGNATURE));
  });

  it('the exchange of the other kind of market', () => {
    expect(verified(eoa, [NEGATIVE_RISK])).toEqual(refusal(SIGNATURE));
    expect(verified(eoa, [{ ...STANDARD, chainId: 80_002 }])).toEqual(refusal(SIGNATURE));
    expect(verified(eoa, [])).toEqual(refusal(SIGNATURE));
  });

  it('parties that do not fit the type', () => {
    const asWallet = { ...ORDER, signatureType: 3, maker: OTHER } as const;
    expect(verified(signedBy(PRIVATE_KEY, asWallet))).toEqual(refusal('order.maker is not order.signer'));
    expect(verified(signedBy(PRIVATE_KEY, { ...ORDER, maker: OTHER }))).toEqual(refusal('order.maker'));
    const byOther = signedBy(OTHER_KEY, { ...ORDER, maker: OTHER, signer: OTHER });
    expect(verified(byOther)).toEqual(refusal('the order signer address has to be the address of the API KEY'));
    expect(verified(signedBy(OTHER_KEY, ORDER))).toEqual(refusal(SIGNATURE));
    expect(verified(byOther, [STANDARD], OTHER).ok).toBe(true);
  });
});

it('accepts a v of 0 or 1, capitals, and addresses in lower case', () => {
  const order = { ...ORDER, maker: ADDRESS.toLowerCase() };
  const { signature } = signedBy(PRIVATE_KEY, order);
  const v = signature.endsWith('1b') ? '00' : '01';
  const capitals = `0x${signature.slice(2, -2).toUpperCase()}${v}`;
  expect(verified({ ...order, signature: capitals }, [STANDARD], ADDRESS.toLowerCase()).ok).toBe(true);
});

const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ withBigInt: true, withTypedArray: true, withNullPrototype: true, withDate: true }),
  fc.constantFrom(Number.NaN, -0, -1n, 1n << 256n, '01', '1e3', ' 1', '1\n', '+1', '0x1', [], [1n], 'BUY\n', 4, '3'),
  fc.constantFrom('9'.repeat(1_000_000), `0x${'f'.repeat(1_000_000)}`, '\ud800', new Uint8Array(65), ['BUY'], ADDRESS),
);

const ACCEPTABLE = { ...ORDER, signature: signOrder(PRIVATE_KEY, ORDER, STANDARD) };

it('refuses fields in any other form by name, without an exception', () => {
  const hostileField = fc.record({ field: fc.constantFrom(...FIELDS, 'signature' as const), value: HOSTILE });
  fc.assert(
    fc.property(hostileField, ({ field, value }) => {
      fc.pre(
        !(typeof value === 'bigint' || typeof value === 'string' || value === ORDER[field as keyof UnsignedOrder]),
      );
      const order = { ...ACCEPTABLE, [field]: value } as SignedOrder;
      const parties = /order\.(?:maker|signer|signature)/;
      const named = field === 'signatureType' ? parties.source : `order.${field}`;
      expect(verified(order)).toEqual({ ok: false, refusal: expect.stringMatching(named) });
    }),
    { numRuns: 200 },
  );
});

it.each([
  '01',
  '1e3',
  ' 1',
  '1\n',
  '+1',
  '0x1',
  '',
  '-1',
  '1.0',
  (1n << 256n).toString(),
  '9'.repeat(1_000_000),
  1n << 256n,
  -1n,
])('refuses %o as a number', (value) => {
  for (const field of ['salt', 'tokenId', 'makerAmount', 'takerAmount', 'timestamp'] as const) {
    expect(verified({ ...ACCEPTABLE, [field]: value })).toEqual(refusal(`order.${field} is not a whole number`));
    expect(orderHash({ ...ORDER, [field]: value }, STANDARD)).toBeUndefined();
  }
});

it('never throws', () => {
  fc.assert(
    fc.property(HOSTILE, HOSTILE, HOSTILE, (order, domain, owner) => {
      const claims = [
        { order, domains: [STANDARD], owner: ADDRESS },
        { order: ACCEPTABLE, domains: [domain], owner: ADDRESS },
        { order: ACCEPTABLE, domains: [{ ...STANDARD, chainId: domain, name: owner }], owner: ADDRESS },
        { order: ACCEPTABLE, domains: [STANDARD], owner },
      ];
      for (const claim of claims) verifyOrder(claim as Parameters<typeof verifyOrder>[0], warmKeys);
      orderHash(order as UnsignedOrder, STANDARD);
      orderHash(ORDER, domain as typeof STANDARD);
    }),
    { numRuns: 200 },
  );
});
