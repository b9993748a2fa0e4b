/** backtest/data/layouts/layouts: all layouts, and which of them a table has. */
import { DataError } from '../data-error.ts';
import type { Table } from '../sources/table.ts';
import {
  catalogEvents,
  catalogLabels,
  catalogMarkets,
  catalogPages,
  catalogQuestions,
  catalogResults,
  catalogTokens,
} from './catalogs.ts';
import type { Layout } from './layout.ts';
import { bookCapture, marketChannel } from './market-channel.ts';
import { plain } from './plain.ts';
import { fills, quotes, tickerTrades } from './trades.ts';

/** A table has the first layout whose columns it has. */
export const LAYOUTS: readonly Layout[] = [
  plain,
  marketChannel,
  bookCapture,
  fills,
  tickerTrades,
  quotes,
  catalogPages,
  catalogMarkets,
  catalogTokens,
  catalogResults,
  catalogLabels,
  catalogQuestions,
  catalogEvents,
];

/** The layout called `name`, or the one that the columns match. Throws `DataError`. */
export function layoutOf({ name: source, columns }: Table, name: string | undefined): Layout {
  const lacks = (layout: Layout): readonly string[] => layout.required.filter((column) => !columns.includes(column));
  if (name === undefined) {
    const layout = LAYOUTS.find((candidate) => lacks(candidate).length === 0);
    if (layout !== undefined) return layout;
    const shown = columns.slice(0, 12).map((column) => column.slice(0, 40));
    throw new DataError(
      `${source} has the columns ${shown.join(', ')}, which no known layout has: see docs/recordings.md for ` +
        `the layouts, or rename columns to those of the layout plain (${plain.required.join(', ')})`,
    );
  }
  const named = LAYOUTS.find((candidate) => candidate.name === name);
  if (named === undefined) {
    throw new DataError(`no layout is called "${name}": known are ${LAYOUTS.map((layout) => layout.name).join(', ')}`);
  }
  const missing = lacks(named);
  if (missing.length > 0)
    throw new DataError(`${source} lacks the columns ${missing.join(', ')} of the layout ${name}`);
  return named;
}
