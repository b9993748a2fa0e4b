/** cli/backtest/flags: the flags that `backtest` and `sweep` share: which data is replayed, and under which assumptions. */
import { type Command, Option } from 'commander';
import { GAP } from '../data/flags.ts';
import { maxLossOption } from '../data/max-loss.ts';
import { decimal } from '../flags/decimal.ts';
import { repeatable } from '../flags/listed.ts';
import { wholeNumber } from '../flags/whole-number.ts';

export type DataFlags = {
  readonly data?: readonly string[];
  readonly market?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  /** False for `--no-cache`. */
  readonly cache?: string | false;
  readonly format?: string;
  readonly gap?: number;
  readonly maxLoss?: number;
};

export type AssumptionFlags = {
  readonly fidelity: string;
  readonly latency: string;
  readonly queue: string;
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
  readonly settleAtEnd?: true;
  readonly allowRead: readonly string[];
} & PlanFlags;

export type PlanFlags = { readonly markets?: number; readonly hours?: number; readonly agents?: string };

export type BacktestFlags = DataFlags &
  AssumptionFlags & {
    readonly example?: string;
    readonly writeExample?: string;
    readonly seed: number;
    readonly param: readonly string[];
    readonly report: readonly string[];
    readonly audit?: true;
    readonly watchdog: number;
  };

export const DATA = 'one recording, or captures that belong together';
export const SEED_MAX = 2 ** 52;
const DAY_MS = 86_400_000;
const MARKETS_MAX = 200;
const WEEK_HOURS = 168;

/** Adds the flags for the part of the data (`--data`) that is replayed, and for reading captures. */
export function withData(command: Command): Command {
  return command
    .option('--market <names...>', 'only these markets (default: all of the recording)')
    .option('--from <time>', 'begin at this moment: ISO 8601 (UTC without an offset) or Unix seconds')
    .option('--to <time>', 'end at this moment')
    .option('--format <name>', 'the layout of all captures (default: recognized by the columns)')
    .option(
      '--gap <seconds>',
      `captures: a longer time without a row of the book of a market is a gap (default: ${GAP})`,
      decimal(0.001, 86_400),
    )
    .addOption(maxLossOption())
    .option('--cache <folder>', 'the cache of converted captures (default: the cache folder of the user)')
    .option('--no-cache', 'convert captures for this run only');
}

/** Adds the flags of the assumptions that results rest on. */
export function withAssumptions(command: Command): Command {
  return command
    .option(
      '--fidelity <name>',
      'the source of the market: overlay or injected (recordings), agents (simulated, only in backtest)',
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
    .option('--fee-exponent <number>', 'the exponent of the fee: 0, 1 or 2', wholeNumber(0, 2), 1)
    .option('--fee-makers', 'makers pay the fee as well')
    .addOption(number('--min-size <shares>', 'the smallest order', 5, [0.000001, 999_999_999]))
    .option('--delay <ms>', 'wait of a marketable order before it matches', wholeNumber(0, DAY_MS), 0)
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
    )
    .option('--settle-at-end', 'pay markets that did not resolve within the data, at its end')
    .addOption(
      repeatable(
        '--allow-read <path>',
        'a file or folder that the strategy may read (repeatable; stated in the report)',
      ),
    );
}

/** Adds the flags that describe simulated markets and their traders. */
export function withAgents(command: Command): Command {
  return command
    .option('--markets <number>', 'agents: how many markets are simulated (default: 6)', wholeNumber(1, MARKETS_MAX))
    .option('--hours <number>', 'agents: how long each of them trades (default: 1)', decimal(0.01, WEEK_HOURS))
    .option(
      '--agents <counts>',
      'agents: traders of each market (default: noise=12,value=4,makers=3,informed=1; the rest keeps its default)',
    );
}

function number(flag: string, text: string, usual: number, [min, max]: readonly [number, number]): Option {
  return new Option(flag, text).default(usual).argParser(decimal(min, max));
}
