/** sim/http/streams/account-keys: the owner of an API key, and of a wallet, by the accounts of the world. */
import { isEqual } from '../../auth.ts';
import { ownersOf } from '../../clob/account/owners.ts';
import type { World } from '../../world/world.ts';
import type { StreamAuth } from './client-message.ts';

/** The number of the account; undefined for an unknown key, a wrong secret or a wrong passphrase. */
export function authenticateAccount(world: World, { apiKey, secret, passphrase }: StreamAuth): number | undefined {
  const key = ownersOf(world).apiKey(apiKey.toLowerCase());
  if (key === undefined) return undefined;
  // Node reads both base64 alphabets under this name.
  const isRight =
    isEqual(Buffer.from(secret, 'base64'), Buffer.from(key.secret, 'base64')) &&
    isEqual(Buffer.from(passphrase), Buffer.from(key.passphrase));
  return isRight ? key.account.index : undefined;
}

/** The number of the account whose API keys act for a wallet. */
export function accountOf(world: World, wallet: number): number {
  return ownersOf(world).byWallet(wallet)?.account.index ?? wallet;
}
