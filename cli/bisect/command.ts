/** cli/bisect/command: `touchstone bisect`: the first step at which two runs part, and in what they differ after it. */
import { Command } from 'commander';
import type { BisectFlags } from './flags.ts';

const examples = `
Examples:
  $ touchstone bisect desk other-desk             two journals of touchstone serve --journal
  $ touchstone bisect before.journal after.journal --json
                                                  two run logs; one document

A run is a journal directory (its latest run) or a single file in the same format. Both runs are read and checked, the last
point up to which they are the same is found by their hashes and records, and both are done again up to where they part.
The course is how runs go on that begin otherwise (world, seed, profile, rules) though in the same state.

Exit codes:
  0 the runs are the same    1 they begin otherwise, they part, or one is longer
  2 usage, or no run can be read    6 error in touchstone itself`;

/** The `bisect` command. Its exit code is 1 where the runs are not the same. */
export function bisectCommand(): Command {
  return new Command('bisect')
    .description('find the first step at which two runs part and show what differs')
    .argument('<a>', 'a journal directory or a run log')
    .argument('<b>', 'the run it is compared with')
    .option('--json', 'one JSON document: verdict, runs, common, a, b, fields, course')
    .addHelpText('after', examples)
    .action(async (a: string, b: string, flags: BisectFlags) => {
      const { bisect } = await import('./comparison.ts');
      process.exitCode = bisect(a, b, flags);
    });
}
