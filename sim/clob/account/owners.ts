/** sim/clob/account/owners: private keys, their API keys, and the wallets for which they sign. Everything follows from the world. */

import { createRng } from '../../../base/rng.ts';
import type { ApiKey } from '../../auth.ts';
import { newKey } from '../../world/identity.ts';
import type { World, WorldAccount } from '../../world/world.ts';

/** A private key, by its address. Its own wallet is the first one, and signs with type 0. */
export type Owner = {
  readonly address: string;
  readonly account: WorldAccount;
  readonly wallets: readonly WorldAccount[];
};

export type Owners = {
  byAddress(address: string): Owner | undefined;
  /** The owner of a wallet, by its index. */
  byWallet(wallet: number): Owner | undefined;
  /** A key that is not revoked, by its id in lower case. */
  apiKey(id: string): ApiKey | undefined;
  /** The keys of an owner that are not revoked, oldest first. */
  keysOf(owner: Owner): readonly OwnedKey[];
  /** The state of a nonce: `undefined` if it never had a key. */
  keyOf(owner: Owner, nonce: string): OwnedKey | undefined;
};

export type OwnedKey = ApiKey & { readonly nonce: string | undefined; readonly isRevoked: boolean };

const known = new WeakMap<World, Owners>();

/** The owners of a world; a world that grows is another object. */
export function ownersOf(world: World): Owners {
  const owners = known.get(world) ?? createOwners(world);
  known.set(world, owners);
  return owners;
}

function createOwners(world: World): Owners {
  const byAddress = new Map<string, Owner>();
  const byWallet = new Map<number, Owner>();
  for (const account of world.accounts) addWallet(account, byAddress, byWallet);
  const keys = new Map<string, OwnedKey[]>();
  const byId = new Map<string, OwnedKey>();
  const add = (owner: Owner, key: OwnedKey): void => {
    const own = keys.get(owner.address) ?? [];
    keys.set(owner.address, [...own, key]);
    if (!key.isRevoked) byId.set(key.apiKey.toLowerCase(), key);
  };
  for (const owner of byAddress.values()) {
    const { account } = owner;
    if (account.key !== undefined) add(owner, { account, ...account.key, nonce: undefined, isRevoked: false });
  }
  for (const { address, nonce, isRevoked } of world.apiKeys ?? []) {
    const owner = byAddress.get(address.toLowerCase());
    if (owner === undefined) continue;
    add(owner, { account: owner.account, ...trioOf(world.seed, address, nonce), nonce, isRevoked });
  }
  const all = (owner: Owner): readonly OwnedKey[] => keys.get(owner.address) ?? [];
  return {
    byAddress: (address) => byAddress.get(address.toLowerCase()),
    byWallet: (wallet) => byWallet.get(wallet),
    apiKey: (id) => byId.get(id),
    keysOf: (owner) => all(owner).filter(({ isRevoked }) => !isRevoked),
    keyOf: (owner, nonce) => all(owner).find((key) => key.nonce === nonce),
  };
}

/** Accounts of the world own themselves. */
function addWallet(account: WorldAccount, byAddress: Map<string, Owner>, byWallet: Map<number, Owner>): void {
  const address = account.owner?.address ?? account.address;
  const owner = byAddress.get(address.toLowerCase());
  const grown =
    owner === undefined ? { address, account, wallets: [account] } : { ...owner, wallets: [...owner.wallets, account] };
  byAddress.set(address.toLowerCase(), grown);
  for (const wallet of grown.wallets) byWallet.set(wallet.index, grown);
}

/** The secret is in base64url with padding, as clients of these profiles expect. */
function trioOf(seed: string, address: string, nonce: string) {
  const { secret, ...trio } = newKey(createRng(`${seed}/api key ${address.toLowerCase()} ${nonce}`));
  return { ...trio, secret: secret.replaceAll('+', '-').replaceAll('/', '_') };
}
