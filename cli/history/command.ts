/** cli/history/command: `touchstone history DIR`: the trend over the JSON reports in a folder. */
import { Command } from '@commander-js/extra-typings';
import { type FlagsOf, repeatable } from '../flags/options.ts';

export type HistoryFlags = FlagsOf<typeof historyCommand>;

const examples = `
The reports are in the order of their file names, so that names with a date or a number of fixed width are in order of
time. Each run is compared with the run before it. Other files are listed as skipped, with the reason.

Examples:
  $ touchstone history reports
  $ touchstone history reports --report html=trend.html --report json=trend.json

Exit codes:
  0 written     2 usage, or a folder without reports     6 error in touchstone itself`;

export function historyCommand() {
  return new Command('history')
    .description('show the trend over the JSON reports in a folder')
    .argument('<folder>', 'folder of reports that a command wrote with --report json=FILE')
    .addOption(repeatable('--report <format=file>', 'write the history: text, markdown, html or json (repeatable)'))
    .addHelpText('after', examples);
}
