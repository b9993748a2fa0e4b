/**
 * tidy/determinism/main: `npm run determinism [SEED] [planted]`: runs the driver under every condition and tells, a line each,
 * whether it came to the same. Exit code 1 where any did not. With `planted`, something of the machine leaks into each
 * run, and every kind of leak that the comparison notices is listed: the exit code is 1 as well.
 */
import { divergences } from './comparison.ts';
import { CONDITIONS, OPPOSITE, REFERENCE } from './conditions.ts';
import { type Arguments, compileDriver, runAll } from './runs.ts';
import { verdictLines } from './verdicts.ts';

const [seed = '1', planted] = process.argv.slice(2);
const args: Arguments = planted === 'planted' ? [seed, 'planted'] : [seed];
const compiled = compileDriver();
try {
  const runs = await runAll([REFERENCE, ...CONDITIONS, OPPOSITE], args, compiled);
  for (const line of verdictLines(seed, runs)) console.log(line);
  const expected = runs[0]?.lines ?? [];
  if (runs.some(({ lines }) => divergences(expected, lines).length > 0)) process.exitCode = 1;
} finally {
  compiled.remove();
}
