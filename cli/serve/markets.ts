/** cli/serve/markets: the markets of `touchstone serve --replay` and `serve --fidelity agents`, and their clock. */
import type { AgentsPlan } from '../../backtest/agents/plan.ts';
import { serveRecordedMarkets, serveSimulatedMarkets } from '../../backtest/agents/served-agents.ts';
import { OPENS } from '../../backtest/agents/simulated-source.ts';
import { openRecording } from '../../backtest/data/open-recording.ts';
import { openReplay, type Replay, type ReplayOptions, type Served } from '../../backtest/injected/replay.ts';
import { momentOf, type Survey } from '../../backtest/injected/survey.ts';
import { invariant } from '../../base/result.ts';
import { formatUnits } from '../../base/units.ts';
import { visible } from '../../reports/untrusted.ts';
import type { Simulator } from '../../sim/simulator.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import { isLoopback } from '../../wire/loopback.ts';
import type { Handler } from '../../wire/message.ts';
import { planOf } from '../backtest/assumptions.ts';
import { surveyText } from '../backtest/progress.ts';
import { withDataErrors } from '../data/progress.ts';
import { CliError } from '../exit.ts';
import { createLateProgress } from '../terminal/text-progress.ts';
import type { ServeFlags } from './command.ts';

/** The flags of served markets, and the settings that follow: the clock, control routes. Throws `CliError`. */
export function servedMarketsFlags(flags: ServeFlags): ServeFlags {
  const { speed = 1, replay, host } = flags;
  if (speed === 'step' && !isLoopback(host))
    throw new CliError(
      `--speed step is moved through the control routes, which are offered on loopback only: leave out --host ${host}`,
    );
  const clock = typeof speed === 'number' ? 'real' : 'virtual';
  const control = speed === 'step' ? ({ control: true } as const) : {};
  const world = replay === undefined ? 'simulated markets' : `replay of ${visible(replay)}`;
  return { ...flags, ...control, speed, clock, world };
}

/** A recording or simulated markets as a service, and the last line about it. */
export type ServedMarkets = { readonly served: Served; readonly lastLine?: () => string };

/** Opens the markets that the flags describe. Throws `CliError`. */
export async function servedMarkets(flags: ServeFlags, options: Omit<ReplayOptions, 'clock'>): Promise<ServedMarkets> {
  const plan = planOfService(flags);
  const { replay, speed } = flags;
  if (replay === undefined) {
    invariant(plan !== undefined, 'markets without a recording are simulated');
    return {
      served: serveSimulatedMarkets(plan, { ...options, ...OTHER_CLOCK, clock: clockOf(momentOf(OPENS), speed) }),
    };
  }
  return withDataErrors(async () => {
    const recording = await openRecording(replay);
    const progress = createLateProgress(process.stderr);
    const onSurvey = (rows: number) => progress.show(() => surveyText(rows, recording.coverage.rows));
    const clock = clockOf(momentOf(recording.coverage.first), speed);
    const clocked = { ...options, ...OTHER_CLOCK, clock, onSurvey };
    try {
      if (plan !== undefined) return { served: serveRecordedMarkets(recording, plan, clocked) };
      const served = openReplay(recording, clocked);
      return { served, lastLine: () => driftLine(served) };
    } finally {
      progress.end();
    }
  });
}

/** The traders of the service; undefined when recorded orders take their place. Throws `CliError`. */
function planOfService(flags: ServeFlags): AgentsPlan | undefined {
  if (flags.fidelity !== 'agents') return undefined;
  if (flags.replay !== undefined && (flags.markets ?? flags.hours) !== undefined)
    throw new CliError('--markets and --hours follow from the recording: leave them out, or leave out --replay');
  return planOf(flags);
}

/** Real clients stamp with the clock of their machine, which is another one. */
const OTHER_CLOCK = { timestamps: 'ignored' } as const;

/** The clock from `beginMs` on: `speed` times as fast as real time from its first reading, or moved by requests. */
function clockOf(beginMs: number, speed: ServeFlags['speed'] = 1): (() => number) | 'virtual' {
  if (typeof speed !== 'number') return 'virtual';
  let start: number | undefined;
  return () => {
    start ??= performance.now();
    return beginMs + Math.floor((performance.now() - start) * speed);
  };
}

/** The simulator whose clock goes to the next event with each request that is not signed, before the response. */
export function hurried(simulator: Simulator): Handler {
  return (request) => {
    const due = authHeader(request, 'SIGNATURE') !== undefined ? undefined : simulator.nextDue();
    if (due !== undefined) simulator.advance(Math.max(0, due - simulator.now()));
    return simulator.handle(request);
  };
}

export function servedFacts(
  { survey, tape }: Served,
  { replay, fidelity = 'injected', speed = 1 }: ServeFlags,
): object {
  const [first, last] = spanOf(survey);
  const { length: markets } = survey.markets;
  return { file: replay ?? null, fidelity, speed, markets, first, last, tape: tape.checksum };
}

export function servedLine({ survey }: Served, { fidelity = 'injected', speed = 1 }: ServeFlags): string {
  const [first, last] = spanOf(survey).map((ms) => new Date(ms).toISOString());
  const pace = {
    step: 'the clock only moves with POST /_touchstone/advance',
    max: 'each request without a signature moves the clock to the next event',
  };
  const moving = typeof speed === 'number' ? `${speed} times real time` : pace[speed];
  return `fidelity ${fidelity}: ${survey.markets.length} markets from ${first} to ${last}; ${moving}`;
}

function spanOf({ firstMs, lastMs }: Survey): readonly [number, number] {
  return [firstMs, lastMs];
}

/** The drift of the background from the recording, over all markets. */
function driftLine({ tape }: Replay) {
  const drifts = tape.drifts();
  const sum = (name: keyof (typeof drifts)[number]) => drifts.reduce((total, drift) => total + drift[name], 0);
  const shares = (name: keyof (typeof drifts)[number]) => `${formatUnits(sum(name), 6)} shares`;
  const refused = Object.entries(tape.refused()).map(([reason, count]) => `${count} ${reason}`);
  return [
    `drift: ${sum('differing')} of ${sum('snapshots')} snapshots differed from the injected books, ` +
      `by ${shares('size')} in ${sum('levels')} levels`,
    `${shares('unrecordedSize')} are changes that the rows of the recording do not show`,
    `trades: ${sum('trades')} played, ${shares('missedSize')} of them met no resting order, ` +
      `${sum('skippedTrades')} left out`,
    `refused background orders: ${refused.length === 0 ? 'none' : refused.join(', ')}`,
  ].join('; ');
}
