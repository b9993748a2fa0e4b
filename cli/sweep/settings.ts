/** cli/sweep/settings: the flags of `touchstone sweep` as the settings of a sweep, validated against the recording. */
import { basename } from 'node:path';
import type { Recording } from '../../backtest/data/recording.ts';
import type { Assumptions } from '../../backtest/options.ts';
import type { Params } from '../../backtest/strategy.ts';
import { SWEEP_METRICS, type SweepMetricId } from '../../backtest/sweep/metric.ts';
import { strategyDigest } from '../../backtest/sweep/program.ts';
import {
  type SweepSettings,
  TRIALS_MAX,
  type WalkForward,
  WINDOWS_MAX,
  windowsOf,
} from '../../backtest/sweep/settings.ts';
import { type Space, trialCount } from '../../backtest/sweep/trials.ts';
import { assumptionsOf, oneOf } from '../backtest/assumptions.ts';
import { assertPeriod, marketsOf } from '../backtest/selection.ts';
import { paramsOf, periodOf } from '../backtest/values.ts';
import { CliError } from '../exit.ts';
import { version } from '../version.ts';
import type { SweepFlags } from './command.ts';
import { listAxis, rangeAxis, seedsOf, walkForwardOf } from './values.ts';

export type SweepPlan = Readonly<{
  params: Params;
  space: Space;
  seeds: readonly string[];
  isByMarket: boolean;
  walk: WalkForward | undefined;
  metric: SweepMetricId;
  assumptions: Assumptions;
  from?: number;
  to?: number;
}>;

/** Throws `CliError` for flags that are wrong or contradict each other, before any data is read. */
export function planOf(flags: SweepFlags): SweepPlan {
  const { by } = flags;
  if (by !== undefined && by !== 'market') throw new CliError(`--by takes market; "${by}" is no unit`);
  const params = paramsOf(flags.param);
  const space = spaceOf(flags);
  assertNamedOnce(params, space);
  return {
    params,
    space,
    seeds: seedsOf(flags.seeds),
    isByMarket: by === 'market',
    metric: oneOf('--metric', flags.metric, SWEEP_METRICS),
    walk: flags.walkForward === undefined ? undefined : walkForwardOf(flags.walkForward),
    assumptions: assumptionsOf(flags),
    ...periodOf(flags),
  };
}

function spaceOf({ grid, random, range, drawSeed }: SweepFlags): Space {
  if (random === undefined && range.length > 0)
    throw new CliError(
      '--range is drawn from: give the number of draws with --random NUMBER, or list values with --grid',
    );
  if (random !== undefined && range.length === 0)
    throw new CliError('--random draws from ranges: give one as in --range spread=0.01..0.05');
  return { lists: grid.map(listAxis), ranges: range.map(rangeAxis), draws: random ?? 1, seed: String(drawSeed) };
}

function assertNamedOnce(params: Params, { lists, ranges }: Space) {
  const names = [...Object.keys(params), ...lists.map(({ name }) => name), ...ranges.map(({ name }) => name)];
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    throw new CliError(`the parameter ${twice} is given twice: name it once, in --param, --grid or --range`);
}

/** Throws `CliError` for spans and markets that the recording does not have, and for sweeps that are too large. */
export function settingsOf(strategy: string, flags: SweepFlags, plan: SweepPlan, recording: Recording): SweepSettings {
  const { params, space, seeds, assumptions, walk, from, to } = plan;
  assertPeriod(recording, flags.data, plan);
  const { first, last } = recording.coverage;
  const span = { from: Math.max(from ?? first, first), to: Math.min(to ?? last, last) };
  const only = flags.market === undefined ? undefined : marketsOf(recording, flags.market);
  const settings: SweepSettings = {
    touchstone: version(),
    strategy: { name: basename(strategy), sha256: strategyDigest(strategy) },
    recording: recording.checksum,
    params: { ...params },
    space: {
      lists: space.lists.map(({ name, values }) => ({ name, values: [...values] })),
      ranges: [...space.ranges],
      draws: space.draws,
      seed: space.seed,
    },
    seeds: [...seeds],
    marketSets: plan.isByMarket
      ? (only ?? recording.markets).map((name) => [name])
      : [only === undefined ? 'all' : [...only]],
    assumptions,
    allowRead: [...flags.allowRead],
    span,
    windows: walk === undefined ? [] : [...windowsIn(span, walk)],
  };
  assertSize(settings);
  return settings;
}

function windowsIn(span: SweepSettings['span'], walk: WalkForward): SweepSettings['windows'] {
  const windows = windowsOf(span, walk);
  const hours = (micros: number) => `${Number((micros / 3.6e9).toPrecision(3))} h`;
  if (windows.length === 0)
    throw new CliError(
      `--walk-forward: a window takes ${hours(walk.train + walk.test)}, ` +
        `and the data lasts ${hours(span.to - span.from)}: give shorter spans`,
    );
  if (windows.length > WINDOWS_MAX)
    throw new CliError(`--walk-forward: more than ${WINDOWS_MAX} windows: give longer spans`);
  return [...windows];
}

function assertSize(settings: SweepSettings) {
  const count = trialCount(settings);
  if (count <= TRIALS_MAX) return;
  const { seeds, marketSets, windows } = settings;
  const factors = [
    `${seeds.length} seeds`,
    `${marketSets.length} sets of markets`,
    ...(windows.length > 0 ? [`${windows.length} windows`] : []),
  ];
  throw new CliError(
    `the sweep has ${count} trials (every point with ${factors.join(', ')}), more than ${TRIALS_MAX}: ` +
      'list fewer values, or draw points with --random',
  );
}
