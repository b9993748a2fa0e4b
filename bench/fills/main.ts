/** bench/fills/main: `npm run fills -- [SEEDS]`: exits with 1 if a kind of recording is better than the complete. */
import { advantagesOf, type FlowFigures, figuresOf } from './bias.ts';
import { RECORDINGS } from './thinned.ts';

const USAGE = 'usage: npm run fills [-- SEEDS], decimal digits (default: 200)';

const words = process.argv.slice(2);
const [seeds = 200] = words.map(Number);
if (words.length > 1 || words.some((word) => !/^[1-9]\d{0,4}$/.test(word))) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const runs: FlowFigures[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    runs.push(await figuresOf(seed));
    if (seed % 20 === 0) console.error(`${seed} of ${seeds} seeds`);
  }
  let isBetter = false;
  for (const kind of RECORDINGS.slice(1)) {
    for (const { figure, mean, low, high, count } of advantagesOf(runs, kind)) {
      console.log(`${kind}: ${figure}: ${mean.toFixed(5)} (${low.toFixed(5)} to ${high.toFixed(5)}, ${count} seeds)`);
      isBetter ||= low > 0;
    }
  }
  process.exitCode = isBetter ? 1 : 0;
}
