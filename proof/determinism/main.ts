/** proof/determinism/main: runs the driver under each condition. Exit codes: 0 same, 1 some differ, 2 usage. */
import { divergences } from './comparison.ts';
import { CONDITIONS, OPPOSITE, REFERENCE } from './conditions.ts';
import { type Arguments, compileDriver, runAll, verdictLines } from './runs.ts';

const USAGE = 'usage: npm run determinism [-- SEED [planted]], where SEED is decimal digits (default: 1)';

const words = process.argv.slice(2);
const args = argumentsOf(words);
if (words.length === 1 && words[0] === '--help') {
  console.log(USAGE);
} else if (args === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await prove(args);
}

/** Undefined for invalid arguments, so that a misspelled one does not prove something else. */
function argumentsOf([seed = '1', planted, ...more]: readonly string[]): Arguments | undefined {
  if (!/^\d+$/.test(seed) || more.length > 0) return undefined;
  if (planted === undefined) return [seed];
  return planted === 'planted' ? [seed, planted] : undefined;
}

async function prove(given: Arguments) {
  const compiled = compileDriver();
  try {
    const runs = await runAll([REFERENCE, ...CONDITIONS, OPPOSITE], given, compiled);
    for (const line of verdictLines(given[0], runs)) console.log(line);
    const expected = runs[0]?.lines ?? [];
    if (runs.some(({ lines }) => divergences(expected, lines).length > 0)) process.exitCode = 1;
  } finally {
    compiled.remove();
  }
}
