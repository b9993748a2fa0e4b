/** cli/mutants/command: `touchstone mutants`: breaks the simulator clause by clause and prints which checks notice. */
import { Command, Option } from '@commander-js/extra-typings';
import { type FlagsOf, repeatable, reportFlag, wholeNumber } from '../flags/options.ts';
import { QUEUE_FLAG, QUEUE_TEXT } from '../lease/queue-flag.ts';

export type MutantsFlags = FlagsOf<typeof mutantsCommand>;

const examples = `
Examples:
  $ touchstone mutants                              every mutant, on all cores
  $ touchstone mutants --only 'positions.*'         mutants of one route
  $ touchstone mutants --only 4.8/limit.max --only pagination
  $ touchstone mutants --profile polymarket         the routes that a profile adds or serves in another form
  $ touchstone mutants --json > mutants.json        {score, killed, total, survivors, rows}
  $ touchstone mutants --report junit=mutants.xml   a row for each mutant, in any format of check --report
  $ touchstone mutants --queue redis://10.0.0.5     on the workers of several machines (docs/several-machines.md)
  $ touchstone serve --mutant positions.limit-501   one of them on a port, to be judged by hand
  $ touchstone mutants --stale                      responses that miss a change: the table of routes and changes
  $ touchstone mutants --stale --only prices        the cells of one route
  $ touchstone mutants --core                       faults planted in the sources of the venue (from a clone)
  $ touchstone mutants --core --only 'fee-*'        some of them, by id, category or file

A mutant counts as killed only if a check fails through the clause that the mutant breaks. With --core, an oracle that
accepts the unbroken venue must report the mutant. --stale prints a table of routes and changes. Each cell has two
mutants: the response from before the change is served for ever (frozen), or until the next change of that kind
(late). A cell is killed, excused, - (the change does not affect the responses of the route), or else open.

Exit codes:
  0 every mutant was killed, no cell is open    1 some survived    2 usage
  3 Redis of --queue cannot be reached    6 error in touchstone itself    130 interrupted`;

export function mutantsCommand() {
  return new Command('mutants')
    .description('break the simulator one clause at a time and print which checks notice')
    .addOption(
      repeatable(
        '--only <pattern>',
        'mutants to try: an id, * for any text, or a clause, family or route (repeatable)',
        'all',
      ),
    )
    .addOption(
      new Option('--world <name>', 'every mutant on this world (default: the smallest that shows it)').choices([
        'small',
        'medium',
      ]),
    )
    .addOption(
      new Option('--profile <name>', 'the mutants of the routes of this profile, judged with it')
        .choices(['polymarket', 'kuest'])
        .conflicts(['stale', 'core', 'properties']),
    )
    .option('--seed <number>', 'the seed of all random values', wholeNumber(0), 1)
    .option('--jobs <count>', 'threads (default: one for each core)', wholeNumber(1, 256))
    .option(QUEUE_FLAG, QUEUE_TEXT)
    .option('--json', 'one JSON document: score, killed, total, survivors, rows')
    .addOption(reportFlag())
    .option('--properties', 'judge by the properties alone, with about 1,200 requests of each property')
    .option('--stale', 'responses that miss a change: a table of routes and changes, with the check that detects it')
    .option('--core', 'faults in the sources of the venue instead, judged by its oracles; needs a clone')
    .addHelpText('after', examples);
}
