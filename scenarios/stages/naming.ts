/** scenarios/stages/naming: the names by which scenarios know a deployment's wallets and markets. */
import { listAt, numberAt, objectsIn, textAt } from '../../spec/json.ts';
import type { Wallet } from '../../wire/credentials.ts';
import type { StageMarket } from '../stage.ts';
import type { Ask } from './finding.ts';

const WALLET_NAMES = ['alice', 'bob', 'carol', 'dave'];
const MARKET_NAMES = ['market', 'other', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** The credentials in their order. */
export function namedWallets(wallets: readonly Wallet[]): Readonly<Record<string, Wallet>> {
  return Object.fromEntries(WALLET_NAMES.flatMap((name, index) => named(name, wallets[index])));
}

/** Markets for writes in their order, as far as the deployment tells of them. */
export async function namedMarkets(
  ask: Ask,
  conditionIds: readonly string[],
): Promise<Readonly<Record<string, StageMarket>>> {
  const markets: [string, StageMarket][] = [];
  for (const [index, name] of MARKET_NAMES.entries()) {
    const id = conditionIds[index];
    const market = id === undefined ? undefined : await marketOf(ask, id);
    if (market !== undefined) markets.push([name, market]);
  }
  return Object.fromEntries(markets);
}

/** What scenarios want to know of a market; undefined where the deployment does not tell. */
export async function marketOf(ask: Ask, conditionId: string): Promise<StageMarket | undefined> {
  const trading = await ask(`/markets/${encodeURIComponent(conditionId)}`);
  const [yes, no] = objectsIn(listAt(trading, 'tokens')).map((token) => textAt(token, 'token_id'));
  const tick = numberAt(trading, 'minimum_tick_size');
  const minSize = numberAt(trading, 'minimum_order_size');
  if (yes === undefined || no === undefined || tick === undefined || minSize === undefined) return undefined;
  const [catalog] = objectsIn(await ask('/markets', { conditionId, limit: '1' }));
  const [event] = objectsIn(listAt(catalog, 'events'));
  const slug = textAt(catalog, 'slug') ?? '';
  const [eventId, eventSlug] = [textAt(event, 'id') ?? '', textAt(event, 'slug') ?? ''];
  return { conditionId, yes, no, slug, eventId, eventSlug, tick, minSize };
}

function named<Thing>(name: string, thing: Thing | undefined): [string, Thing][] {
  return thing === undefined ? [] : [[name, thing]];
}
