/** cli/bisect/command: `touchstone bisect`: the first step at which two runs differ, and the fields that differ. */
import { Command } from '@commander-js/extra-typings';
import type { FlagsOf } from '../flags/options.ts';

export type BisectFlags = FlagsOf<typeof bisectCommand>;

const examples = `
Examples:
  $ touchstone bisect desk other-desk             two journals of touchstone serve --journal
  $ touchstone bisect before.journal after.journal --json
                                                  two run logs; one document

A run is a journal directory (its latest run) or a single file in the same format. Both runs are read and validated.
Their hashes and records are compared, and both runs are replayed up to the first difference. Of runs with different
world, seed, profile, rules or first state, only these differences are shown.

Exit codes:
  0 the runs are the same    1 they begin differently, they differ later, or one is longer
  2 wrong flags, or a run that cannot be read    6 error in touchstone itself`;

export function bisectCommand() {
  return new Command('bisect')
    .description('find and show the first step at which two journaled runs differ')
    .argument('<a>', 'a journal directory or a run log')
    .argument('<b>', 'the run to compare it with')
    .option('--json', 'one JSON document: verdict, runs, common, a, b, fields')
    .addHelpText('after', examples);
}
