/** model/registry: what a run has created, without balances, so that a command means the same after shrinking. */
import { PRICE_ONE } from '../base/units.ts';
import type { Event } from '../spec/venue/event.ts';

export type RegisteredMarket = {
  tick: number;
  /** The price around which orders gather, price units of the first outcome. */
  middle: number;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  group: number | undefined;
};

export class Registry {
  wallets = 0;
  readonly markets: RegisteredMarket[] = [];
  readonly groups: (readonly number[])[] = [];
  readonly owners: number[] = [];
  trades = 0;
  /** Deposits so far, micro dollars: their sum stays a safe integer. */
  deposits = 0;
  salts = 0;
}

export function register(registry: Registry, event: Event): void {
  const { kind } = event;
  if (kind === 'wallet-opened') registry.wallets += 1;
  else if (kind === 'order-accepted') registry.owners.push(event.wallet);
  else if (kind === 'trade') registry.trades += 1;
  else if (kind === 'deposited') registry.deposits += event.amount;
  else if (kind === 'market-listed') {
    const { tick } = event.terms;
    const middle = Math.round(PRICE_ONE / 2 / tick) * tick;
    registry.markets.push({ tick, middle, state: 'open', group: undefined });
  } else if (kind === 'market-state') change(registry, event.market, { state: event.state });
  else if (kind === 'market-resolved') change(registry, event.market, { state: 'resolved' });
  else if (kind === 'tick-changed') change(registry, event.market, { tick: event.tick });
  else if (kind === 'markets-grouped') {
    for (const market of event.markets) change(registry, market, { group: event.group });
    registry.groups.push(event.markets);
  }
}

function change(registry: Registry, index: number, news: Partial<RegisteredMarket>) {
  const market = registry.markets[index];
  if (market !== undefined) Object.assign(market, news);
}
