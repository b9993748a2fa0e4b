/** sim/clob/signatures/clob-auth tests: the fixed vector, both chains, and every wrong claim. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ADDRESS, CLOB_AUTH, PRIVATE_KEY } from '../../../spec/clob/fixtures/vectors.ts';
import { signClobAuth } from '../../../wire/clob-signer/signer.ts';
import { clobAuthChain } from './clob-auth.ts';
import { clobAuthDigest } from './order.ts';
import { createSignerKeys } from './signer-keys.ts';

const CLAIM = { address: ADDRESS, ...CLOB_AUTH.fields, signature: CLOB_AUTH.signature };
type Claim = typeof CLAIM;

const warmKeys = createSignerKeys();
for (let use = 0; use < 12; use += 1) clobAuthChain(CLAIM, warmKeys);

function chainOf(claim: Claim, chainIds?: readonly number[]) {
  const chain = clobAuthChain(claim, createSignerKeys(), chainIds);
  expect(clobAuthChain(claim, warmKeys, chainIds)).toBe(chain);
  return chain;
}

it('accepts the vector', () => {
  expect(clobAuthDigest(CLAIM, 137)).toBe(CLOB_AUTH.digest.slice(2));
  expect(chainOf(CLAIM)).toBe(137);
  expect(chainOf({ ...CLAIM, address: ADDRESS.toLowerCase() })).toBe(137);
});

it('accepts only the chains that are listed', () => {
  const amoy = { ...CLAIM, signature: signClobAuth(PRIVATE_KEY, { ...CLOB_AUTH.fields, chainId: 80_002 }) };
  expect(chainOf(amoy)).toBe(80_002);
  expect(chainOf(amoy, [137])).toBeUndefined();
  expect(chainOf(CLAIM, [80_002])).toBeUndefined();
  const mainnet = { ...CLAIM, signature: signClobAuth(PRIVATE_KEY, { ...CLOB_AUTH.fields, chainId: 1 }) };
  expect(chainOf(mainnet, [1, 137, 80_002])).toBeUndefined();
});

it.each<[string, Partial<Record<keyof Claim, unknown>>]>([
  ['another address', { address: `0x${'12'.repeat(20)}` }],
  ['another timestamp', { timestamp: '1700000001' }],
  ['another nonce', { nonce: '1' }],
  ['another spelling of the nonce', { nonce: '00' }],
  ['another spelling of the timestamp', { timestamp: ' 1700000000' }],
  ['a timestamp that is a number', { timestamp: 1_700_000_000 }],
  ['no address', { address: undefined }],
  ['no signature', { signature: undefined }],
  ['a truncated signature', { signature: CLAIM.signature.slice(0, -2) }],
  ['the other v', { signature: CLAIM.signature.replace(/1b$/, '1c') }],
  ['a signature of a million digits', { signature: `0x${'1'.repeat(1_000_000)}` }],
])('refuses %s', (_, change) => {
  expect(chainOf({ ...CLAIM, ...change } as Claim)).toBeUndefined();
});

it('accepts what the signer signs', () => {
  const digits = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }).map(String);
  fc.assert(
    fc.property(digits, digits, fc.constantFrom(137, 80_002), (timestamp, nonce, chainId) => {
      const signature = signClobAuth(PRIVATE_KEY, { timestamp, nonce, chainId });
      expect(chainOf({ address: ADDRESS, timestamp, nonce, signature })).toBe(chainId);
    }),
    { numRuns: 20 },
  );
});

it('never throws', () => {
  const claim = fc.record({
    address: fc.anything(),
    timestamp: fc.anything(),
    nonce: fc.anything(),
    signature: fc.anything(),
  });
  fc.assert(
    fc.property(claim, fc.anything(), (hostile, chain) => chainOf(hostile as Claim, [chain as number]) === undefined),
  );
});
