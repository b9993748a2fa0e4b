/** cli/soak/command: `touchstone soak`: drives the venue with seeded swarms of commands and judges every step. */
import { Command, Option } from '@commander-js/extra-typings';
import { type FlagsOf, numberIn, reportFlag, wholeNumber } from '../flags/options.ts';
import { QUEUE_FLAG, QUEUE_TEXT } from '../lease/queue-flag.ts';

/** `chosen`: the given flags that have no effect with a file. */
export type SoakFlags = FlagsOf<typeof soakCommand> & { readonly chosen?: readonly string[] };

const examples = `
Examples:
  $ touchstone soak                                 200 seeds of 1,000 commands, on all cores
  $ touchstone soak --seeds 2000 --audit full       ten times as many, the state after every command
  $ touchstone soak --minutes 30 --save failures    as many seeds as half an hour allows
  $ touchstone soak --replay 17                     one seed again
  $ touchstone soak --replay failures/soak-17.json  a minimal run that failed, again
  $ touchstone soak --seeds 500 --json              hash of every seed, failures, marks
  $ touchstone soak --queue redis://10.0.0.5        on the workers of several machines (docs/several-machines.md)

Each seed draws rules, population, weights, prices, sizes and faults, and runs its commands. Then all orders, trades
and markets end, and no order, reservation or debt may remain. A failing seed is shrunk and shown step by step. With
200 seeds or more, a mark (--marks: an event that has to happen at least once) that never happened is a failure, too.

Exit codes:
  0 every seed passed    1 a seed failed, or a mark is missing    2 usage
  3 Redis of --queue cannot be reached    6 error in touchstone itself    130 interrupted`;

const OF_A_SEED = { commands: '--commands', audit: '--audit', save: '--save', minimise: '--no-minimise' } as const;

const MINUTES_MAX = 10_000;

function minutes(text: string): number {
  const expected = `Give minutes as a decimal number above 0, up to ${MINUTES_MAX}.`;
  return numberIn(text, /^\d{1,5}(?:\.\d{1,6})?$/, 0.000001, MINUTES_MAX, expected);
}

export function soakCommand() {
  return new Command('soak')
    .description('test the trading engine with long random traffic and faults, and judge every step')
    .option('--seeds <count>', 'seeds to run (default: 200, or the number that --minutes allows)', wholeNumber(1))
    .option('--from <seed>', 'the first seed', wholeNumber(0, 2 ** 52), 1)
    .option('--jobs <count>', 'threads (default: one for each core)', wholeNumber(1, 256))
    .option(QUEUE_FLAG, QUEUE_TEXT)
    .option('--minutes <minutes>', 'start no more seeds after this time', minutes)
    .option('--commands <count>', 'commands of each seed', wholeNumber(1, 1_000_000), 1_000)
    .addOption(
      new Option(
        '--audit <level>',
        'light: every event; full: also the state after every command; naive: a second, plain venue beside',
      )
        .choices(['light', 'full', 'naive'])
        .default('light'),
    )
    .option('--no-minimise', 'do not shrink failing seeds')
    .option('--save <folder>', 'write each minimal run to soak-SEED.json in this folder')
    .addOption(
      new Option('--replay <seed|file>', 'run one seed, or a run saved by --save or by a property').conflicts([
        'seeds',
        'from',
        'minutes',
        'jobs',
        'queue',
        'marks',
      ]),
    )
    .option('--marks', 'list everything that has to happen at least once, with counts')
    .addOption(reportFlag())
    .option('--json', 'one JSON document: verdict, hash, seeds, failures, marks')
    .addOption(new Option('--canary', 'soak venues that are broken on purpose: has to exit with 1').hideHelp())
    .addHelpText('after', examples)
    .hook('preAction', (command) => {
      const chosen = Object.entries(OF_A_SEED).filter(([name]) => command.getOptionValueSource(name) === 'cli');
      command.setOptionValue(
        'chosen',
        chosen.map(([, flag]) => flag),
      );
    });
}
