/** cli/serving-replay: the recorded market behind `touchstone serve --replay`, and how its clock moves. */
import { openRecording } from '../backtest/data/open-recording.ts';
import { openReplay, type Replay, type ReplayOptions } from '../backtest/injected/replay.ts';
import { momentOf } from '../backtest/injected/survey.ts';
import { visible } from '../reports/untrusted.ts';
import { isLoopback } from '../sim/http/server.ts';
import type { Simulator } from '../sim/simulator.ts';
import { formatUnits } from '../spec/units.ts';
import type { Handler } from '../wire/message.ts';
import type { ServeFlags } from './commands/serve.ts';
import { withDataErrors } from './data-progress.ts';
import { CliError } from './exit.ts';
import { surveyText } from './replay-progress.ts';
import { createLateProgress } from './text-progress.ts';

export type ReplayFlags = ServeFlags & { readonly replay: string };

/** The flags of a replay with what follows from them: its clock, and control routes in step mode. Throws `CliError`. */
export function replayFlags(flags: ReplayFlags): ReplayFlags {
  const { speed = 1, replay, host } = flags;
  if (speed === 'step' && !isLoopback(host)) {
    throw new CliError(
      `--speed step is moved through the control routes, which are offered on loopback only: leave out --host ${host}`,
    );
  }
  const clock = typeof speed === 'number' ? 'real' : 'virtual';
  const control = speed === 'step' ? ({ control: true } as const) : {};
  return { ...flags, ...control, speed, clock, world: `replay of ${visible(replay)}` };
}

/** Opens the recording as a service. Throws `CliError` for a file that is no recording, or a damaged one. */
export async function replayOf(
  { replay, speed = 1 }: ReplayFlags,
  options: Omit<ReplayOptions, 'clock'>,
): Promise<Replay> {
  return withDataErrors(async () => {
    const recording = await openRecording(replay);
    const beginMs = momentOf(recording.coverage.first);
    const clock = typeof speed === 'number' ? runningClock(beginMs, speed) : 'virtual';
    const progress = createLateProgress(process.stderr);
    const onSurvey = (rows: number): void => progress.show(() => surveyText(rows, recording.coverage.rows));
    try {
      return openReplay(recording, { ...options, clock, onSurvey });
    } finally {
      progress.end();
    }
  });
}

/** Recorded time that runs from `beginMs` on, so many times as fast as real time; it starts when it is read first. */
function runningClock(beginMs: number, speed: number): () => number {
  let start: number | undefined;
  return () => {
    start ??= performance.now();
    return beginMs + Math.floor((performance.now() - start) * speed);
  };
}

/** The simulator whose clock goes to the next event with each request that is not signed, before the response. */
export function hurried(simulator: Simulator): Handler {
  return (request) => {
    const isSigned = request.headers['svc_signature'] !== undefined;
    const due = isSigned ? undefined : simulator.nextDue();
    if (due !== undefined) simulator.advance(Math.max(0, due - simulator.now()));
    return simulator.handle(request);
  };
}

/** What is served, for the first line as JSON. */
export function replayFacts({ survey, tape }: Replay, { replay, speed = 1 }: ReplayFlags): object {
  const [first, last] = [survey.firstMs, survey.lastMs];
  return {
    file: replay,
    fidelity: 'injected',
    speed,
    markets: survey.markets.length,
    first,
    last,
    tape: tape.checksum,
  };
}

/** The same for people. */
export function replayLine({ survey }: Replay, { speed = 1 }: ReplayFlags): string {
  const [first, last] = [survey.firstMs, survey.lastMs].map((ms) => new Date(ms).toISOString());
  const pace = {
    step: 'the clock moves through POST /_touchstone/advance alone',
    max: 'each request without a signature moves the clock to the next event',
  };
  const moving = typeof speed === 'number' ? `${speed} times real time` : pace[speed];
  return `replay, fidelity injected: ${survey.markets.length} markets from ${first} to ${last}; ${moving}`;
}

/** How far the background was from the recording, over all markets. */
export function driftLine({ tape }: Replay): string {
  const drifts = tape.drifts();
  const sum = (name: keyof (typeof drifts)[number]): number => drifts.reduce((total, drift) => total + drift[name], 0);
  const shares = (name: keyof (typeof drifts)[number]): string => `${formatUnits(sum(name), 6)} shares`;
  const refused = Object.entries(tape.refused()).map(([reason, count]) => `${count} ${reason}`);
  return [
    `drift: ${sum('differing')} of ${sum('snapshots')} snapshots differed from the injected books, by ${shares('size')} in ${sum('levels')} levels`,
    `${shares('unrecordedSize')} are changes that the rows of the recording do not show`,
    `trades: ${sum('trades')} played, ${shares('missedSize')} of them met no resting order, ${sum('skippedTrades')} left out`,
    `refused background orders: ${refused.length === 0 ? 'none' : refused.join(', ')}`,
  ].join('; ');
}
