/**
 * proof/determinism/driver: the program that is run under every condition: `driver.ts SEED` says in lines what the core, a
 * backtest and the service came to from this seed; `driver.ts SEED planted` says what comes of it when something of the machine leaks in.
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
