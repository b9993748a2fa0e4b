/** backtest/agents/served-agents: simulated traders as a service, on simulated markets or those of a recording. */
import { firstIndex } from '../../base/first-index.ts';
import { DataError } from '../data/data-error.ts';
import { DOLLAR, FLAG, KIND } from '../data/event.ts';
import type { Recording } from '../data/recording.ts';
import { type ReplayOptions, type Served, type ServedOptions, serveSource } from '../injected/replay.ts';
import { calendarOf, type Survey, surveyRecording } from '../injected/survey.ts';
import { MarketBook } from '../overlay/market-book.ts';
import type { ReplaySource } from '../replay/source.ts';
import { midOf } from '../run/book-value.ts';
import type { Truth } from './agent.ts';
import { agentsTape } from './crowd.ts';
import { AGENT_CASH, type AgentsPlan, membersOf } from './plan.ts';
import { simulatedMarkets } from './simulated-source.ts';
import type { Simulation } from './simulation.ts';

/** A market whose book never had two sides. */
const UNKNOWN = 0.5;

class RecordedTruth implements Truth {
  readonly #seconds: number[] = [];
  /** 1e-4 dollars. */
  readonly #mids: number[] = [];

  /** The middle price from a second on; seconds come in order, and the last price of a second counts. */
  note(second: number, mid: number): void {
    const last = this.#seconds.length - 1;
    if (this.#seconds[last] === second) this.#mids[last] = mid;
    else if (this.#mids[last] !== mid) {
      this.#seconds.push(second);
      this.#mids.push(mid);
    }
  }

  at(second: number): number {
    const seconds = this.#seconds;
    const after = firstIndex(seconds.length, (index) => (seconds[index] as number) > second);
    const mid = this.#mids[Math.max(0, after - 1)];
    return mid === undefined ? UNKNOWN : mid / DOLLAR;
  }
}

/** Reads the recording once and returns the truth of each served market; seconds count from its first moment. */
function recordedTruths(recording: ReplaySource, { markets, marketOf, outcomeOf, firstMs }: Survey): RecordedTruth[] {
  const truths = markets.map(() => new RecordedTruth());
  const books = markets.map(() => new MarketBook(0));
  for (const { rows, venueTime, token, kind, side, tick, size, flags } of recording.batches()) {
    for (let at = 0; at < rows; at += 1) {
      const number = token[at] as number;
      const book = books[marketOf[number] as number];
      if (book === undefined || kind[at] === KIND.trade) continue;
      const [outcome, flag] = [outcomeOf[number] as number, flags[at] as number];
      book.apply(kind[at] as number, outcome, side[at] as number, tick[at] as number, size[at] as number, flag);
      if ((flag & FLAG.last) === 0) continue;
      const mid = midOf(book, 0);
      const second = Math.floor(((venueTime[at] as number) / 1_000 - firstMs) / 1_000);
      if (mid > 0) truths[marketOf[number] as number]?.note(Math.max(0, second), mid);
    }
  }
  return truths;
}

/** Traders of a service, at most: each has a wallet. */
const TRADERS_MAX = 20_000;

/** Serves the simulated markets of a plan. Throws what `createSimulator` throws. */
export function serveSimulatedMarkets(plan: AgentsPlan, { seed = 1, ...options }: ServedOptions = {}): Served {
  const source = simulatedMarkets(plan, String(seed));
  return serveTraders(source, source.simulation, surveyRecording(source), { ...options, seed });
}

/**
 * Serves the markets of a recording with the traders of a plan in place of the recorded orders. `markets` and `hours`
 * of the plan are ignored. Throws `DataError` when the recording is damaged, cannot be served, or has too many markets,
 * and what `createSimulator` throws.
 */
export function serveRecordedMarkets(
  recording: Recording,
  { noise, value, makers, informed, news }: AgentsPlan,
  { onSurvey, seed = 1, ...options }: ReplayOptions = {},
): Served {
  const survey = surveyRecording(recording, onSurvey);
  const { markets, firstMs, lastMs } = survey;
  const hours = (lastMs - firstMs) / 3_600_000;
  const plan: AgentsPlan = { markets: markets.length, hours, news, noise, value, makers, informed };
  assertFew(recording, plan);
  const simulation: Simulation = {
    plan,
    seed: String(seed),
    truths: recordedTruths(recording, survey),
    opens: firstMs * 1_000,
    closes: markets.map((market) => market.lastMs * 1_000),
    changesAfter: Infinity,
  };
  return serveTraders(recording, simulation, survey, { ...options, seed });
}

function assertFew({ file }: Recording, plan: AgentsPlan) {
  const count = membersOf(plan).length;
  if (count <= TRADERS_MAX) return;
  throw new DataError(
    `${file}: its ${plan.markets} markets would have ${count} simulated traders, ` +
      `and a service has at most ${TRADERS_MAX}: use fewer traders, or a recording of fewer markets`,
  );
}

function serveTraders(source: ReplaySource, simulation: Simulation, survey: Survey, options: ServedOptions): Served {
  const resolutions = calendarOf(source, survey).filter(({ payout }) => payout !== undefined);
  const tape = agentsTape(simulation, resolutions, source.checksum);
  const others = membersOf(simulation.plan).map(({ market, kind, number }) => ({
    name: `${kind} ${number + 1} of market ${market + 1}`,
    cash: AGENT_CASH,
  }));
  return serveSource({ source, survey, tape, others }, options);
}
