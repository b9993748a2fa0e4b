/** cli/quirks/command: `touchstone quirks`: runs the suite against lawful oddities and reports every complaint. */
import { Command, Option } from '@commander-js/extra-typings';
import { type FlagsOf, repeatable, reportFlag, wholeNumber } from '../flags/options.ts';
import { QUEUE_FLAG, QUEUE_TEXT } from '../lease/queue-flag.ts';

export type QuirksFlags = FlagsOf<typeof quirksCommand>;

const examples = `
Examples:
  $ touchstone quirks                          every quirk with one seed, on all cores
  $ touchstone quirks --layer transport        unusual HTTP connections only
  $ touchstone quirks --only 'market-*'        by id, or by the decision whose alternative it shows
  $ touchstone quirks --seeds 20               the seeds 1 to 20, each with every quirk
  $ touchstone quirks --json > quirks.json     {lawful, failed, quirks, seeds, complete, rows}

A quirk is a service with one lawful oddity: a choice that the interface leaves open, unusual content, or an unusual
connection. No check may fail or warn about it while no profile is claimed, except by warnings that the quirk lists.
If one does, the check is wrong.

Exit codes:
  0 nothing failed and nothing was warned about    1 a check failed or warned, or a quirk changed nothing
  2 usage    3 Redis of --queue cannot be reached    6 error in touchstone itself
  130 interrupted, after printing the results so far`;

export function quirksCommand() {
  return new Command('quirks')
    .description('run the checks against unusual but lawful deployments, on which no check may fail')
    .addOption(
      repeatable('--only <pattern>', 'quirks to try: an id, * for any text, or a decision (repeatable)', 'all'),
    )
    .addOption(new Option('--layer <name>', 'quirks of one layer').choices(['handler', 'world', 'transport']))
    .option('--seeds <count>', 'seeds to try', wholeNumber(1, 1_000_000), 1)
    .option('--seed <number>', 'the first seed, of the world and of the run', wholeNumber(0, 2 ** 52), 1)
    .option('--jobs <count>', 'threads (default: one for each core)', wholeNumber(1, 256))
    .option('--properties', 'judge by the properties alone, with about 200 requests of each property')
    .option(QUEUE_FLAG, QUEUE_TEXT)
    .option('--json', 'one JSON document: lawful, failed, quirks, seeds, complete, rows')
    .addOption(reportFlag())
    .addHelpText('after', examples);
}
