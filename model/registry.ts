/**
 * model/registry: the objects that a run has created and their states, by its events, so that commands can refer to
 * them. It has no balances, so that a command means the same after shrinking.
 */
import type { MarketTerms } from '../spec/venue/command.ts';
import type { Event, Trade } from '../spec/venue/event.ts';

export type RegisteredMarket = {
  terms: MarketTerms;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  group: number | undefined;
};

export type Registry = {
  wallets: number;
  readonly markets: RegisteredMarket[];
  readonly groups: (readonly number[])[];
  readonly owners: number[];
  trades: number;
  lastTrade: Trade | undefined;
};

export function newRegistry(): Registry {
  return { wallets: 0, markets: [], groups: [], owners: [], trades: 0, lastTrade: undefined };
}

export function register(registry: Registry, event: Event): void {
  switch (event.kind) {
    case 'wallet-opened':
      registry.wallets += 1;
      break;
    case 'order-accepted':
      registry.owners.push(event.wallet);
      break;
    case 'trade':
      registry.trades += 1;
      registry.lastTrade = event;
      break;
    case 'market-listed':
      registry.markets.push({ terms: event.terms, state: 'open', group: undefined });
      break;
    case 'market-state':
      change(registry, event.market, { state: event.state });
      break;
    case 'market-resolved':
      change(registry, event.market, { state: 'resolved' });
      break;
    case 'tick-changed': {
      const terms = registry.markets[event.market]?.terms;
      if (terms !== undefined) change(registry, event.market, { terms: { ...terms, tick: event.tick } });
      break;
    }
    case 'markets-grouped':
      for (const market of event.markets) change(registry, market, { group: event.group });
      registry.groups.push(event.markets);
      break;
    default:
  }
}

function change(registry: Registry, index: number, news: Partial<RegisteredMarket>): void {
  const market = registry.markets[index];
  if (market !== undefined) Object.assign(market, news);
}
