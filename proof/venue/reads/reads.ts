/** proof/venue/reads/reads: all reads of the folds, through the functions of the routes. */

import { books, prices } from '../../../sim/routes/books.ts';
import { builderTrades, liveOrders } from '../../../sim/routes/own-lists.ts';
import { activity, closedPositions, holders, positions } from '../../../sim/routes/wallets.ts';
import type { Service } from '../../../sim/service.ts';
import type { BuilderTrade, LiveOrder } from '../../../spec/resources/order.ts';
import type { OrderBook, PriceMap } from '../../../spec/resources/order-book.ts';
import type { ActivityEntry, HolderGroup, Position } from '../../../spec/resources/wallet-data.ts';
import type { OutcomeIndex } from '../../../spec/venue/command.ts';
import { OUTCOMES } from '../oracle/differential.ts';
import { okBody } from './calls.ts';
import { conditionId, tokenId } from './plain-world.ts';

export function walletsOf({ world }: Service): readonly number[] {
  return world.accounts.map(({ index }) => index);
}

export function callersOf({ world }: Service): readonly number[] {
  return world.accounts.filter(({ key }) => key !== undefined).map(({ index }) => index);
}

export function marketsOf({ world }: Service): readonly number[] {
  return world.markets.map(({ index }) => index);
}

export function tokensOf(service: Service): readonly { readonly market: number; readonly outcome: OutcomeIndex }[] {
  return marketsOf(service).flatMap((market) => OUTCOMES.map((outcome) => ({ market, outcome })));
}

export function userOf(service: Service, wallet: number): string {
  return service.world.accounts[wallet]?.address ?? '';
}

export function currentOf(service: Service, wallet: number): readonly Position[] {
  const query = { user: userOf(service, wallet), sizeThreshold: '0', limit: '500' };
  return okBody('positions', positions, service, { query }) as Position[];
}

function closedOf(service: Service, wallet: number): readonly Position[] {
  const query = { user: userOf(service, wallet), limit: '50' };
  return okBody('closed-positions', closedPositions, service, { query }) as Position[];
}

export function rowsOf(service: Service, wallet: number): readonly Position[] {
  return [...currentOf(service, wallet), ...closedOf(service, wallet)];
}

export function feedOf(service: Service, wallet: number): readonly ActivityEntry[] {
  const query = { user: userOf(service, wallet), limit: '500' };
  return okBody('activity', activity, service, { query }) as ActivityEntry[];
}

export function holdersIn(service: Service, market: string): readonly HolderGroup[] {
  return okBody('holders', holders, service, { query: { market, minBalance: '0' } }) as HolderGroup[];
}

export function tradesOf(service: Service): readonly BuilderTrade[] {
  return okBody('builder-trades', builderTrades, service) as BuilderTrade[];
}

export function liveOf(service: Service, caller: number): readonly LiveOrder[] {
  return (okBody('live-orders', liveOrders, service, { caller }) as { data: LiveOrder[] }).data;
}

export function booksOf(service: Service): readonly OrderBook[] {
  const body = tokensOf(service).map(({ market, outcome }) => ({ token_id: tokenId(market, outcome) }));
  return okBody('books', books, service, { body }) as OrderBook[];
}

export function pricesOf(service: Service): PriceMap {
  const body = tokensOf(service).map(({ market, outcome }) => ({ token_id: tokenId(market, outcome) }));
  return okBody('prices', prices, service, { body }) as PriceMap;
}

export function everything(service: Service): unknown {
  return {
    wallets: walletsOf(service).map((wallet) => [
      currentOf(service, wallet),
      closedOf(service, wallet),
      feedOf(service, wallet),
    ]),
    holders: holdersIn(service, marketsOf(service).map(conditionId).join(',')),
    trades: tradesOf(service),
    live: callersOf(service).map((caller) => liveOf(service, caller)),
    books: booksOf(service),
    prices: pricesOf(service),
  };
}
