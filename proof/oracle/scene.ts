/**
 * proof/oracle/scene: what the commands of a run can refer to, learned from its events: how much has been created
 * and what state it is in. Who owns how much is not part of it, so that a command means the same after shrinking.
 */
import type { MarketTerms } from '../../sim/core/command.ts';
import type { Event, Trade } from '../../sim/core/event.ts';

export type SceneMarket = {
  terms: MarketTerms;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  group: number | undefined;
};

export type Scene = {
  wallets: number;
  readonly markets: SceneMarket[];
  /** Members of each group. */
  readonly groups: (readonly number[])[];
  /** Owner of each order. */
  readonly owners: number[];
  trades: number;
  lastTrade: Trade | undefined;
};

/** Before anything has happened. */
export function newScene(): Scene {
  return { wallets: 0, markets: [], groups: [], owners: [], trades: 0, lastTrade: undefined };
}

/** Takes the event in. */
export function learnScene(scene: Scene, event: Event): void {
  switch (event.kind) {
    case 'wallet-opened':
      scene.wallets += 1;
      break;
    case 'order-accepted':
      scene.owners.push(event.wallet);
      break;
    case 'trade':
      scene.trades += 1;
      scene.lastTrade = event;
      break;
    case 'market-listed':
      scene.markets.push({ terms: event.terms, state: 'open', group: undefined });
      break;
    case 'market-state':
      change(scene, event.market, { state: event.state });
      break;
    case 'market-resolved':
      change(scene, event.market, { state: 'resolved' });
      break;
    case 'tick-changed': {
      const terms = scene.markets[event.market]?.terms;
      if (terms !== undefined) change(scene, event.market, { terms: { ...terms, tick: event.tick } });
      break;
    }
    case 'markets-grouped':
      for (const market of event.markets) change(scene, market, { group: event.group });
      scene.groups.push(event.markets);
      break;
    default:
  }
}

function change(scene: Scene, index: number, news: Partial<SceneMarket>): void {
  const market = scene.markets[index];
  if (market !== undefined) Object.assign(market, news);
}
