/** sim/named: wallets and markets under short names, by their world or `alice`, `bob`, ..., `market`, `other`, ... */

import { unitsToNumber } from '../base/units.ts';
import type { Profile } from '../spec/profile.ts';
import type { Wallet, WalletDialect } from '../wire/credentials.ts';
import { viewOf } from './catalog/market-state.ts';
import type { World, WorldAccount, WorldMarket } from './world/world.ts';

/** The data that a client needs to use a market. `yes` and `no` are the token ids of its first and second outcome. */
export type NamedMarket = Readonly<{
  conditionId: string;
  yes: string;
  no: string;
  slug: string;
  eventId: string;
  eventSlug: string;
  /** Dollars a share as of now, and shares. */
  tick: number;
  minSize: number;
}>;

export type Named = {
  readonly wallets: Readonly<Record<string, Wallet>>;
  readonly markets: Readonly<Record<string, NamedMarket>>;
};

const WALLETS = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi'];
const MARKETS = ['market', 'other', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** The name of the wallet at a position of credentials, counted from 0. */
export function walletName(position: number): string {
  return WALLETS[position] ?? `wallet${position + 1}`;
}

/** The name of the market at a position among those set aside for writes, counted from 0. */
export function marketName(position: number): string {
  return MARKETS[position] ?? `market${position + 1}`;
}

/** Whether a deployment with enough wallets has one of this name. */
export function isWalletName(name: string): boolean {
  return WALLETS.includes(name) || /^wallet\d{1,3}$/.test(name);
}

/** Whether a deployment with enough markets set aside for writes has one of this name. */
export function isMarketName(name: string): boolean {
  return MARKETS.includes(name) || /^market\d{1,3}$/.test(name);
}

export function namedIn(world: World, dialect?: WalletDialect): Named {
  const { names } = world;
  const wallets = world.accounts.flatMap((account) => walletOf(account, dialect));
  const listed = names === undefined ? setAside(world) : world.markets.slice(0, names.markets.length);
  const added = (world.opened ?? []).flatMap(({ name, index }) => {
    const market = world.markets[index];
    return market === undefined ? [] : [[name, describe(world, market)] as const];
  });
  return {
    wallets: record(wallets, (position) => names?.wallets[position] ?? walletName(position)),
    markets: {
      ...record(
        listed.map((market) => describe(world, market)),
        (position) => names?.markets[position] ?? marketName(position),
      ),
      ...Object.fromEntries(added),
    },
  };
}

export function walletOf({ address, key, privateKey }: WorldAccount, dialect?: WalletDialect): Wallet[] {
  if (key === undefined) return [];
  return [
    { address, ...key, ...(privateKey !== undefined && { privateKey }), ...(dialect !== undefined && { dialect }) },
  ];
}

/** How the wallets of a service sign; undefined if its profile has the headers of the interface. */
export function dialectOf({
  profile,
  world,
}: {
  readonly profile: Profile;
  readonly world: World;
}): WalletDialect | undefined {
  if (profile.clob === undefined) return undefined;
  const { contracts, cancelField } = profile.clob;
  const negRisk = new Set(world.markets.flatMap(({ negRisk: isSo, tokenIds }) => (isSo ? tokenIds : [])));
  return { prefix: profile.auth.prefix, contracts, cancelField, isNegRisk: (tokenId) => negRisk.has(tokenId) };
}

function record<Item>(items: readonly Item[], nameOf: (position: number) => string): Record<string, Item> {
  return Object.fromEntries(items.map((item, position) => [nameOf(position), item]));
}

function setAside({ markets, writeMarkets }: World): readonly WorldMarket[] {
  const byId = new Map(markets.map((market) => [market.catalog.conditionId, market]));
  return writeMarkets.flatMap((id) => byId.get(id) ?? []);
}

function describe({ venue }: World, market: WorldMarket): NamedMarket {
  const { catalog, tokenIds, event } = market;
  const { terms } = viewOf(venue, market);
  return {
    conditionId: catalog.conditionId,
    yes: tokenIds[0],
    no: tokenIds[1],
    slug: catalog.slug,
    eventId: event.own.id,
    eventSlug: event.own.slug,
    tick: unitsToNumber(terms.tick, 4),
    minSize: unitsToNumber(terms.minSize, 6),
  };
}
