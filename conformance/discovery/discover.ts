/**
 * conformance/discovery/discover: binds the roles of the checks: names of the target file first, then lists, holders
 * and trades.
 */

import { flagAt, type JsonObject, listAt, numberAt, objectsIn, textAt } from '../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../base/units.ts';
import type { Bindings, Wallet, WriteMarket } from '../check.ts';
import type { TargetBindings } from '../input/target-file.ts';
import {
  findBooks,
  findComments,
  findConditions,
  findCreators,
  findEvents,
  findMarkets,
  findTrades,
} from './catalog.ts';
import { byMost, distinct, type Reader, segment, spread } from './reader.ts';

export type DiscoveryOptions = Readonly<{
  named: TargetBindings;
  credentialed: readonly Wallet[];
  writeMarkets: readonly string[];
  isWalletOpen: boolean;
  isWriting: boolean;
}>;

export async function discover(reader: Reader, options: DiscoveryOptions): Promise<Bindings> {
  const { named, isWalletOpen, credentialed } = options;
  const [{ markets, marketsComplete }, creators, comments] = await Promise.all([
    findMarkets(reader, named.markets ?? []),
    findCreators(reader),
    findComments(reader, named.comments ?? []),
  ]);
  // The market list comes first, so that saved scenarios take the ids of tokens from it.
  const [events, conditions, books, trades] = await Promise.all([
    findEvents(reader, markets, named.events ?? []),
    findConditions(reader, markets, named.markets ?? []),
    findBooks(reader, markets, named.tokens ?? []),
    findTrades(reader),
  ]);
  const conditionIds = distinct([
    ...markets.map((row) => textAt(row, 'conditionId')),
    ...conditions.map((row) => textAt(row, 'condition_id')),
  ]);
  const held = isWalletOpen
    ? await findHolders(reader, conditionIds, named.markets ?? [])
    : { heldMarkets: [], holders: [] };
  const addresses = distinct([
    ...(named.wallets ?? []),
    ...(named.profiles ?? []),
    ...credentialed.map(({ address }) => address),
    ...held.holders,
    ...tradersIn(trades),
  ]);
  const accounts = await findAccounts(reader, addresses, isWalletOpen);
  const writeMarkets = options.isWriting ? await findWriteMarkets(reader, credentialed, options.writeMarkets) : [];
  return {
    markets,
    marketsComplete,
    events,
    conditions,
    books,
    creators,
    trades,
    comments,
    addresses,
    ...accounts,
    heldMarkets: held.heldMarkets,
    writeMarkets,
  };
}

function tradersIn(trades: readonly JsonObject[]): readonly string[] {
  const makers = trades.flatMap((trade) => [
    textAt(trade, 'maker_address'),
    ...objectsIn(listAt(trade, 'maker_orders')).map((order) => textAt(order, 'maker_address')),
  ]);
  return distinct(makers);
}

const MARKETS = 16;
const WALLETS = 30;
const PROFILES = 12;
/** An offset that only wallets with very many rows reach: the length of the largest page. */
const DEEP = 500;
const WRITE_MARKETS = 40;

type Held = { readonly heldMarkets: readonly string[]; readonly holders: readonly string[] };

/** Markets with holders, and the addresses of the holders, largest and smallest of each market first. */
async function findHolders(reader: Reader, conditionIds: readonly string[], named: readonly string[]): Promise<Held> {
  const ids = distinct([...named, ...spread(conditionIds, MARKETS)]);
  const groups = await reader.each(ids, (market) => reader.read('/holders', { market, limit: '500', minBalance: '0' }));
  const lists = groups.flatMap((response) =>
    objectsIn(response).map((group) =>
      objectsIn(listAt(group, 'holders')).map((holder) => textAt(holder, 'proxyWallet')),
    ),
  );
  const counts = groups.map((response) =>
    objectsIn(response).reduce((sum, group) => sum + listAt(group, 'holders').length, 0),
  );
  return {
    heldMarkets: byMost(ids.map((id, index) => [id, counts[index] ?? 0])),
    holders: distinct(roundRobin([roundRobin(lists), roundRobin(lists.map((list) => list.toReversed()))])),
  };
}

