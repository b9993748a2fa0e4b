/** cli/backtest/flags: the flags that `backtest` and `sweep` share: the data, and the assumptions. */
import { Command, Option } from '@commander-js/extra-typings';
import { captureFlags, maxLossOption } from '../data/capture-flags.ts';
import { decimal, type FlagsOf, repeatable, wholeNumber, withFlags } from '../flags/options.ts';

export type DataFlags = FlagsOf<typeof dataFlags> & { readonly data?: readonly string[] };
export type AssumptionFlags = FlagsOf<typeof assumptionFlags> & PlanFlags;
export type PlanFlags = FlagsOf<typeof planFlags>;

export const DATA = 'one recording, or captures that belong together';
export const SEED_MAX = 2 ** 52;
const DAY_MS = 86_400_000;
const MARKETS_MAX = 200;
const WEEK_HOURS = 168;

/** The part of the data (`--data`) that is replayed, and the captures. */
export function dataFlags() {
  const command = new Command()
    .option('--market <names...>', 'only these markets (default: all of the recording)')
    .option('--from <time>', 'begin at this moment: ISO 8601 (UTC without an offset) or Unix seconds')
    .option('--to <time>', 'end at this moment');
  return withFlags(command, captureFlags('captures: '))
    .addOption(maxLossOption())
    .option('--cache <folder>', 'the cache of converted captures (default: the cache folder of the user)')
    .option('--no-cache', 'convert captures for this run only');
}

export function assumptionFlags() {
  return new Command()
    .option(
      '--fidelity <name>',
      'the source of the market: overlay or injected (recordings), agents (simulated, not in sweep)',
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
        'markets without trades: the part of a decrease of a level that counts as traded',
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

export function planFlags() {
  return new Command()
    .option('--markets <number>', 'agents: how many markets are simulated (default: 6)', wholeNumber(1, MARKETS_MAX))
    .option('--hours <number>', 'agents: how long each of them trades (default: 1)', decimal(0.01, WEEK_HOURS))
    .option(
      '--agents <counts>',
      'agents: traders of each market (default: noise=12,value=4,makers=3,informed=1; the rest keeps its default)',
    );
}

function number<const Flag extends string>(flag: Flag, text: string, usual: number, bounds: readonly [number, number]) {
  return new Option(flag, text).default(usual).argParser(decimal(...bounds));
}
