/** backtest/agents/crowd: all simulated traders of a run, which act from the opening to the close of their market. */
import { createRng } from '../../base/rng.ts';
import type { Venue } from '../../sim/core/venue.ts';
import { Schedule } from '../run/schedule.ts';
import { AgentAccount } from './agent-account.ts';
import { membersOf } from './plan.ts';
import type { Simulation } from './simulation.ts';
import { type SavedTrader, Trader } from './trader.ts';

/** By member. */
export type SavedCrowd = readonly SavedTrader[];

export class Crowd {
  readonly #schedule = new Schedule();
  readonly #traders: readonly Trader[];
  readonly #becomesDue: readonly (() => void)[];
  #due: number[] = [];

  /** `firstWallet`: that of the first member. `saved`: what `save` of another crowd of the same simulation returned. */
  constructor(simulation: Simulation, engine: Venue, firstWallet: number, saved: SavedCrowd = []) {
    const chance = createRng(`agents ${simulation.seed}`);
    this.#traders = membersOf(simulation.plan).map((member, index) => {
      const own = chance.fork(`market ${member.market + 1}`).fork(`${member.kind} ${member.number + 1}`);
      const account = new AgentAccount(engine, member.market, firstWallet + index);
      return new Trader(simulation, member, account, own, saved[index]);
    });
    this.#becomesDue = this.#traders.map((_, index) => () => this.#due.push(index));
    for (const index of this.#traders.keys()) this.#book(index);
  }

  /** The moment of the next action, milliseconds; Infinity when all markets are closed. */
  get next(): number {
    return this.#schedule.nextAt;
  }

  /** Performs the actions of the moment `next`, in the order of the members. */
  perform(): void {
    const at = this.next;
    while (this.next === at) this.#schedule.take()?.act(at);
    const due = this.#due;
    this.#due = [];
    for (const index of due.sort((a, b) => a - b)) {
      this.#traders[index]?.act();
      this.#book(index);
    }
  }

  save(): SavedCrowd {
    return this.#traders.map((trader) => trader.save());
  }

  #book(index: number): void {
    const { at } = this.#traders[index] as Trader;
    if (at < Infinity) this.#schedule.add(at, this.#becomesDue[index] as () => void);
  }
}
