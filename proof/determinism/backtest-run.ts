/** proof/determinism/backtest-run: two backtests of the market maker, on a capture and a simulated market. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DEFAULT_AGENTS } from '../../backtest/agents/plan.ts';
import { simulatedMarkets } from '../../backtest/agents/simulated-source.ts';
import { generatedTable } from '../../backtest/data/generate/generated-table.ts';
import { openRecording } from '../../backtest/data/open-recording.ts';
import { runPipeline } from '../../backtest/data/pipeline.ts';
import { RecordingWriter } from '../../backtest/data/recording-writer.ts';
import makeMarketMaker from '../../backtest/examples/market-maker.ts';
import { withFolder } from '../../backtest/fixtures/folder.ts';
import { DEFAULT_ASSUMPTIONS, type Fidelity } from '../../backtest/options.ts';
import { reportViewOf } from '../../backtest/report.ts';
import type { BacktestResult } from '../../backtest/result.ts';
import { type BacktestOptions, backtest, ended } from '../../backtest/run/backtest.ts';
import { linedJson } from '../../reports/backtest/json.ts';
import type { Line } from './comparison.ts';

const EVENTS = 3_000;
const SEEDS = 1_000_000_007;

export async function backtestLines(seed: string): Promise<readonly Line[]> {
  return await withFolder(async (folder): Promise<readonly Line[]> => {
    const file = join(folder, 'market.arrow');
    const table = generatedTable({ seed: Number(seed) % SEEDS, events: EVENTS, markets: 2, defects: [] });
    await runPipeline({ files: [], tables: [table], gapSeconds: 60 }, new RecordingWriter(file));
    const recording = await openRecording(file);
    const result = resultOf(recording, seed, 'overlay');
    recording.close();
    const simulated = resultOf(simulatedMarkets({ ...DEFAULT_AGENTS, markets: 1, hours: 0.1 }, seed), seed, 'agents');
    return [
      ['backtest.recording', result.data.checksum],
      ['backtest.orders', String(result.orders.length)],
      ['backtest.fills', String(result.fills.length)],
      ['backtest.report', hashOf(result)],
      ['simulated.trades', String(simulated.data.simulated?.trades)],
      ['simulated.fills', String(simulated.fills.length)],
      ['simulated.report', hashOf(simulated)],
    ];
  });
}

function hashOf(result: BacktestResult): string {
  const hash = createHash('sha256');
  for (const piece of linedJson(reportViewOf(result, { version: '0' }))) hash.update(piece);
  return hash.digest('hex');
}

function resultOf(recording: BacktestOptions['recording'], seed: string, fidelity: Fidelity): BacktestResult {
  const fee = { rate: 20_000, exponent: 1, takerOnly: false } as const;
  const assumptions = { ...DEFAULT_ASSUMPTIONS, fidelity, fee };
  const strategy = makeMarketMaker({});
  return ended(backtest({ recording, strategy, name: 'market-maker', params: {}, seed, assumptions }));
}
