/** cli/compare/command: `touchstone compare OLD NEW`: what changed from one report to another. */
import { Command, Option } from '@commander-js/extra-typings';
import { type FlagsOf, repeatable } from '../flags/options.ts';

export type CompareFlags = FlagsOf<typeof compareCommand>;

const examples = `
Findings are compared by their check and id. A regression is a new failure that no expectation of the newer run names,
or a check that did not fail and no longer runs. Checks that only one of the two suites has are listed, not compared.

Examples:
  $ touchstone compare before.json after.json
  $ touchstone compare before.json after.json --fail-on any --report markdown=changes.md --report html=changes.html

Exit codes:
  0 no regression (or no difference, with --fail-on any)     1 a regression (or a difference)
  2 usage, or a file that cannot be read                     6 error in touchstone itself`;

export function compareCommand() {
  return new Command('compare')
    .description('compare two JSON reports: new, fixed and changed findings, and checks that no longer run')
    .argument('<old>', 'report that a command wrote with --report json=FILE')
    .argument('<new>', 'a later report of the same command')
    .addOption(
      new Option('--fail-on <differences>', 'differences for which the exit code is 1')
        .choices(['regressions', 'any', 'none'])
        .default('regressions'),
    )
    .addOption(repeatable('--report <format=file>', 'write the comparison: text, markdown, html or json (repeatable)'))
    .addHelpText('after', examples);
}
