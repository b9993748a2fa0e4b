/** cli/backtest/examples: the example strategies of the package, by name, and a first strategy for a user. */
import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { likely } from '../../base/closest.ts';
import { systemCode } from '../../base/system-code.ts';
import { CliError } from '../exit.ts';

const EXAMPLES: Readonly<Record<string, string>> = {
  'market-maker': 'quotes both sides of every market, to earn the spread',
  momentum: 'follows a price that has moved, and takes liquidity to do so',
  'mean-reversion': 'buys what has become cheap against its recent mean',
  'complement-arbitrage': 'buys both outcomes of a market for less than a dollar',
  'calibration-bettor': 'states probabilities, and bets where prices differ',
  rebalancer: 'keeps a fixed part of its money in every market',
};

const FOLDER = new URL('../../backtest/examples/', import.meta.url);
const NAME_WIDTH = 22;

const ENDING = extname(import.meta.url);

/** Recorded quotes of 40 markets, on which an example runs without `--data`. The package has them beside `dist`. */
const DATA = `${ENDING === '.ts' ? '../..' : '../../..'}/backtest/examples/quotes-2026-07-10.tar.gz`;
export const EXAMPLE_DATA = fileURLToPath(new URL(DATA, import.meta.url));

export function exampleList(): string {
  return Object.entries(EXAMPLES)
    .map(([name, idea]) => `${name.padEnd(NAME_WIDTH)}${idea}\n`)
    .join('');
}

/** The file of a strategy: its path, or that of the example. Throws `CliError` unless exactly one is given. */
export function strategyOf(path: string | undefined, example: string | undefined): string {
  if (path !== undefined && example !== undefined) throw new CliError('give a strategy file or --example, not both');
  if (path !== undefined) return path;
  if (example === undefined) throw new CliError('name the file of a strategy, or run --example market-maker');
  if (Object.hasOwn(EXAMPLES, example)) return fileURLToPath(new URL(`${example}${ENDING}`, FOLDER));
  const [near] = likely(example, Object.keys(EXAMPLES));
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new CliError(`--example ${example}: no such example; --example list lists all.${hint}`);
}

/** Writes a strategy to start from. Throws `CliError` when the file exists, or cannot be written. */
export function writeExample(file: string): void {
  if (!/\.m?ts$/.test(file)) throw new CliError(`--write-example ${file}: the example has types: end the name in .ts`);
  try {
    writeFileSync(file, TEMPLATE, { flag: 'wx' });
  } catch (error) {
    const code = systemCode(error, '');
    if (code === 'EEXIST') throw new CliError(`--write-example ${file}: the file exists: choose another name`);
    throw new CliError(`--write-example ${file}: the file cannot be written (${code})`);
  }
}

const TEMPLATE = `import type { StrategyFactory } from 'touchstone/backtest';

/** Buys at the best ask until it holds 100 shares of a market. Set parameters by --param size=20 --param most=0.4. */
const makeBuyer: StrategyFactory = ({ size = 10, most = 0.6 }) => ({
  /** A message changed the book of a market. Prices are dollars, sizes are shares, context.now is Unix microseconds. */
  onBook(book, context) {
    if (book.bestAsk === undefined || book.bestAsk > Number(most)) return;
    if (context.openOrders().length > 0 || context.position(book.token).size >= 100) return;
    // Fill at once what is there, and kill the rest. Acceptance or rejection arrives in onOrder.
    context.place({ token: book.token, side: 'BUY', price: book.bestAsk, size: Number(size), type: 'FAK' });
  },

  /** An own order traded. Lines of the log are in the report. */
  onFill(fill, context) {
    context.log(\`bought \${fill.size} at \${fill.price}\`);
  },
});

export default makeBuyer;
`;
