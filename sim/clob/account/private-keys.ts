/** sim/clob/account/private-keys: gives wallets private keys, for profiles that verify the signatures of orders. */
import { createHash } from 'node:crypto';
import type { World, WorldAccount, WorldComment } from '../../world/world.ts';
import { addressOfPrivateKey } from '../signatures/curve.ts';

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
  const renamed = (address: string): string => addresses.get(address) ?? address;
  const comments = world.comments.map((comment) => inNames(comment, renamed));
  return { ...world, accounts, comments };
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
