/** backtest/data/loss: how much of the data a conversion may lose before it is refused. */
import type { CatalogMarket, TokenNames } from './catalog.ts';
import { DataError } from './data-error.ts';
import { countsByKind, type Defect } from './defects.ts';

/** Percent of the rows that may be lost if no other limit is stated. Tokens and resolutions have to be understood. */
const ROWS_PERCENT = 1;

type Parts = Readonly<{
  rows: number;
  lostRows: number;
  names: TokenNames;
  catalog: readonly CatalogMarket[];
  defects: readonly Defect[];
}>;

/** Throws `DataError` when more is lost than `percent`, or than the default, allows. */
export function assertLossWithin(
  percent: number | undefined,
  { rows, lostRows, names, catalog, defects }: Parts,
): void {
  const counts = countsByKind(defects);
  const { 'lost-token': lostTokens = 0, 'lost-resolution': lostResolutions = 0, 'unread-value': unread = 0 } = counts;
  const tokens = names.tokens.length + catalog.reduce((sum, market) => sum + market.tokens.length, 0);
  const [ofRows, ofMeanings] = [percent ?? ROWS_PERCENT, percent ?? 0];
  const resolutions = lostResolutions + catalog.filter(({ resolution }) => resolution !== undefined).length;
  const shares = [
    { noun: 'rows', kinds: ['unparsable', 'unknown-side'], lost: lostRows, of: rows, limit: ofRows },
    { noun: 'receive times and closes', kinds: ['unread-value'], lost: unread, of: rows, limit: ofRows },
    { noun: 'tokens', kinds: ['lost-token'], lost: lostTokens, of: tokens + lostTokens, limit: ofMeanings },
    { noun: 'resolutions', kinds: ['lost-resolution'], lost: lostResolutions, of: resolutions, limit: ofMeanings },
  ];
  const over = shares.filter(({ lost, of, limit }) => lost * 100 > limit * of);
  if (over.length === 0) return;
  const first = defects.find(({ kind }) => over.some(({ kinds }) => kinds.includes(kind)));
  const lossText = over.map(({ noun, lost, of }) => `${lost} of ${of} ${noun}`).join(', ');
  const place = first === undefined ? '' : `, such as ${first.source}, row ${first.row}: ${first.what}`;
  throw new DataError(
    `present and not understood: ${lossText}${place}; ` +
      'see touchstone data inspect, or allow the loss with --max-loss PERCENT',
  );
}
