/** tidy/skipped-tests: a reporter of vitest whose last line states how many tests were skipped, and what to install for them. */
import type { Reporter, TestModule } from 'vitest/node';

/** The title or the note of a skipped test names the package. */
const MISSING = /apt-get install ([\w-]+)|([\w-]+) is not installed/;

/** `reasons`: the title and the note of each skipped test. Undefined for none. */
export function skippedLine(reasons: readonly string[]): string | undefined {
  if (reasons.length === 0) return undefined;
  const packages = reasons.flatMap((reason) => {
    const [, named, missing] = MISSING.exec(reason) ?? [];
    return named ?? missing ?? [];
  });
  const wanted = [...new Set(packages)].toSorted();
  const advice = wanted.length === 0 ? '' : `; install for ${packages.length} of them: ${wanted.join(', ')}`;
  return `${reasons.length} ${reasons.length === 1 ? 'test was' : 'tests were'} skipped${advice}`;
}

export class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const reasons = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => {
        const result = test.result();
        return `${test.fullName} ${result.state === 'skipped' ? (result.note ?? '') : ''}`;
      }),
    );
    const line = skippedLine(reasons);
    if (line !== undefined) process.stdout.write(`\n${line}\n`);
  }
}
