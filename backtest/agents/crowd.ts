/** backtest/agents/crowd: all simulated traders of a run, and their tape and venue. */

import { createHash } from 'node:crypto';
import { createRng, type Rng } from '../../base/rng.ts';
import type { Venue } from '../../sim/core/venue.ts';
import { type Tape, type TapePlayer, taped } from '../../sim/tape/tape.ts';
import type { Entry } from '../injected/survey.ts';
import type { Assumptions } from '../options.ts';
import { EngineVenue } from '../run/engine-venue.ts';
import { LiveRows } from '../run/live-rows.ts';
import { openAssumed } from '../run/open-engine.ts';
import { Publisher } from '../run/publisher.ts';
import { Schedule } from '../run/schedule.ts';
import type { BookDepth } from '../run/strategy-venue.ts';
import { AgentAccount } from './agent-account.ts';
import { AGENT_CASH, FIRST_AGENT, membersOf, PRICE_TICK } from './plan.ts';
import type { Simulation } from './simulation.ts';
import { KindLedger, MarketGauge, type SimulatedTotals } from './totals.ts';
import { type SavedTrader, Trader } from './trader.ts';

/** By member. */
type SavedCrowd = readonly SavedTrader[];

class Crowd {
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

  #book(index: number) {
    const { at } = this.#traders[index] as Trader;
    if (at < Infinity) this.#schedule.add(at, this.#becomesDue[index] as () => void);
  }
}

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

const STRATEGY = 0;

export class AgentsVenue extends EngineVenue {
  readonly books: readonly BookDepth[];
  readonly rows: LiveRows;
  readonly #simulation: Simulation;
  readonly #gauge: MarketGauge;
  readonly #ledger: KindLedger;
  readonly #publisher: Publisher;

  constructor(simulation: Simulation, assumptions: Assumptions, chance: Rng) {
    const { plan, opens } = simulation;
    const markets = Array.from({ length: plan.markets }, (_, market) => market);
    const engine = openAssumed(assumptions, {
      ticks: markets.map(() => PRICE_TICK),
      cash: [assumptions.deposit, ...membersOf(plan).map(() => AGENT_CASH)],
      firstMs: opens / 1_000,
    });
    const rows = new LiveRows();
    const publisher = new Publisher(engine, rows, STRATEGY, markets);
    const ledger = new KindLedger(simulation, FIRST_AGENT);
    super({
      engine: taped(engine, new Crowd(simulation, engine, FIRST_AGENT)),
      wallet: STRATEGY,
      numbers: markets,
      assumptions,
      chance,
      onEvent: (event) => {
        publisher.note(event);
        if (event.kind === 'trade') ledger.note(event);
      },
    });
    this.books = this.engineBooks(markets);
    this.rows = rows;
    this.#simulation = simulation;
    this.#ledger = ledger;
    this.#publisher = publisher;
    this.#gauge = new MarketGauge(engine, plan.markets, opens);
    for (const market of markets) publisher.open(market, opens);
  }

  get totals(): SimulatedTotals {
    const simulation = this.#simulation;
    const { engine, now } = this;
    return this.#ledger.totals(engine, simulation, now, this.#gauge.quality(Math.max(now, simulation.opens)));
  }

  protected override read(): void {
    super.read();
    for (const market of this.#publisher.publish(this.now)) this.#gauge.note(market, this.now);
  }
}
