/** cli/report/command: `touchstone report FILE --as FORMAT`: a JSON report in another format. */
import { Command } from '@commander-js/extra-typings';
import { type FlagsOf, FORMAT_NAMES } from '../flags/options.ts';

export type ReportFlags = FlagsOf<typeof reportCommand>;

const examples = `
The result has the same bytes as that of --report FORMAT=FILE of the command that wrote the report.

Examples:
  $ touchstone report report.json                             the report as text
  $ touchstone report report.json --as markdown >> summary.md
  $ touchstone report report.json --as html --trace trace.ndjson --output report.html
  $ touchstone report report.json --as junit --timings timings.json --output report.xml
  $ touchstone report report.json --as har --trace trace.ndjson --output run.har

Exit codes:
  0 written     2 usage, or a file that cannot be read     6 error in touchstone itself`;

export function reportCommand() {
  return new Command('report')
    .description('print a JSON report in another format')
    .argument('<file>', 'report that a command wrote with --report json=FILE')
    .option('--as <format>', FORMAT_NAMES, 'text')
    .option('--output <file>', 'write to this file instead of standard output')
    .option('--timings <file>', 'file of check --timings, for formats that have a place for times')
    .option('--trace <file>', 'file of check --trace, for har and html')
    .addHelpText('after', examples);
}
