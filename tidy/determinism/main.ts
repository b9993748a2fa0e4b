/**
 * tidy/determinism/main: `npm run determinism [SEED] [planted]`: runs the driver under every condition and tells, a line each,
 * whether it came to the same. Exit code 1 where any did not. With `planted`, something of the machine leaks into each
 * run, and every kind of leak that the comparison notices is listed: the exit code is 1 as well.
 */
import { divergences } from './comparison.ts';
import { CONDITIONS, OPPOSITE, REFERENCE } from './conditions.ts';
import { type Arguments, compileDriver, runAll } from './runs.ts';

const [seed = '1', planted] = process.argv.slice(2);
const args: Arguments = planted === 'planted' ? [seed, 'planted'] : [seed];
const compiled = compileDriver();
try {
  const [reference, ...others] = await runAll([REFERENCE, ...CONDITIONS, OPPOSITE], args, compiled);
  const lines = reference?.lines ?? [];
  console.log(`${REFERENCE.name}: seed ${seed}, ${lines.length} lines, ${lines.at(-1)?.join(' ')}`);
  for (const { condition, lines: others_, seconds } of others) {
    const parted = divergences(lines, others_);
    const verdict = parted.length === 0 ? 'the same' : `DIFFERS in ${parted.length}: ${parted.slice(0, 12).join(', ')}`;
    console.log(`${condition.name} (${seconds.toFixed(1)} s): ${verdict}`);
    if (parted.length > 0) process.exitCode = 1;
  }
} finally {
  compiled.remove();
}
