/**
 * proof/venue/soak/client-view: the knowledge of the clients of a swarm, from replies only: owners of orders, states of
 * markets, prices. It makes drawn commands meaningful.
 */

import type { Result } from '../../../base/result.ts';
import { PRICE_ONE } from '../../../base/units.ts';
import type { Command, Refusal, Reply } from '../../../spec/venue/command.ts';

export type KnownMarket = {
  tick: number;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  /** The price around which orders gather, price units of the first outcome. */
  middle: number;
  group: number | undefined;
};

export type ClientView = {
  wallets: number;
  readonly markets: KnownMarket[];
  readonly groups: (readonly number[])[];
  readonly owners: number[];
  /** Deposits so far, micro dollars: their sum stays a safe integer. */
  deposits: number;
  salts: number;
};

export function newClientView(): ClientView {
  return { wallets: 0, markets: [], groups: [], owners: [], deposits: 0, salts: 0 };
}

export function updateView(view: ClientView, command: Command, reply: Result<Reply, Refusal>): void {
  if (!reply.ok) return;
  switch (command.kind) {
    case 'place':
      view.owners.push(command.wallet);
      break;
    case 'open-wallet':
      view.wallets += 1;
      break;
    case 'deposit':
      view.deposits += command.amount;
      break;
    case 'list-market': {
      const middle = Math.round(PRICE_ONE / 2 / command.terms.tick) * command.terms.tick;
      view.markets.push({ tick: command.terms.tick, state: 'open', middle, group: undefined });
      break;
    }
    case 'group-markets':
      for (const market of command.markets) change(view, market, { group: view.groups.length });
      view.groups.push(command.markets);
      break;
    case 'change-tick':
      change(view, command.market, { tick: command.tick });
      break;
    case 'pause-market':
      change(view, command.market, { state: 'paused' });
      break;
    case 'resume-market':
      change(view, command.market, { state: 'open' });
      break;
    case 'close-market':
      change(view, command.market, { state: 'closed' });
      break;
    case 'resolve-market':
      change(view, command.market, { state: 'resolved' });
      break;
    case 'split':
    case 'merge':
    case 'redeem':
    case 'cancel':
    case 'heartbeat':
    case 'convert':
    case 'disturb-settlement':
    case 'transfer':
    case 'note':
      break;
  }
}

function change(view: ClientView, index: number, changes: Partial<KnownMarket>): void {
  const market = view.markets[index];
  if (market !== undefined) Object.assign(market, changes);
}
