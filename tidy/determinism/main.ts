/**
 * tidy/determinism/main: `npm run determinism [SEED] [planted]`: runs the driver under every condition and tells, a line each,
 * whether it came to the same. Exit code 1 where any did not. With `planted`, something of the machine leaks into each
 * run, and every kind of leak that the comparison notices is listed: the exit code is 1 as well.
 */
import { divergences } from './comparison.ts';
import { CONDITIONS, OPPOSITE, REFERENCE } from './conditions.ts';
import { type Arguments, compileDriver, runAll } from './runs.ts';

const NAMES_SHOWN_MAX = 12;

const [seed = '1', planted] = process.argv.slice(2);
const args: Arguments = planted === 'planted' ? [seed, 'planted'] : [seed];
const compiled = compileDriver();
try {
  const [reference, ...others] = await runAll([REFERENCE, ...CONDITIONS, OPPOSITE], args, compiled);
  const expected = reference?.lines ?? [];
  console.log(`${REFERENCE.name}: ${expected.length} lines from seed ${seed}, the last ${expected.at(-1)?.join(' ')}`);
  for (const { condition, lines } of others) {
    const parted = divergences(expected, lines);
    const first = parted.slice(0, NAMES_SHOWN_MAX).join(', ');
    console.log(`${condition.name}: ${parted.length === 0 ? 'the same' : `${parted.length} DIFFER: ${first}`}`);
    if (parted.length > 0) process.exitCode = 1;
  }
} finally {
  compiled.remove();
}
