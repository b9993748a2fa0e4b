/** cli/backtest/command: `touchstone backtest STRATEGY`: a strategy on recordings or simulated markets. */
import { Command } from '@commander-js/extra-typings';
import { decimal, type FlagsOf, repeatable, wholeNumber, withFlags } from '../flags/options.ts';
import { assumptionFlags, DATA, dataFlags, planFlags, SEED_MAX } from './flags.ts';

export type BacktestFlags = FlagsOf<typeof backtestCommand>;

const examples = `
Examples:
  $ touchstone backtest --example market-maker                               no files needed; --example list lists all
  $ touchstone backtest --write-example maker.ts                             a strategy to start from
  $ touchstone backtest maker.ts --data market.arrow
  $ touchstone backtest maker.ts --data books.csv.gz trades.csv.gz           captures, converted into the cache
  $ touchstone backtest maker.ts --data market.arrow --param spread=0.03 --param size=50
  $ touchstone backtest maker.ts --data market.arrow --from 2026-01-05T10:00:00Z --to 2026-01-05T12:00:00Z
  $ touchstone backtest maker.ts --data market.arrow --report html=sheet.html --report csv=tables
  $ touchstone backtest maker.ts --data market.arrow --latency slow --fee 0.02
  $ touchstone backtest maker.ts --data market.arrow --latency feed=20,order=80
  $ touchstone backtest maker.ts --data market.arrow --audit                 look for knowledge of the future
  $ touchstone backtest maker.ts --fidelity agents --seed 7                  no data: simulated traders that react
  $ touchstone backtest maker.ts --fidelity agents --markets 10 --hours 2 --agents noise=20,informed=0

A strategy is a TypeScript or JavaScript file whose default export makes an object with callbacks (onBook, onTrade,
onFill, ...). The defaults for latency, queues and consumed liquidity are pessimistic. An assumption that makes
results rosier is printed with the result. The same command gives the same bytes. docs/backtesting.md explains the
interface, the models and their limits.

Exit codes:
  0 done    1 an audit failed, or the strategy threw or hung (a partial report is written)
  2 usage, data that cannot be read, a strategy that cannot be loaded    6 error in touchstone itself
  130 interrupted: a partial report is written`;

export function backtestCommand() {
  const command = new Command('backtest')
    .description('run a strategy on recorded history or simulated markets, and report where the money came from')
    .argument('[strategy]', 'a .ts, .mts, .js, .mjs or .cjs file whose default export creates a strategy')
    .option('--example <name>', 'run an example of the package, without --data on its recorded quotes; list names all')
    .option('--write-example <file>', 'write a commented strategy with types, and run nothing')
    .option('--data <files...>', DATA);
  return withFlags(command, dataFlags(), planFlags(), assumptionFlags())
    .addOption(repeatable('--param <name=value>', 'a parameter of the strategy (repeatable)'))
    .option('--seed <number>', 'the seed of the strategy and of simulated markets', wholeNumber(0, SEED_MAX), 1)
    .addOption(
      repeatable(
        '--report <format=path>',
        'also write json=FILE, html=FILE, audits=FILE (for touchstone report), ' +
          'csv=FOLDER or parquet=FOLDER (repeatable)',
      ),
    )
    .option('--watchdog <seconds>', 'end the run when one callback lasts longer', decimal(0.1, 86_400), 10)
    .option('--audit', 'repeat the run on altered data: decisions may not depend on the future')
    .addHelpText('after', examples);
}
