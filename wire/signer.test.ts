import { expect, it } from 'vitest';
import type { Wallet } from './credentials.ts';
import { get } from './message.ts';
import { authHeaders, signed } from './signer.ts';

const WALLET: Wallet = {
  address: `0x${'1'.repeat(40)}`,
  apiKey: '00000000-0000-4000-8000-000000000001',
  passphrase: 'a'.repeat(64),
  secret: Buffer.from('secret').toString('base64'),
};

it.each([
  [undefined, 'address, apiKey, passphrase, secret'],
  [{ ...WALLET, secret: undefined }, 'secret'],
  [{ address: WALLET.address, secret: WALLET.secret }, 'apiKey, passphrase'],
])('a wallet like %j is refused by the names of what it lacks', (wallet, missing) => {
  const remedy = 'pass a wallet of `simulator.credentials.wallets` or of a credentials file';
  const message = `the wallet to sign with has no ${missing}: ${remedy}`;
  expect(() => signed(wallet as Wallet, get('/data/orders'), 1)).toThrow(new Error(message));
});

it('a wallet whose secret changes signs with the new one, and a wallet without a secret does not sign', () => {
  const wallet = { ...WALLET };
  const sign = () => authHeaders(wallet, get('/data/orders'), 1)['svc_signature'];
  const first = sign();
  wallet.secret = Buffer.from('another').toString('base64');
  expect(sign()).not.toBe(first);
  Reflect.deleteProperty(wallet, 'secret');
  expect(sign).toThrow('has no secret');
});
