/** tidy/determinism/backtest-run: one backtest of the market maker in the examples on a generated capture, from the conversion to the bytes of the report. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedTable } from '../../backtest/data/generate/generated-table.ts';
import { openRecording } from '../../backtest/data/open-recording.ts';
import { runPipeline } from '../../backtest/data/pipeline.ts';
import type { Recording } from '../../backtest/data/recording.ts';
import { RecordingWriter } from '../../backtest/data/recording-writer.ts';
import makeMarketMaker from '../../backtest/examples/market-maker.ts';
import { DEFAULT_ASSUMPTIONS } from '../../backtest/options.ts';
import { reportViewOf } from '../../backtest/report.ts';
import type { BacktestResult } from '../../backtest/result.ts';
import { backtest } from '../../backtest/run.ts';
import { backtestJson } from '../../reports/backtest/json.ts';
import type { Line } from './comparison.ts';

const EVENTS = 3_000;
const SEEDS = 1_000_000_007;

/** The recording, what the strategy did on it, and the report. */
export async function backtestLines(seed: string): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-determinism-backtest-'));
  try {
    const file = join(folder, 'market.arrow');
    const table = generatedTable({ seed: Number(seed) % SEEDS, events: EVENTS, markets: 2, defects: [] });
    await runPipeline({ files: [], tables: [table], gapSeconds: 60 }, new RecordingWriter(file));
    const recording = await openRecording(file);
    const result = resultOf(recording, seed);
    recording.close();
    const hash = createHash('sha256');
    for (const piece of backtestJson(reportViewOf(result, { version: '0' }))) hash.update(piece);
    return [
      ['backtest.recording', result.data.checksum],
      ['backtest.orders', String(result.orders.length)],
      ['backtest.fills', String(result.fills.length)],
      ['backtest.report', hash.digest('hex')],
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function resultOf(recording: Recording, seed: string): BacktestResult {
  const assumptions = { ...DEFAULT_ASSUMPTIONS, fee: { rate: 20_000, exponent: 1, takerOnly: false } as const };
  const strategy = makeMarketMaker({});
  const running = backtest({ recording, strategy, name: 'market-maker', params: {}, seed, assumptions });
  let step = running.next();
  while (step.done !== true) step = running.next();
  return step.value;
}
