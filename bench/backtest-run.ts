/** bench/backtest-run: one backtest in a process of its own: `FILE STRATEGY`. Prints events a second and the peak memory as JSON. */
import { openRecording } from '../backtest/data/open-recording.ts';
import makeMarketMaker from '../backtest/examples/market-maker.ts';
import { DEFAULT_ASSUMPTIONS } from '../backtest/options.ts';
import { backtest } from '../backtest/run.ts';

const [file = '', name = ''] = process.argv.slice(2);
const recording = await openRecording(file);
const strategy = name === 'market-maker' ? makeMarketMaker({}) : {};
const start = performance.now();
const run = backtest({ recording, strategy, name, params: {}, seed: '1', assumptions: DEFAULT_ASSUMPTIONS });
let step = run.next();
while (step.done !== true) step = run.next();
const seconds = (performance.now() - start) / 1_000;
const { data, fills, orders } = step.value;
const mebibytes = process.resourceUsage().maxRSS / 1_024;
process.stdout.write(
  JSON.stringify({ rate: data.rows / seconds, mebibytes, orders: orders.length, fills: fills.length }),
);
