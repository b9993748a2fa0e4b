/** backtest/sweep/program: the workers' program: loads recording and strategy once, runs a trial for each item. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import { type ItemRunner, type Json, type LeasedProgram, type ProgramName, WorkRefused } from '../../lease/work.ts';
import { withOutcomesKnownBy } from '../audit/altered-recording.ts';
import { DataError } from '../data/data-error.ts';
import { openRecording } from '../data/open-recording.ts';
import type { Recording } from '../data/recording.ts';
import { ReadParams } from '../read-params.ts';
import { type BacktestOptions, backtest, ended } from '../run/backtest.ts';
import type { StrategyFactory } from '../strategy.ts';
import { assertStrategyFile, loadStrategy, makeStrategy, StrategyLoadError } from '../strategy-file.ts';
import { permissionsOf } from '../thread-permissions.ts';
import { figuresOf } from './figures.ts';
import { type SweepSettings, type TrialResult, WorkerSettings } from './settings.ts';
import { paramsOf, spanOf, type Trial, trialOf } from './trials.ts';

export const SWEEP_PROGRAM: ProgramName = {
  name: 'sweep',
  module: new URL(`./program${extname(import.meta.url)}`, import.meta.url),
  threadOptions(settings) {
    const { sweep, files } = parsed(settings);
    return permissionsOf({ ...files, allowed: sweep.allowRead });
  },
};

export const program: LeasedProgram<Json, TrialResult> = {
  async open(settings): Promise<ItemRunner<TrialResult>> {
    const { sweep, files } = parsed(settings);
    const factory = await strategyOf(sweep, files.strategy);
    const recording = await recordingOf(sweep, files.recording);
    const opened: Opened = { sweep, file: files.strategy, factory, recording };
    return { run: (item) => runTrial(opened, trialOf(sweep, item)), close: () => recording.close() };
  },
};

type Opened = Readonly<{
  sweep: SweepSettings;
  file: string;
  factory: StrategyFactory;
  recording: Recording;
}>;

function parsed(settings: Json): WorkerSettings {
  const result = WorkerSettings.safeParse(settings);
  if (result.success) return result.data;
  throw new WorkRefused(`the settings of the sweep cannot be used: ${z.prettifyError(result.error)}`);
}

async function strategyOf({ strategy }: SweepSettings, file: string): Promise<StrategyFactory> {
  return await refusing(async () => {
    if (strategyDigest(file) !== strategy.sha256) {
      throw new WorkRefused(`${file} is not the file that the sweep began with: its SHA-256 differs`);
    }
    return await loadStrategy(file);
  });
}

async function recordingOf({ recording, marketSets }: SweepSettings, file: string): Promise<Recording> {
  const opened = await refusing(() => openRecording(file));
  if (opened.checksum !== recording) {
    opened.close();
    throw new WorkRefused(`${file} is not the recording that the sweep began with: its checksum differs`);
  }
  const names = new Set(opened.markets);
  const unknown = marketSets.flat().find((name) => name !== 'all' && !names.has(name));
  if (unknown !== undefined) throw new WorkRefused(`${file} has no market ${unknown}`);
  return opened;
}

async function refusing<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DataError || error instanceof StrategyLoadError) throw new WorkRefused(error.message);
    throw error;
  }
}

/** The SHA-256 of a strategy file. Throws `StrategyLoadError` for a file that is no strategy. */
export function strategyDigest(file: string): string {
  assertStrategyFile(file);
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Chance follows from the seed alone, so that points differ by their parameters only. */
function runTrial({ sweep, file, factory, recording }: Opened, trial: Trial): TrialResult {
  const read = new ReadParams(paramsOf(sweep, trial.point));
  try {
    const strategy = makeStrategy(file, factory, read.params);
    const options = optionsOf(sweep, trial, recording);
    const figures = figuresOf(ended(backtest({ ...options, strategy, params: read.params })));
    if (figures.end !== 'complete' || read.unread.length === 0) return figures;
    return { ...figures, unread: { names: [...read.unread], read: [...read.read] } };
  } catch (error) {
    if (error instanceof StrategyLoadError) return { end: 'failed', message: error.message };
    if (error instanceof DataError) return { end: 'unreadable', message: error.message };
    throw error;
  }
}

function optionsOf(
  sweep: SweepSettings,
  trial: Trial,
  recording: Recording,
): Omit<BacktestOptions, 'strategy' | 'params'> {
  const { strategy, assumptions, seeds, marketSets } = sweep;
  const set = marketSets[trial.set] ?? 'all';
  const { from, to } = spanOf(sweep, trial);
  // A training span knows the outcomes that had reached a strategy by its end, and no others.
  const known = to - assumptions.latency.response;
  return {
    name: strategy.name,
    seed: seeds[trial.seed] ?? '',
    assumptions,
    from,
    to,
    recording: trial.phase === 'train' ? withOutcomesKnownBy(recording, known) : recording,
    ...(set === 'all' ? {} : { only: set }),
  };
}
