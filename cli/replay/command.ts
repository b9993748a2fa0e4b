/** cli/replay/command: `touchstone replay ID --report FILE`: repeats one finding of a report. */
import { Command } from '@commander-js/extra-typings';
import { decimal, type FlagsOf, networkFlags, withFlags, writeFlags } from '../flags/options.ts';

export type FindingReplayFlags = FlagsOf<typeof replayCommand>;

const examples = `
replay runs the check of the finding again with the seed and the profile of the report, and compares the findings. A
finding with the same value is still failing; one with another value has changed.

Examples:
  $ touchstone replay 3f0c2b71aa90 --report report.json              on the target of the report
  $ touchstone replay positions.shape --report report.json           all findings of a check; a unique prefix is enough
  $ touchstone replay 3f0c --report report.json --url http://127.0.0.1:4010
  $ touchstone replay 3f0c --report report.json --credentials sandbox.json --allow-writes --confirm-host staging.test

Exit codes:
  0 fixed                  1 still failing, or changed     2 usage, or a report that cannot be used
  3 target unreachable     5 cannot be judged now          6 error in touchstone itself
  130 interrupted`;

export function replayCommand() {
  const command = new Command('replay')
    .description('repeat one finding of a report, and state whether it is fixed')
    .argument('<id>', 'id of a finding or of a check in the report, or the beginning of one')
    .requiredOption('--report <file>', 'report that touchstone check wrote with --report json=FILE')
    .option('--url <url>', 'base address of the deployment; without it the target of the report');
  return withFlags(command, writeFlags(), networkFlags())
    .option('--target-config <file>', 'capabilities, pace and entities of the target, JSON or YAML')
    .option('--timeout <seconds>', 'longest wait for a response', decimal(0.05, 600), 10)
    .option('--patience <seconds>', 'longest wait for a change to show (default: 30)', decimal(0, 600))
    .addHelpText('after', examples);
}
