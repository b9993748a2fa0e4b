import fc from 'fast-check';
import { hashTypedData, keccak256, recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { anyOrder, viemDomain, viemOrder } from '../../spec/clob/fixtures/orders.ts';
import {
  ADDRESS,
  CLOB_AUTH,
  HMAC,
  ORDER_TYPE_HASH,
  ORDERS,
  PRIVATE_KEY,
  WALLET_DIGEST,
} from '../../spec/clob/fixtures/vectors.ts';
import { ORDER_TYPES } from '../../spec/clob/order.ts';
import { withJson } from '../message.ts';
import { authHeaders } from '../signer.ts';
import { inDialect } from './dialect.ts';
import { addressOf, orderIdOf, signClobAuth, signOrder, withUpperS } from './signer.ts';

/** Of secp256k1. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The signature of the request of the vector. */
function level2(secret: string): string | undefined {
  const dialect = { prefix: 'POLY_', cancelField: 'orderID', contracts: 'polymarket', isNegRisk: () => false } as const;
  const wallet = { address: ADDRESS, apiKey: '', passphrase: '', secret, dialect };
  return authHeaders(wallet, withJson('POST', '/order', { a: 1 }), 1_700_000_000)['poly_signature'];
}

describe('the vectors', () => {
  it('the address of the key, its level-1 signature and the level-2 signature', () => {
    expect(addressOf(PRIVATE_KEY)).toBe(ADDRESS);
    expect(signClobAuth(PRIVATE_KEY, { ...CLOB_AUTH.fields, chainId: CLOB_AUTH.chainId })).toBe(CLOB_AUTH.signature);
    expect(level2(HMAC.secret)).toBe(HMAC.signature);
  });

  it.each(ORDERS)('an order of $of', ({ order, domain, id, signature }) => {
    expect(orderIdOf(order, domain)).toBe(id);
    if (signature !== undefined) expect(signOrder(PRIVATE_KEY, order, domain)).toBe(signature);
  });
});

it('the signature of a deposit wallet contains the type text, and one of its signed hash', async () => {
  const vector = ORDERS.find(({ order }) => order.signatureType === 3);
  const signature = vector === undefined ? '' : signOrder(PRIVATE_KEY, vector.order, vector.domain).slice(2);
  expect(signature).toHaveLength(2 * 317);
  expect(keccak256(`0x${signature.slice(2 * 129, -4)}`)).toBe(ORDER_TYPE_HASH);
  expect(await recoverAddress({ hash: WALLET_DIGEST, signature: `0x${signature.slice(0, 130)}` })).toBe(ADDRESS);
});

it('reads secrets in both alphabets, with and without padding', () => {
  const bytes = Buffer.from('fbff00fefb', 'hex');
  const forms = [bytes.toString('base64'), bytes.toString('base64url'), '-_8A_vs=', '+/8A/vs'];
  expect(new Set(forms.map(level2))).toHaveLength(1);
  expect(level2('+/8A/vw=')).not.toBe(level2('+/8A/vs='));
});

it('signs the orders of an EOA, a proxy and a safe like viem', async () => {
  const account = privateKeyToAccount(PRIVATE_KEY);
  const orders = anyOrder(ADDRESS).filter(({ order }) => order.signatureType !== 3);
  await fc.assert(
    fc.asyncProperty(orders, async ({ order, domain }) => {
      const data = {
        domain: viemDomain(domain),
        types: ORDER_TYPES,
        primaryType: 'Order',
        message: viemOrder(order),
      } as const;
      expect(orderIdOf(order, domain)).toBe(hashTypedData(data));
      expect(signOrder(PRIVATE_KEY, order, domain)).toBe(await account.signTypedData(data));
    }),
    { numRuns: 15 },
  );
});

it('signs the orders of a deposit wallet like viem', async () => {
  const account = privateKeyToAccount(PRIVATE_KEY);
  const orders = anyOrder(ADDRESS).filter(({ order }) => order.signatureType === 3);
  await fc.assert(
    fc.asyncProperty(orders, async ({ order, domain }) => {
      const wallet = { name: 'DepositWallet', version: '1', chainId: BigInt(domain.chainId) };
      const inner = await account.signTypedData({
        domain: viemDomain(domain),
        types: ORDER_TYPES,
        primaryType: 'TypedDataSign',
        message: {
          ...wallet,
          contents: viemOrder(order),
          verifyingContract: order.maker as `0x${string}`,
          salt: `0x${'00'.repeat(32)}`,
        },
      });
      expect(signOrder(PRIVATE_KEY, order, domain).slice(0, inner.length)).toBe(inner);
    }),
    { numRuns: 10 },
  );
});

it.each([
  ['a number that is too large', { salt: 1n << 256n }],
  ['a negative number', { makerAmount: -1n }],
  ['a short address', { maker: '0x12' }],
  ['short metadata', { metadata: '0x12' }],
])('does not sign %s', (_, change) => {
  const [vector] = ORDERS;
  expect(() => vector && signOrder(PRIVATE_KEY, { ...vector.order, ...change }, vector.domain)).toThrow();
});

it('has a second signature with s in the upper half, of the same length', () => {
  const [vector] = ORDERS;
  if (vector === undefined) throw new Error('no vector');
  const signature = signOrder(PRIVATE_KEY, vector.order, vector.domain);
  const [own, other] = [signature, withUpperS(signature)].map((text) => BigInt(`0x${text.slice(66, 130)}`));
  expect((own ?? 0n) + (other ?? 0n)).toBe(CURVE_ORDER);
  expect(withUpperS(withUpperS(signature))).toBe(signature);
  expect(withUpperS(signature)).toHaveLength(signature.length);
});

it('signs each order of a batch, and leaves an order without a signature as it is', () => {
  const [vector] = ORDERS;
  if (vector === undefined) throw new Error('no vector');
  const dialect = { prefix: 'POLY_', cancelField: 'orderID', contracts: 'polymarket', isNegRisk: () => false } as const;
  const wallet = { address: ADDRESS, apiKey: '', passphrase: '', secret: '', privateKey: PRIVATE_KEY, dialect };
  const unsigned = JSON.parse(
    JSON.stringify(vector.order, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  );
  const order = { ...unsigned, signature: '0x' };
  const { body } = inDialect(wallet, dialect, withJson('POST', '/orders', [{ order }, { order: unsigned }]));
  const signature = signOrder(PRIVATE_KEY, vector.order, vector.domain);
  expect(JSON.parse(String(body))).toEqual([{ order: { ...order, signature } }, { order: unsigned }]);
});
