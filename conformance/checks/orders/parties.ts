/** conformance/checks/orders/parties: wallets of the credentials file, and markets set aside for writes. */
import type { RouteId } from '../../../spec/route.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { Check, CheckContext } from '../../check.ts';
import { check, type Definition } from '../definition.ts';

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

type Parties = readonly [Wallet, Wallet];

/** The first two wallets of the credentials file. */
export function twoWallets(context: CheckContext): Parties {
  const [first, second] = context.wallets;
  if (first === undefined || second === undefined)
    context.notTestable('fewer than two wallets', 'add a second wallet to the credentials file');
  return [first, second];
}

/** The check of writes by the first two wallets. */
export function walletCheck(
  subject: RouteId,
  name: string,
  {
    run,
    ...definition
  }: Omit<Definition, 'run'> & { readonly run: (context: CheckContext, wallets: Parties) => Promise<void> },
): Check {
  return check(subject, name, { ...definition, run: (context) => run(context, twoWallets(context)) });
}

/** The last wallet, which never sends a heartbeat: a key that has started them loses its orders when they stop. */
export function calmWallet(context: CheckContext): Wallet {
  return context.wallets.at(-1) ?? twoWallets(context)[1];
}
