/** cli/matrix/command: `touchstone matrix A.json B.json ...`: implementations side by side, by section. */
import { Command, Option } from '@commander-js/extra-typings';
import { type FlagsOf, repeatable } from '../flags/options.ts';

export type MatrixFlags = FlagsOf<typeof matrixCommand>;

const examples = `
A cell has the number of clauses of a section that passed, of those that were verified, and the failing checks.
Without --name an implementation has the name of its target. Equal names get a number.

Examples:
  $ touchstone matrix a.json b.json --output matrix.html
  $ touchstone matrix a.json b.json --name Alpha --name Beta --as markdown

Exit codes:
  0 written     2 usage, or a file that cannot be read     6 error in touchstone itself`;

export function matrixCommand() {
  return new Command('matrix')
    .description('show the reports of several implementations side by side, by section of the interface')
    .argument('<files...>', 'reports that touchstone check wrote with --report json=FILE')
    .addOption(
      new Option('--as <format>', 'format of the matrix').choices(['html', 'markdown', 'json']).default('html'),
    )
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .addOption(
      repeatable(
        '--name <text>',
        'name of an implementation, once for each report in their order (repeatable)',
        'the targets',
      ),
    )
    .addHelpText('after', examples);
}
