/** conformance/discovery/discover: binds the roles of the checks: names of the target file first, then the lists. */
import { type JsonObject, listAt, objectsIn, textAt } from '../../base/json.ts';
import type { Wallet } from '../../wire/credentials.ts';
import type { Bindings } from '../bindings.ts';
import type { TargetBindings } from '../input/target-file.ts';
import { findAccounts, findHolders, findWriteMarkets } from './accounts.ts';
import {
  findBooks,
  findComments,
  findConditions,
  findCreators,
  findEvents,
  findMarkets,
  findTrades,
} from './catalog.ts';
import { distinct, type Reader } from './reader.ts';

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
