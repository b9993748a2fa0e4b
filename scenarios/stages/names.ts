/** scenarios/stages/names: the names of a deployment's wallets and markets in scenarios. */

import { listAt, numberAt, objectsIn, textAt } from '../../base/json.ts';
import { marketName, type NamedMarket, walletName } from '../../sim/named.ts';
import type { Wallet } from '../../wire/credentials.ts';
import type { Read } from './found-values.ts';

/** More markets than any scenario names. */
const MARKETS = 8;

export function namedWallets(wallets: readonly Wallet[]): Readonly<Record<string, Wallet>> {
  return Object.fromEntries(wallets.map((wallet, position) => [walletName(position), wallet]));
}

/** Markets for writes in their order, as far as the deployment lists them. */
export async function namedMarkets(
  read: Read,
  conditionIds: readonly string[],
): Promise<Readonly<Record<string, NamedMarket>>> {
  const markets: [string, NamedMarket][] = [];
  for (const [position, id] of conditionIds.slice(0, MARKETS).entries()) {
    const market = await marketOf(read, id);
    if (market !== undefined) markets.push([marketName(position), market]);
  }
  return Object.fromEntries(markets);
}

/** The properties of a market for scenarios; undefined if the deployment lacks one. */
export async function marketOf(read: Read, conditionId: string): Promise<NamedMarket | undefined> {
  const trading = await read(`/markets/${encodeURIComponent(conditionId)}`);
  const [yes, no] = objectsIn(listAt(trading, 'tokens')).map((token) => textAt(token, 'token_id'));
  const tick = numberAt(trading, 'minimum_tick_size');
  const minSize = numberAt(trading, 'minimum_order_size');
  if (yes === undefined || no === undefined || tick === undefined || minSize === undefined) return undefined;
  const [catalog] = objectsIn(await read('/markets', { conditionId, limit: '1' }));
  const [event] = objectsIn(listAt(catalog, 'events'));
  const slug = textAt(catalog, 'slug') ?? '';
  const [eventId, eventSlug] = [textAt(event, 'id') ?? '', textAt(event, 'slug') ?? ''];
  return { conditionId, yes, no, slug, eventId, eventSlug, tick, minSize };
}
