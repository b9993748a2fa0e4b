/** sim/clob/account/owners: private keys, their API keys and their wallets, all of which follow from the world. */
import { createHash } from 'node:crypto';
import { createRng } from '../../../base/rng.ts';
import type { ApiKey } from '../../auth.ts';
import { newKey } from '../../world/identity.ts';
import type { World, WorldAccount, WorldComment } from '../../world/world.ts';
import { addressOfPrivateKey } from '../signatures/curve.ts';

export type OwnedKey = ApiKey & { readonly nonce: string | undefined; readonly isRevoked: boolean };

/** A private key, by its address. Its own wallet is the first one, and signs with type 0. */
export type Owner = Readonly<{
  address: string;
  account: WorldAccount;
  wallets: readonly WorldAccount[];
  /** Oldest first, with those that are revoked. */
  keys: readonly OwnedKey[];
}>;

type Owners = ReturnType<typeof createOwners>;

const known = new WeakMap<World, Owners>();

/** The owners of a world; a world that grows is another object. */
export function ownersOf(world: World): Owners {
  const owners = known.get(world) ?? createOwners(world);
  known.set(world, owners);
  return owners;
}

/** Accounts of the world own themselves. */
function createOwners(world: World) {
  const byAddress = new Map<string, Owner & { readonly wallets: WorldAccount[]; readonly keys: OwnedKey[] }>();
  const byWallet = new Map<number, Owner>();
  for (const account of world.accounts) {
    const address = account.owner?.address ?? account.address;
    const owner = byAddress.get(address.toLowerCase()) ?? { address, account, wallets: [], keys: [] };
    byAddress.set(address.toLowerCase(), owner);
    byWallet.set(account.index, owner);
    owner.wallets.push(account);
    if (owner.account === account && account.key !== undefined) {
      owner.keys.push({ account, ...account.key, nonce: undefined, isRevoked: false });
    }
  }
  for (const { address, nonce, isRevoked } of world.apiKeys ?? []) {
    const owner = byAddress.get(address.toLowerCase());
    owner?.keys.push({ account: owner.account, ...trioOf(world.seed, address, nonce), nonce, isRevoked });
  }
  const keys = [...byAddress.values()].flatMap(usableKeys);
  const byId = new Map(keys.map((key) => [key.apiKey.toLowerCase(), key]));
  return {
    byAddress: (address: string) => byAddress.get(address.toLowerCase()),
    /** The owner of a wallet, by its index. */
    byWallet: (wallet: number) => byWallet.get(wallet),
    /** A key that is not revoked, by its id in lower case. */
    apiKey: (id: string) => byId.get(id),
  };
}

export function usableKeys({ keys }: Owner): readonly OwnedKey[] {
  return keys.filter(({ isRevoked }) => !isRevoked);
}

/** The secret is in base64url with padding, as clients of these profiles expect. */
function trioOf(seed: string, address: string, nonce: string) {
  const { secret, ...trio } = newKey(createRng(`${seed}/api key ${address.toLowerCase()} ${nonce}`));
  return { ...trio, secret: secret.replaceAll('+', '-').replaceAll('/', '_') };
}

/** The world in which each wallet with credentials has the address of a private key, which follows from the seed. */
export function withPrivateKeys(world: World): World {
  const addresses = new Map<string, string>();
  const accounts = world.accounts.map((account): WorldAccount => {
    if (account.key === undefined) return account;
    const privateKey = `0x${createHash('sha256').update(`${world.seed}/private key ${account.index}`).digest('hex')}`;
    const address = addressOfPrivateKey(privateKey);
    addresses.set(account.address, address);
    const profile = account.profile && { ...account.profile, proxyWallet: address };
    return { ...account, address, privateKey, profile };
  });
  const renamed = (address: string) => addresses.get(address) ?? address;
  return { ...world, accounts, comments: world.comments.map((comment) => inNames(comment, renamed)) };
}

function inNames(comment: WorldComment, renamed: (address: string) => string): WorldComment {
  const { userAddress, replyAddress, profile, replies } = comment;
  const { proxyWallet } = profile;
  return {
    ...comment,
    userAddress: renamed(userAddress),
    replyAddress: renamed(replyAddress),
    profile: { ...profile, proxyWallet: renamed(proxyWallet) },
    replies: replies.map((reply) => inNames(reply, renamed)),
  };
}
