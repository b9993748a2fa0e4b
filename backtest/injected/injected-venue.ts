/** backtest/injected/injected-venue: the recorded market as orders in the engine, which own orders cross. */
import type { Rng } from '../../base/rng.ts';
import { taped } from '../../sim/tape/tape.ts';
import type { Assumptions } from '../options.ts';
import type { RowCursor } from '../replay/row-cursor.ts';
import type { ReplaySource } from '../replay/source.ts';
import type { DriftTotals } from '../result.ts';
import { EngineVenue } from '../run/engine-venue.ts';
import { LiveRows } from '../run/live-rows.ts';
import { openAssumed } from '../run/open-engine.ts';
import { Publisher } from '../run/publisher.ts';
import type { BookDepth } from '../run/strategy-venue.ts';
import { MAKER_CASH, STRATEGY, TAKER_CASH } from './background.ts';
import { driftTotals } from './drift.ts';
import { type InjectedTape, injectedTape } from './injected-player.ts';
import { momentOf, surveyRecording } from './survey.ts';

export class InjectedVenue extends EngineVenue {
  readonly books: readonly BookDepth[];
  readonly rows: LiveRows;
  readonly #publisher: Publisher;
  readonly #tape: InjectedTape;
  readonly #recording: ReplaySource;
  /** By market of the recording: its number in the engine; -1 for one that is not served. */
  readonly #served: readonly number[];
  readonly #opened = new Set<number>();

  /** Throws `DataError` when no market can be served. */
  constructor(given: ReplaySource, assumptions: Assumptions, chance: Rng, onSurvey?: (rows: number) => void) {
    const recording = given.reopen();
    const survey = surveyRecording(recording, onSurvey);
    const tape = injectedTape(recording, survey);
    const engine = openAssumed(assumptions, {
      ticks: survey.markets.map(({ tick }) => tick),
      cash: [assumptions.deposit, MAKER_CASH, TAKER_CASH],
      firstMs: survey.firstMs,
    });
    const rows = new LiveRows();
    const numbers = survey.markets.map(({ recorded }) => recorded);
    const publisher = new Publisher(engine, rows, STRATEGY, numbers);
    const served = given.markets.map((_, market) => survey.markets.findIndex(({ recorded }) => recorded === market));
    super({
      engine: taped(engine, tape.play()),
      wallet: STRATEGY,
      onEvent: (event) => publisher.note(event),
      numbers: served,
      assumptions,
      chance,
    });
    this.books = this.engineBooks(served);
    this.rows = rows;
    this.#publisher = publisher;
    this.#tape = tape;
    this.#recording = recording;
    this.#served = served;
  }

  /** The feed of a market begins with its first row. */
  override row({ batch, at, time }: RowCursor): void {
    const market = this.#served[batch?.market[at] ?? -1] ?? -1;
    if (market < 0 || this.#opened.has(market)) return;
    this.#opened.add(market);
    this.#publisher.open(market, time);
  }

  get drift(): DriftTotals {
    return driftTotals(this.#tape.drifts());
  }

  /** The tape resolves the market at the first millisecond from then on. */
  override resolve(market: number, payout: readonly [number, number], at: number): number {
    return super.resolve(market, payout, momentOf(at) * 1_000);
  }

  protected override read(): void {
    super.read();
    this.#publisher.publish(this.now);
  }

  override close(): void {
    this.#recording.close();
  }
}
