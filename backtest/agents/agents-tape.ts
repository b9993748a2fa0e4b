/** backtest/agents/agents-tape: simulated traders as a tape: they trade until their market closes and is resolved. */
import { createHash } from 'node:crypto';
import type { Venue } from '../../sim/core/venue.ts';
import type { Tape, TapePlayer } from '../../sim/tape/tape.ts';
import type { Entry } from '../injected/calendar.ts';
import { Crowd, type SavedCrowd } from './crowd.ts';
import { FIRST_AGENT } from './plan.ts';
import type { Simulation } from './simulation.ts';

/** Grows with every change of what the tape does with a simulation. */
const VERSION = 1;

/** `content` identifies the markets: a checksum. `resolutions`: in order of their moments. */
export function agentsTape(simulation: Simulation, resolutions: readonly Entry[], content: string): Tape {
  const { plan, seed } = simulation;
  return {
    checksum: createHash('sha256')
      .update(JSON.stringify(['agents tape', VERSION, seed, plan, content]))
      .digest('hex'),
    play: (saved) =>
      new AgentsPlayer(simulation, resolutions, saved === undefined ? undefined : (JSON.parse(saved) as SavedPlayer)),
  };
}

/** `next`: the next action of a trader, milliseconds; null when all markets are closed. */
type SavedPlayer = { readonly next: number | null; readonly resolved: number; readonly crowd: SavedCrowd | null };

class AgentsPlayer implements TapePlayer {
  readonly #simulation: Simulation;
  readonly #resolutions: readonly Entry[];
  readonly #saved: SavedPlayer;
  /** How many markets are resolved. */
  #resolved: number;
  /** From the first moment on, with which the engine becomes known. */
  #crowd: Crowd | undefined;

  constructor(simulation: Simulation, resolutions: readonly Entry[], saved: SavedPlayer | undefined) {
    this.#simulation = simulation;
    this.#resolutions = resolutions;
    this.#saved = saved ?? { next: simulation.opens / 1_000, resolved: 0, crowd: null };
    this.#resolved = this.#saved.resolved;
  }

  get next(): number {
    return Math.min(this.#nextAction, this.#nextResolution);
  }

  perform(engine: Venue): void {
    const at = this.next;
    this.#crowd ??= new Crowd(this.#simulation, engine, FIRST_AGENT, this.#saved.crowd ?? undefined);
    if (this.#crowd.next === at) this.#crowd.perform();
    for (; this.#nextResolution === at; this.#resolved += 1) {
      const { market, payout } = this.#resolutions[this.#resolved] as Entry;
      if (payout !== undefined) engine.step({ kind: 'resolve-market', market, payout }, engine.now);
    }
  }

  save(): string {
    const crowd = this.#crowd;
    const nextAction = this.#nextAction;
    const resolved = this.#resolved;
    const next = nextAction === Infinity ? null : nextAction;
    const state: SavedPlayer = { next, resolved, crowd: crowd?.save() ?? this.#saved.crowd };
    return JSON.stringify(state);
  }

  get #nextAction(): number {
    return this.#crowd?.next ?? this.#saved.next ?? Infinity;
  }

  get #nextResolution(): number {
    return this.#resolutions[this.#resolved]?.at ?? Infinity;
  }
}
