/** bench/backtest-run: one backtest in a separate process: `FILE STRATEGY`. FILE may be `simulated`. Prints JSON. */
import { DEFAULT_AGENTS } from '../backtest/agents/plan.ts';
import { simulatedMarkets } from '../backtest/agents/simulated-source.ts';
import { openRecording } from '../backtest/data/open-recording.ts';
import makeMarketMaker from '../backtest/examples/market-maker.ts';
import { DEFAULT_ASSUMPTIONS } from '../backtest/options.ts';
import { backtest, ended } from '../backtest/run/backtest.ts';

const [file = '', name = ''] = process.argv.slice(2);
const strategy = name === 'market-maker' ? makeMarketMaker({}) : {};
const opened = file === 'simulated' ? undefined : await openRecording(file);
const start = performance.now();
const recording = opened ?? simulatedMarkets(DEFAULT_AGENTS, '1');
const fidelity = opened === undefined ? 'agents' : 'overlay';
const assumptions = { ...DEFAULT_ASSUMPTIONS, fidelity } as const;
const { data, fills, orders } = ended(backtest({ recording, strategy, name, params: {}, seed: '1', assumptions }));
const seconds = (performance.now() - start) / 1_000;
const mebibytes = process.resourceUsage().maxRSS / 1_024;
process.stdout.write(
  JSON.stringify({ rate: data.rows / seconds, seconds, mebibytes, orders: orders.length, fills: fills.length }),
);
