/**
 * proof/soak/client-view: what the swarm remembers of its own run, so that its commands mean something: who owns which
 * order, which markets are open, where prices are. It learns from replies alone, as a client would.
 */
import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import type { Result } from '../../spec/result.ts';
import { PRICE_ONE } from '../../spec/units.ts';

export type KnownMarket = {
  tick: number;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  /** Where orders gather, price units of the first outcome. */
  middle: number;
  group: number | undefined;
};

export type ClientView = {
  wallets: number;
  readonly markets: KnownMarket[];
  readonly groups: (readonly number[])[];
  /** Wallet of each order, by its number. */
  readonly owners: number[];
  /** Deposits so far, micro dollars: all of them together stay a safe integer. */
  deposits: number;
  /** Salts handed out. */
  salts: number;
};

export function newClientView(): ClientView {
  return { wallets: 0, markets: [], groups: [], owners: [], deposits: 0, salts: 0 };
}

/** Takes in what became of a command. */
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
      break;
  }
}

function change(view: ClientView, index: number, changes: Partial<KnownMarket>): void {
  const market = view.markets[index];
  if (market !== undefined) Object.assign(market, changes);
}
