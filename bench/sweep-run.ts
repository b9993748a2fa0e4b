/** bench/sweep-run: one sweep in a separate process: `FILE JOBS TRIALS`. Prints times and peak memory as JSON. */
import { fileURLToPath } from 'node:url';
import { openRecording } from '../backtest/data/open-recording.ts';
import { DEFAULT_ASSUMPTIONS } from '../backtest/options.ts';
import { strategyDigest } from '../backtest/sweep/program.ts';
import type { SweepSettings } from '../backtest/sweep/settings.ts';
import { runSweep } from '../backtest/sweep/sweep.ts';
import { openThreads } from '../lease/threads.ts';

const strategy = fileURLToPath(new URL('../backtest/examples/market-maker.ts', import.meta.url));
const [file = '', jobsText = '', trialsText = ''] = process.argv.slice(2);
const [jobs, trials] = [Number(jobsText), Number(trialsText)];
const recording = await openRecording(file);
const { checksum, coverage } = recording;
const settings: SweepSettings = {
  touchstone: '',
  strategy: { name: 'market-maker.ts', sha256: strategyDigest(strategy) },
  recording: checksum,
  params: {},
  space: {
    lists: [],
    ranges: [{ name: 'spread', low: 0.02, high: 0.06, scale: 'linear' }],
    draws: trials,
    seed: '1',
  },
  seeds: ['1'],
  marketSets: ['all'],
  assumptions: DEFAULT_ASSUMPTIONS,
  span: { from: coverage.first, to: coverage.last },
  windows: [],
  allowRead: [],
};
const start = performance.now();
const lease = openThreads(jobs);
await runSweep({
  settings,
  files: { strategy, recording: file },
  metric: 'pnl',
  lease,
  jobs,
  trialMs: 600_000,
  earlier: [],
  onResult: () => undefined,
  onProgress: () => undefined,
  interruption: new AbortController().signal,
});
await lease.close();
const ms = performance.now() - start;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ ms, cpuMs: (userCPUTime + systemCPUTime) / 1_000, mebibytes: maxRSS / 1_024 }));
