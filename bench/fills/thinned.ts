/** bench/fills/thinned: one order flow, recorded completely, without trades, or as snapshots. */

import { generatedTable } from '../../backtest/data/generate/generated-table.ts';
import { getOrAdd } from '../../base/record.ts';

/** A row of the layout plain: kind, moment, token, side, price, size, market, receive time, message. */
type Row = readonly string[];

export const RECORDINGS = [
  'complete',
  'levels only',
  'snapshots',
  'snapshots with trades',
  'top 3',
  'top 3 with trades',
] as const;
export type RecordingKind = (typeof RECORDINGS)[number];

const SNAPSHOT_US = 1_000_000;

export async function flowOf(
  seed: number,
  events: number,
): Promise<{ readonly head: string; readonly rows: readonly Row[] }> {
  const table = generatedTable({ seed, events, markets: 1, defects: [] });
  const rows: Row[] = [];
  for await (const batch of table.batches(table.columns)) rows.push(...(batch.rows as readonly Row[]));
  return { head: table.columns.join(','), rows };
}

export function thinned(rows: readonly Row[], kind: RecordingKind): readonly Row[] {
  if (kind === 'complete') return rows;
  if (kind === 'levels only') return rows.filter(([event]) => event !== 'trade');
  const depth = kind.startsWith('top 3') ? 3 : Infinity;
  const shots = snapshotsOf(rows, depth);
  if (!kind.endsWith('with trades')) return shots;
  const trades = rows.filter(([event]) => event === 'trade').map((row) => row.with(-1, `t${row.at(-1)}`));
  return [...shots, ...trades].sort((one, other) => Number(one[1]) - Number(other[1]));
}

/** The book of each token at every full second. */
function snapshotsOf(rows: readonly Row[], depth: number): readonly Row[] {
  const books = new Map<string, Map<string, Row>>();
  const shots: Row[] = [];
  let next = -Infinity;
  let message = '';
  for (const row of rows) {
    const [kind, time, token = '', side, price] = row;
    if (Number(time) >= next && books.size > 0) {
      for (const book of books.values()) shots.push(...shotOf([...book.values()], depth, String(time)));
      next = (Math.floor(Number(time) / SNAPSHOT_US) + 1) * SNAPSHOT_US;
    }
    if (kind === 'trade') continue;
    if (kind === 'snapshot' && message !== `${row.at(-1)} ${token}`) books.set(token, new Map());
    message = `${row.at(-1)} ${token}`;
    getOrAdd(books, token, () => new Map<string, Row>()).set(`${side} ${price}`, row);
  }
  return shots;
}

function shotOf(levels: readonly Row[], depth: number, time: string): readonly Row[] {
  return ['buy', 'sell'].flatMap((side) => {
    const own = levels.filter((level) => level[3] === side && Number(level[5]) > 0);
    const sign = side === 'buy' ? -1 : 1;
    const best = own.sort((one, other) => sign * (Number(one[4]) - Number(other[4]))).slice(0, depth);
    return best.map((level) => level.with(0, 'snapshot').with(1, time).with(7, time).with(-1, `s${time}`));
  });
}
