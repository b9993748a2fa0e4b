/** sim/http/streams/account-keys: the wallet of a key by the accounts of the world. */
import { timingSafeEqual } from 'node:crypto';
import type { Service } from '../../service.ts';
import type { StreamAuth } from './client-message.ts';

/** The number of the account; undefined for an unknown key, a wrong secret or a wrong passphrase. */
export function authenticateAccount(
  { world }: Service,
  { apiKey, secret, passphrase }: StreamAuth,
): number | undefined {
  const account = world.accounts.find(
    ({ key }) => key !== undefined && key.apiKey.toLowerCase() === apiKey.toLowerCase(),
  );
  if (account?.key === undefined) return undefined;
  // Node reads both base64 alphabets under this name.
  const isRight =
    isEqual(Buffer.from(secret, 'base64'), Buffer.from(account.key.secret, 'base64')) &&
    isEqual(Buffer.from(passphrase), Buffer.from(account.key.passphrase));
  return isRight ? account.index : undefined;
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
