/**
 * proof/soak/scene: what the swarm remembers of its own run, so that its commands mean something: who owns which
 * order, which markets are open, where prices are. It learns from replies alone, as a client would.
 */
import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import type { Result } from '../../spec/result.ts';
import { PRICE_ONE } from '../../spec/units.ts';

export type MarketScene = {
  tick: number;
  state: 'open' | 'paused' | 'closed' | 'resolved';
  /** Where orders gather, price units of the first outcome. */
  middle: number;
  group: number | undefined;
};

export type Scene = {
  wallets: number;
  readonly markets: MarketScene[];
  readonly groups: (readonly number[])[];
  /** Wallet of each order, by its number. */
  readonly owners: number[];
  /** Deposits so far, micro dollars: all of them together stay a safe integer. */
  deposits: number;
  /** Salts handed out. */
  salts: number;
};

export function newScene(): Scene {
  return { wallets: 0, markets: [], groups: [], owners: [], deposits: 0, salts: 0 };
}

/** Takes in what became of a command. */
export function learn(scene: Scene, command: Command, reply: Result<Reply, Refusal>): void {
  if (!reply.ok) return;
  switch (command.kind) {
    case 'place':
      scene.owners.push(command.wallet);
      break;
    case 'open-wallet':
      scene.wallets += 1;
      break;
    case 'deposit':
      scene.deposits += command.amount;
      break;
    case 'list-market': {
      const middle = Math.round(PRICE_ONE / 2 / command.terms.tick) * command.terms.tick;
      scene.markets.push({ tick: command.terms.tick, state: 'open', middle, group: undefined });
      break;
    }
    case 'group-markets':
      for (const market of command.markets) change(scene, market, { group: scene.groups.length });
      scene.groups.push(command.markets);
      break;
    case 'change-tick':
      change(scene, command.market, { tick: command.tick });
      break;
    case 'pause-market':
      change(scene, command.market, { state: 'paused' });
      break;
    case 'resume-market':
      change(scene, command.market, { state: 'open' });
      break;
    case 'close-market':
      change(scene, command.market, { state: 'closed' });
      break;
    case 'resolve-market':
      change(scene, command.market, { state: 'resolved' });
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

function change(scene: Scene, index: number, changes: Partial<MarketScene>): void {
  const market = scene.markets[index];
  if (market !== undefined) Object.assign(market, changes);
}
