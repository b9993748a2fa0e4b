/** backtest/agents/agents-venue: markets on which simulated traders keep trading while the strategy does. */
import type { Rng } from '../../base/rng.ts';
import { taped } from '../../sim/tape/taped.ts';
import { DOCUMENT_RULES } from '../../spec/venue/rules.ts';
import type { Assumptions } from '../options.ts';
import { EngineVenue } from '../run/engine-venue.ts';
import { LiveRows } from '../run/live-rows.ts';
import { openEngine } from '../run/open-engine.ts';
import { Publisher } from '../run/publisher.ts';
import type { BookDepth } from '../run/strategy-venue.ts';
import { Crowd } from './crowd.ts';
import { MarketGauge } from './market-gauge.ts';
import { AGENT_CASH, FIRST_AGENT, membersOf, PRICE_TICK } from './plan.ts';
import type { Simulation } from './simulation.ts';
import { KindLedger, type SimulatedTotals } from './totals.ts';

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
    const { settlement, deposit, fee } = assumptions;
    const { minedAfterMs, confirmedAfterMs } = settlement;
    const engine = openEngine({
      ticks: Array.from({ length: plan.markets }, () => PRICE_TICK),
      cash: [deposit, ...membersOf(plan).map(() => AGENT_CASH)],
      rules: { ...DOCUMENT_RULES, minedAfterMs, confirmedAfterMs },
      fee,
      firstMs: opens / 1_000,
    });
    const markets = Array.from({ length: plan.markets }, (_, market) => market);
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
