/** tidy/skipped-tests: a reporter of vitest whose last lines state which tests did not run, and what to do for them. */
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
  readonly #left: readonly string[];

  /** `left`: patterns of the files that this run leaves to others. */
  constructor(left: readonly string[]) {
    this.#left = left;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const reasons = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => {
        const result = test.result();
        return `${test.fullName} ${result.state === 'skipped' ? (result.note ?? '') : ''}`;
      }),
    );
    const line = skippedLine(reasons);
    if (line !== undefined) process.stdout.write(`\n${line}\n`);
    if (this.#left.length > 0) process.stdout.write(`\nnot run, but by CI=true npm test: ${this.#left.join(' ')}\n`);
  }
}