/** First, last, second, last but one, ...: the smallest may be evidence of something that the largest is not. */
function fromBothEnds<Item>(items: readonly Item[]): readonly Item[] {
  const half = Math.ceil(items.length / 2);
  const tail = items.slice(half).reverse();
  return items.slice(0, half).flatMap((item, index) => [item, ...tail.slice(index, index + 1)]);
}

/** The first of each list, then the second of each, and so on, without repetition. */
function roundRobin(lists: readonly (readonly (string | undefined)[])[]): readonly string[] {
  // No spread into arguments: a hostile target may have more lists than a call takes arguments.
  const longest = lists.reduce((most, list) => Math.max(most, list.length), 0);
  return distinct(Array.from({ length: longest }, (_, index) => lists.map((list) => list[index])).flat());
}

type Accounts = Readonly<{
  wallets: readonly string[];
  closedWallets: readonly string[];
  activeWallets: readonly string[];
  profiles: readonly string[];
}>;

/** Sorts addresses by their positions, closed positions, activity and profile. */
async function findAccounts(reader: Reader, addresses: readonly string[], isWalletOpen: boolean): Promise<Accounts> {
  const users = addresses.slice(0, WALLETS);
  const count = async (path: string, user: string, limit: number): Promise<readonly [string, number]> => {
    if (!isWalletOpen) return [user, 0];
    const rows = objectsIn(await reader.read(path, { user, limit: String(limit) }));
    if (rows.length < limit) return [user, rows.length];
    // A full page may be the first of many: one row far down the list is cheaper than all rows above it.
    const deep = objectsIn(await reader.read(path, { user, limit: '1', offset: String(DEEP) }));
    return [user, rows.length + deep.length * DEEP];
  };
  const countAll = (path: string): Promise<(readonly [string, number])[]> =>
    reader.each(users, (user) => count(path, user, 50));
  const [positions, closed, active, profiles] = await Promise.all([
    countAll('/positions'),
    countAll('/closed-positions'),
    countAll('/activity'),
    reader.each(
      users.slice(0, PROFILES),
      async (user): Promise<readonly [string, number]> => [
        user,
        (await reader.read(`/profiles/user_address/${segment(user)}`)) === undefined ? 0 : 1,
      ],
    ),
  ]);
  return {
    wallets: fromBothEnds(byMost(positions)),
    closedWallets: byMost(closed),
    activeWallets: byMost(active),
    profiles: byMost(profiles),
  };
}

/** Markets for writes: the named ones, or those of which every wallet with credentials holds both tokens. */
async function findWriteMarkets(
  reader: Reader,
  credentialed: readonly Wallet[],
  named: readonly string[],
): Promise<readonly WriteMarket[]> {
  const ids = named.length > 0 ? named : await sharedMarkets(reader, credentialed);
  const answers = await reader.each(ids.slice(0, WRITE_MARKETS), (id) => reader.read(`/markets/${segment(id)}`));
  return answers.flatMap((response, index) => writeMarketOf(ids[index] ?? '', response) ?? []);
}

async function sharedMarkets(reader: Reader, credentialed: readonly Wallet[]): Promise<readonly string[]> {
  const held = await reader.each(credentialed.slice(0, 2), async ({ address }) => {
    const rows = objectsIn(await reader.read('/positions', { user: address, limit: '500', mergeable: 'true' }));
    return distinct(rows.map((row) => textAt(row, 'conditionId')));
  });
  const [first = [], ...others] = held;
  return first.filter((id) => others.every((ids) => ids.includes(id)));
}

function writeMarketOf(conditionId: string, market: unknown): WriteMarket | undefined {
  const tokens = objectsIn(listAt(market, 'tokens')).map((token: JsonObject) => textAt(token, 'token_id'));
  const [yes, no] = tokens;
  const tick = numberAt(market, 'minimum_tick_size');
  const minSize = numberAt(market, 'minimum_order_size');
  if (yes === undefined || no === undefined || tick === undefined || minSize === undefined) return undefined;
  if (flagAt(market, 'accepting_orders') === false || tick <= 0 || minSize < 0) return undefined;
  const isNegRisk = flagAt(market, 'neg_risk') === true;
  return {
    conditionId,
    tokenIds: [yes, no],
    tick: Math.round(tick * PRICE_ONE),
    minSize: Math.round(minSize * MICRO),
    isNegRisk,
  };
}
