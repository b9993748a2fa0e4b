/** cli/sweep/command: `touchstone sweep STRATEGY --data FILE...`: many runs with other parameters, seeds, markets. */
import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { assumptionFlags, DATA, dataFlags, SEED_MAX } from '../backtest/flags.ts';
import { type FlagsOf, repeatable, timeSpan, wholeNumber, withFlags } from '../flags/options.ts';

export type SweepFlags = FlagsOf<typeof sweepCommand> & { readonly workers?: string };

const examples = `
Examples:
  $ touchstone sweep maker.ts --data market.arrow --grid size=10,20,50 --grid spread=0.01..0.05:0.01
  $ touchstone sweep maker.ts --data market.arrow --random 200 --range spread=0.01..0.05 --range size=log:5..100
  $ touchstone sweep maker.ts --data market.arrow --grid size=10,20 --seeds 1..5 --by market
  $ touchstone sweep maker.ts --data market.arrow --grid size=10,20 --walk-forward train=6h,test=2h
  $ touchstone sweep maker.ts --data market.arrow --grid size=5..50:5 --state sweep.ndjson      resumable
  $ touchstone sweep maker.ts --data market.arrow --grid size=10,20 --queue redis://10.0.0.5   on several machines
  $ touchstone sweep maker.ts --data market.arrow --grid size=10,20 --report html=sweep.html --report csv=tables

A point is one combination of parameters; a trial is one run of a point with one seed. All points get the same random
numbers. The report states how many points were tried, and the deflated Sharpe ratio, which takes that into account.
The same command gives the same bytes, for any --jobs. docs/sweeps.md explains points, walk-forward and the
statistics.

Exit codes:
  0 done    1 every trial failed    2 usage, data that cannot be read, a strategy that cannot be loaded
  3 Redis of --queue cannot be reached    6 error in touchstone itself
  130 interrupted: with --state the same command resumes the sweep`;

const MINUTE_MS = 60_000;

export function sweepCommand() {
  const command = new Command('sweep')
    .description(
      'run a strategy with many combinations of parameters, and state the chance that the best result is luck',
    )
    .argument('<strategy>', 'a .ts, .mts, .js, .mjs or .cjs file whose default export creates a strategy')
    .requiredOption('--data <files...>', DATA);
  const base = withFlags(command, dataFlags(), assumptionFlags());
  namesWorkers(base);
  return base
    .addOption(repeatable('--param <name=value>', 'a parameter that is the same in all trials (repeatable)'))
    .addOption(repeatable('--grid <name=values>', 'values of a parameter: 10,20,50 or 0.01..0.05:0.01 (repeatable)'))
    .option('--random <number>', 'draw this number of points from the --range flags', wholeNumber(1, 1_000_000))
    .addOption(
      repeatable(
        '--range <name=low..high>',
        'a range to draw from: 0.01..0.05, 1..50:1 for steps, log:1..100 for even logarithms (repeatable)',
      ),
    )
    .option('--draw-seed <number>', 'the chance of --random', wholeNumber(0, SEED_MAX), 1)
    .option('--seeds <list>', 'seeds of the strategy: 1..5 or 1,2,7', '1')
    .option('--by <unit>', 'market: separate trials for each market (default: all markets together)')
    .option('--walk-forward <spans>', 'choose over one span, test on the next: train=6h,test=2h, and step=2h if wanted')
    .option('--metric <name>', 'the metric that ranks points: sharpe, return, pnl, brier', 'sharpe')
    .option(
      '--tried <number>',
      'points that were tried before on the same data; they count in the statistics',
      wholeNumber(0, 1_000_000_000),
      0,
    )
    .option('--jobs <number>', 'threads (default: one for each core)', wholeNumber(1, 256))
    .addOption(
      new Option('--trial-time <span>', 'a trial that lasts longer counts as failed')
        .default(10 * MINUTE_MS, '10m')
        .argParser(timeSpan),
    )
    .option('--state <file>', 'keep finished trials in this file, and resume from it')
    .addOption(repeatable('--report <format=path>', 'also write json=FILE, html=FILE or csv=FOLDER (repeatable)'))
    .option('--top <number>', 'points in the printed summary', wholeNumber(0, 1_000), 10)
    .addHelpText('after', examples);
}

/** `--queue` names a queue model as in `backtest`, or a queue of workers as in `soak`, or each once. */
function namesWorkers(command: CommandUnknownOpts) {
  for (const queue of command.options.filter(({ long }) => long === '--queue')) {
    queue.flags = '--queue <model|address>';
    queue.description +=
      '. A second --queue with an address, redis://HOST, runs the trials on workers of other machines ' +
      '(docs/several-machines.md)';
    queue.argParser((value, earlier) => {
      if (/^rediss?:/.test(value)) {
        command.setOptionValue('workers', value);
        return earlier;
      }
      if (/^[a-z-]+$/.test(value)) return value;
      throw new InvalidArgumentError(
        'Give a queue model, such as log, or the address of workers: redis://HOST[:PORT].',
      );
    });
  }
}
