/** sim/log-ids: wire identifiers of the numbers in the event log. */
import type { OutcomeIndex } from '../spec/venue/command.ts';
import type { Service } from './service.ts';

/** Wire identifiers of the numbers in events. Each returns undefined for a number that is not in use. */
export type LogIds = {
  market(market: number): string | undefined;
  /** Token id of one outcome. */
  token(market: number, outcome: OutcomeIndex): string | undefined;
  /** Address; `key` in events is the number of the wallet whose API key it is. */
  wallet(wallet: number): string | undefined;
  order(order: number): string | undefined;
  trade(trade: number): string | undefined;
};

export function logIdsOf({ world, views }: Pick<Service, 'world' | 'views'>): LogIds {
  const { ids } = views;
  return {
    market: (market) => world.markets[market]?.catalog.conditionId,
    token: (market, outcome) => world.markets[market]?.tokenIds[outcome],
    wallet: (wallet) => world.accounts[wallet]?.address,
    order: (order) => world.venue.order(order) && ids.order.encode(order),
    trade(trade) {
      views.catchUp();
      const [known] = views.trades.newestFirst({ trade }, 0, 1);
      return known === undefined ? undefined : ids.trade.encode(known);
    },
  };
}
