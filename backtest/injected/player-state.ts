/** backtest/injected/player-state: the position of a player, as text, for snapshots of a journal. */
import type { RowPlace } from '../replay/row-cursor.ts';
import type { Background } from './background.ts';
import type { BackgroundBook, SavedBook } from './background-book.ts';
import type { Drift } from './drift.ts';

type Parts = {
  readonly background: Background;
  readonly books: readonly BackgroundBook[];
  readonly drifts: readonly Drift[];
};

type Place = { readonly cursor: RowPlace; readonly entry: number };

type Saved = Place & Omit<Parts, 'books'> & { readonly books: readonly SavedBook[] };

export function writeState({ background, books, drifts }: Parts, cursor: Place['cursor'], entry: number): string {
  const saved: Saved = { cursor, entry, background, drifts, books: books.map((book) => book.save()) };
  return JSON.stringify(saved);
}

/** Brings parts at their beginning to the state that `writeState` wrote, and returns the place in the recording. */
export function readState(text: string, { background, books, drifts }: Parts): Place {
  const saved = JSON.parse(text) as Saved;
  Object.assign(background, saved.background);
  for (const [market, drift] of saved.drifts.entries()) Object.assign(drifts[market] ?? {}, drift);
  for (const [market, book] of saved.books.entries()) books[market]?.restore(book);
  return saved;
}
