/** cli/merge/command: `touchstone merge A.json B.json ...`: the reports of all shards of a run as one report. */
import { Command } from '@commander-js/extra-typings';
import { decimal, type FlagsOf, reportFlag } from '../flags/options.ts';

export type MergeFlags = FlagsOf<typeof mergeCommand>;

const examples = `
The reports are those of touchstone check --shard 1/N to N/N with the same seed, target, version and flags. On virtual
time the result has the bytes of the run without --shard.

Examples:
  $ touchstone check --shard 1/2 --report json=1.json          in one job
  $ touchstone check --shard 2/2 --report json=2.json          in another
  $ touchstone merge 1.json 2.json                             the verdict of both
  $ touchstone merge 1.json 2.json --output report.json --report junit=report.xml

Exit codes, as for touchstone check:
  0 conformant or as expected    1 unexpected failure       2 usage, or reports that are not the shards of one run
  3 target unreachable           4 expected failure gone    5 partial or inconclusive
  6 error in touchstone itself   130 a shard was interrupted`;

export function mergeCommand() {
  return new Command('merge')
    .description('merge the reports of check --shard into the report of the whole run')
    .argument('<files...>', 'JSON reports of all shards, in any order')
    .option('--output <file>', 'write the merged report as JSON, the same as --report json=FILE')
    .addOption(reportFlag())
    .option('--expect <file>', 'accepted failures with their reasons, JSON or YAML')
    .option('--baseline <file>', 'mark as new the findings that this JSON report lacks; the shards need no baseline')
    .option('--same-deployment', 'the shards were judged at different addresses of one deployment')
    .option(
      '--min-coverage <percent>',
      'exit with 0 for a partial run that verified this part of the MUST clauses',
      decimal(0, 100),
    )
    .addHelpText('after', examples);
}
