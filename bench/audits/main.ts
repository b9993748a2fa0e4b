/** bench/audits/main: `npm run audits -- [STRATEGIES [CAPTURES]]`: audits honest strategies. Exit 1: one failed. */
import { failuresOn } from './honest.ts';

const USAGE = 'usage: npm run audits [-- STRATEGIES [CAPTURES]], decimal digits (default: 100 20)';

const words = process.argv.slice(2);
const [strategies = 100, captures = 20] = words.map(Number);
if (words.length > 2 || words.some((word) => !/^[1-9]\d{0,4}$/.test(word))) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  let count = 0;
  for (let capture = 0; capture < captures; capture += 1) {
    const failures = await failuresOn(capture, strategies);
    for (const failure of failures) console.log(`capture ${capture}, ${failure}`);
    count += failures.length;
  }
  console.log(`${strategies} strategies on ${captures} captures: ${count} failures`);
  process.exitCode = count === 0 ? 0 : 1;
}
