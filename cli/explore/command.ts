/** cli/explore/command: `touchstone explore [URL]`: judges generated requests and histories until a budget is used. */
import { Command } from '@commander-js/extra-typings';
import { expectationFlags, paceFlags, reportFlags, targetFlags } from '../check/command.ts';
import { type FlagsOf, repeatable, screenFlags, timeSpan, wholeNumber, withFlags } from '../flags/options.ts';

export type ExploreFlags = FlagsOf<typeof exploreCommand>;

const examples = `
Examples:
  $ touchstone explore                                   explore the built-in simulator, 100 cases of each property
  $ touchstone explore https://staging.test --time 10m   read a deployment for ten minutes
  $ touchstone explore https://staging.test --credentials sandbox.json --allow-writes --confirm-host staging.test
  $ touchstone explore --only 'lists.*' --runs 1000
  $ touchstone explore --only lists.markets --seed 7 --path 12:0:3   repeat one counterexample
  $ touchstone explore --list

Exit codes:
  0 no counterexample            1 a counterexample         2 usage or configuration
  3 target unreachable           4 expected failure gone    5 partial or inconclusive
  6 error in touchstone itself   130 interrupted`;

export function exploreCommand() {
  const command = new Command('explore')
    .description('test a deployment, or the built-in simulator, with generated requests and sequences of orders')
    .argument('[url]', 'base address of the deployment; without it the built-in simulator is judged')
    .option(
      '--runs <number>',
      'cases of each property (default: 100, without bound if --time is given)',
      wholeNumber(1),
    )
    .option('--time <time>', 'draw no further cases after this time, such as 90s or 10m', timeSpan)
    .option('--path <path>', 'repeat the counterexample of one property: the path that its finding states')
    .addOption(repeatable('--only <pattern>', 'properties to explore: an id, or * for any text (repeatable)', 'all'))
    .addOption(repeatable('--skip <pattern>', 'properties to leave out (repeatable)'))
    .option('--list', 'list the properties and send nothing');
  const target = targetFlags('seed of all that the properties draw');
  const pace = paceFlags().option('--world-seed <number>', 'seed of the built-in world', wholeNumber(0), 1);
  return withFlags(command, target, expectationFlags(), reportFlags(), pace, screenFlags()).addHelpText(
    'after',
    examples,
  );
}
