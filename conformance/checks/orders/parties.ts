/** conformance/checks/orders/parties: the parties and their market: wallets of the credentials file and markets set aside. */
import type { Wallet } from '../../../wire/credentials.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext } from '../../check.ts';

/** The first market set aside for writes. Their order follows from the id of the check. */
export function writeMarket(context: CheckContext): WriteMarket {
  const [market] = context.bindings.writeMarkets;
  if (market === undefined)
    context.notTestable('no market is set aside for writes', 'name markets in the credentials file');
  return market;
}

/** The first wallet of the credentials file, the only one that sends heartbeats. */
export function firstWallet(context: CheckContext): Wallet {
  const [first] = context.wallets;
  if (first === undefined) context.notTestable('no wallet', 'add wallets to the credentials file');
  return first;
}

/** The first two wallets of the credentials file. */
export function twoWallets(context: CheckContext): readonly [Wallet, Wallet] {
  const [first, second] = context.wallets;
  if (first === undefined || second === undefined)
    context.notTestable('fewer than two wallets', 'add a second wallet to the credentials file');
  return [first, second];
}

/**
 * The last wallet, which never sends a heartbeat. Only the first wallet does, because a key that has started heartbeats loses
 * its orders whenever they stop.
 */
export function calmWallet(context: CheckContext): Wallet {
  return context.wallets.at(-1) ?? twoWallets(context)[1];
}
