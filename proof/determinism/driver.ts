/**
 * proof/determinism/driver: the program that runs under each condition. `driver.ts SEED` prints the results of the
 * core, a backtest and the service; `driver.ts SEED planted` prints results that depend on the machine.
 */
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
