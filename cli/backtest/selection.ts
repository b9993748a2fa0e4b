/** cli/backtest/selection: the strategy file, the period and the markets that flags name, validated. */
import { neverHasBook, unmatchedText, unmatchedTokens } from '../../backtest/data/coverage.ts';
import type { Recording } from '../../backtest/data/recording.ts';
import { assertStrategyFile, StrategyLoadError } from '../../backtest/strategy-file.ts';
import { closest } from '../../base/closest.ts';
import { visible } from '../../reports/untrusted.ts';
import { CliError } from '../exit.ts';

export function assertStrategy(file: string): void {
  try {
    assertStrategyFile(file);
  } catch (error) {
    throw error instanceof StrategyLoadError ? new CliError(error.message) : error;
  }
}

/** Throws `CliError` when the recording has nothing between the two moments. */
export function assertPeriod(
  { coverage: { rows, first, last } }: Recording,
  files: readonly string[],
  { from, to }: { readonly from?: number; readonly to?: number },
): void {
  if (rows === 0)
    throw new CliError(`${files.join(', ')}: no row of books, trades or quotes, so there is nothing to replay`);
  if (from !== undefined && to !== undefined && from > to)
    throw new CliError(`--from ${isoTime(from)} is after --to ${isoTime(to)}: nothing lies between them`);
  if ((from ?? first) <= last && (to ?? last) >= first) return;
  throw new CliError(
    `the data lasts from ${isoTime(first)} to ${isoTime(last)}: nothing of it lies within --from and --to`,
  );
}

const isoTime = (micros: number) => new Date(Math.floor(micros / 1_000)).toISOString();

const SHOWN_MAX = 5;

/** Warns on stderr of tokens that do not match, and of markets of the run without any book. */
export function warnOfData(recording: Recording, only: readonly string[] | undefined): void {
  const unmatched = unmatchedTokens(recording);
  const warnings = [...(unmatched === undefined ? [] : [unmatchedText(unmatched)]), ...bookWarning(recording, only)];
  for (const warning of warnings) process.stderr.write(`touchstone: ${visible(warning)}\n`);
}

function bookWarning({ coverage }: Recording, only: readonly string[] | undefined): readonly string[] {
  const markets = coverage.byMarket.filter(({ market }) => only?.includes(market) ?? true);
  const without = markets.filter(neverHasBook).map(({ market }) => market);
  if (without.length === 0) return [];
  const shown = without.slice(0, SHOWN_MAX).join(', ');
  const more = without.length > SHOWN_MAX ? ' and others' : '';
  return [
    `${without.length} of ${markets.length} markets have no books (${shown}${more}): no order fills there, ` +
      'because trades alone do not show a place in the queue; add a capture of their books with another --data',
  ];
}

/** The wanted names. Throws `CliError` for one that the recording does not have. */
export function marketsOf({ markets }: Recording, wanted: readonly string[]): readonly string[] {
  for (const name of wanted) {
    if (markets.includes(name)) continue;
    const near = closest(name, markets, SHOWN_MAX).map(visible);
    throw new CliError(
      `--market ${visible(name)}: the data has no such market; ` +
        `it has ${near.join(', ')}${markets.length > SHOWN_MAX ? ' and others' : ''}`,
    );
  }
  return wanted;
}
