/** proof/determinism/driver: runs under each condition; `driver.ts SEED planted` prints results that differ. */
import { backtestLines } from './backtest-run.ts';
import { formatLines } from './comparison.ts';
import { coreLines, plantedLines } from './core-run.ts';
import { serviceLines } from './service-run.ts';

const [seed = '1', planted] = process.argv.slice(2);
const lines =
  planted === 'planted'
    ? plantedLines(seed)
    : [...coreLines(seed), ...(await backtestLines(seed)), ...(await serviceLines(seed))];
process.stdout.write(formatLines(lines));
