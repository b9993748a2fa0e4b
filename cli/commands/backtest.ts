/** cli/commands/backtest: `touchstone backtest STRATEGY`: a strategy on recorded history (`--data FILE...`) or on simulated markets. */
import { Command, Option } from 'commander';
import { decimal } from '../decimal.ts';
import { wholeNumber } from '../whole-number.ts';

const examples = `
Examples:
  $ touchstone backtest maker.ts --data market.arrow
  $ touchstone backtest maker.ts --data books.csv.gz trades.csv.gz           captures, converted into the cache
  $ touchstone backtest maker.ts --data market.arrow --param spread=0.03 --param size=50
  $ touchstone backtest maker.ts --data market.arrow --from 2026-01-05T10:00:00Z --to 2026-01-05T12:00:00Z
  $ touchstone backtest maker.ts --data market.arrow --report html=sheet.html --report csv=tables
  $ touchstone backtest maker.ts --data market.arrow --latency slow --fee 0.02
  $ touchstone backtest maker.ts --data market.arrow --latency feed=20,order=80
  $ touchstone backtest maker.ts --data market.arrow --audit                 look for knowledge of the future
  $ touchstone backtest maker.ts --fidelity agents --seed 7                  no data: simulated traders, who react to the orders
  $ touchstone backtest maker.ts --fidelity agents --markets 10 --hours 2 --agents noise=20,informed=0

A strategy is a TypeScript or JavaScript file whose default export makes an object with callbacks (onBook, onTrade, onFill, ...).
Defaults are pessimistic: latency, queues and used-up liquidity. An assumption that makes results rosier is printed with the
result. The same command gives the same bytes. docs/backtesting.md explains the interface, the models and their limits.

Exit codes:
  0 done    1 an audit failed, or the strategy threw or hung (a partial report is written)
  2 usage, data that cannot be read, a strategy that cannot be loaded    6 error in touchstone itself
  130 interrupted: a partial report is written`;

/** What the flags hold once parsed. */
export type BacktestFlags = {
  readonly data?: readonly string[];
  readonly market?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly fidelity: string;
  readonly latency: string;
  readonly queue: string;
  /** Simulated markets. */
  readonly markets?: number;
  readonly hours?: number;
  readonly agents?: string;
  readonly seed: number;
  readonly param: readonly string[];
  readonly report: readonly string[];
  readonly deposit: number;
  readonly fee: number;
  readonly feeExponent: number;
  readonly feeMakers?: true;
  readonly minSize: number;
  readonly delay: number;
  readonly tradeShare: number;
  readonly quoteSize: number;
  readonly consumption: boolean;
  readonly settlement?: string;
  readonly audit?: true;
  readonly watchdog: number;
  /** False for `--no-cache`. */
  readonly cache?: string | false;
  readonly format?: string;
  readonly gap: number;
};

const SEED_MAX = 2 ** 52;
const DAY_MS = 86_400_000;
const MARKETS_MAX = 200;
const WEEK_HOURS = 168;

/** The `backtest` command. */
export function backtestCommand(): Command {
  const command = new Command('backtest')
    .description('run a strategy on recorded history or simulated markets, and report where the money came from')
    .argument('<strategy>', 'a .ts, .mts, .js, .mjs or .cjs file whose default export makes a strategy');
  return withAssumptions(withAgents(withData(command)))
    .option('--param <name=value>', 'a parameter of the strategy (repeatable)', list, [])
    .addOption(
      new Option('--seed <number>', 'the chance of the strategy, and of simulated markets')
        .default(1)
        .argParser(wholeNumber(0, SEED_MAX)),
    )
    .option(
      '--report <format=path>',
      'also write json=FILE, html=FILE, csv=FOLDER or parquet=FOLDER (repeatable)',
      list,
      [],
    )
    .addOption(
      new Option('--watchdog <seconds>', 'end the run when one callback lasts longer')
        .default(10)
        .argParser(decimal(0.1, 86_400)),
    )
    .option('--audit', 'repeat the run on altered data: decisions may not depend on the future')
    .addHelpText('after', examples)
    .action(async (strategy: string, flags: BacktestFlags) => {
      const { runBacktest } = await import('../backtest-running.ts');
      process.exitCode = await runBacktest(strategy, flags);
    });
}

function withData(command: Command): Command {
  return command
    .option('--data <files...>', 'one recording, or captures that belong together')
    .option('--market <names...>', 'only these markets (default: all of the recording)')
    .option('--from <time>', 'begin here; ISO 8601 (UTC without an offset) or Unix seconds')
    .option('--to <time>', 'end here')
    .option('--format <name>', 'the layout of all captures (default: the columns tell)')
    .addOption(
      new Option('--gap <seconds>', 'captures: a longer stretch without a row of the book of a market is a gap')
        .default(60)
        .argParser(decimal(0.001, 86_400)),
    )
    .option('--cache <folder>', 'where converted captures are kept (default: the cache folder of the user)')
    .option('--no-cache', 'convert captures for this run only');
}

function withAgents(command: Command): Command {
  return command
    .addOption(
      new Option('--markets <number>', 'agents: how many markets are simulated (default: 6)').argParser(
        wholeNumber(1, MARKETS_MAX),
      ),
    )
    .addOption(
      new Option('--hours <number>', 'agents: how long each of them trades (default: 1)').argParser(
        decimal(0.01, WEEK_HOURS),
      ),
    )
    .option(
      '--agents <counts>',
      'agents: traders of each market (default: noise=12,value=4,makers=3,informed=1; the rest keeps its default)',
    );
}

function withAssumptions(command: Command): Command {
  return command
    .option(
      '--fidelity <name>',
      'where the market comes from: overlay, injected (recordings), agents (simulated)',
      'overlay',
    )
    .option('--queue <model>', 'how the queue ahead of an order shrinks: risk-averse, power, log, none', 'risk-averse')
    .option(
      '--latency <model>',
      'none, fast, default, slow, recorded, or milliseconds as in feed=50,order=150,cancel=150,response=50,compute=1',
      'default',
    )
    .addOption(number('--cash, --deposit <dollars>', 'cash at the start', 10_000, [0.01, 999_999_999]))
    .addOption(number('--fee <rate>', 'taker fee: shares x rate x (p(1-p))^exponent', 0, [0, 1]))
    .addOption(
      new Option('--fee-exponent <number>', 'the exponent of the fee: 0, 1 or 2')
        .default(1)
        .argParser(wholeNumber(0, 2)),
    )
    .option('--fee-makers', 'makers pay the fee as well')
    .addOption(number('--min-size <shares>', 'the smallest order', 5, [0.000001, 999_999_999]))
    .addOption(
      new Option('--delay <ms>', 'a marketable order waits so long before it matches')
        .default(0)
        .argParser(wholeNumber(0, DAY_MS)),
    )
    .addOption(
      number(
        '--trade-share <share>',
        'markets without trades: the part of a decrease that counts as traded',
        0.2,
        [0, 1],
      ),
    )
    .addOption(
      number(
        '--quote-size <shares>',
        'the size at the best prices of a recording that has none',
        100,
        [0.000001, 999_999_999],
      ),
    )
    .option('--no-consumption', 'liquidity that was taken comes back at once')
    .option(
      '--settlement <values>',
      'milliseconds to mined and confirmed, and the rate of failures (default: mined=2000,confirmed=5000,failure=0)',
    );
}

function number(flag: string, text: string, usual: number, [min, max]: readonly [number, number]): Option {
  return new Option(flag, text).default(usual).argParser(decimal(min, max));
}

function list(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
