/** vitest.config: which files are tests, how long one may take, and where CI finds the counts. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isEveryday, LEFT_TO_CI } from './tidy/everyday.ts';
import { SkippedTests } from './tidy/skipped-tests.ts';

// Programs and threads that tests start load what others of them have compiled, from the folder the command uses.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

// The compiler takes two thirds of the time without the garbage collection of Go, and 1.1 GB for the project.
process.env['GOGC'] ??= 'off';

const results = process.env['TEST_RESULTS'];

const left = isEveryday({ argv: process.argv.slice(2), env: process.env }) ? LEFT_TO_CI : [];

/** These files run for seven seconds or more. In a fresh clone vitest knows no durations and runs large files first. */
const LONGEST =
  /(?:tidy\/(?:static|package|docs)|browser|backtest\/run|worker\/worker|second-service|mutants\/mutants)\.test\./;

/** No long file is left for the end, when the other worker has no more work. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**', ...left],
    // A machine that others use, too, may be four times slower than it is alone.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share a worker: the tables load once a worker instead of once a file, a third of the whole time.
    isolate: false,
    // On two cores, one worker more than cores uses the time in which tests wait: a tenth less than with two.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    allowOnly: false,
    // Node.js loads the files as it does for users. The loader of vitest puts a call before each use of an import.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    reporters: [
      'default',
      new SkippedTests(left),
      ...(results === undefined ? [] : [['json', { outputFile: results }] satisfies [string, object]]),
    ],
  },
});
