/** backtest/agents/served-agents: simulated traders as a service, on simulated markets or those of a recording. */
import { DataError } from '../data/data-error.ts';
import type { Recording } from '../data/recording.ts';
import { calendarOf } from '../injected/calendar.ts';
import { type ReplayOptions, type Served, type ServedOptions, serveSource } from '../injected/replay.ts';
import { type Survey, surveyRecording } from '../injected/survey.ts';
import type { ReplaySource } from '../replay/source.ts';
import { agentsTape } from './agents-tape.ts';
import { AGENT_CASH, type AgentsPlan, membersOf } from './plan.ts';
import { recordedTruths } from './recorded-truth.ts';
import { simulatedMarkets } from './simulated-source.ts';
import type { Simulation } from './simulation.ts';

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

function assertFew({ file }: Recording, plan: AgentsPlan): void {
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
