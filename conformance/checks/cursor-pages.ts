/** conformance/checks/cursor-pages: pagination of a list by its cursors, from the first page to the end. */
import { listAt, numberAt, textOrEmpty } from '../../base/json.ts';
import { CURSOR_END, encodeCursor, endsPaging, readCursor } from '../../spec/cursor.ts';
import { isSuccess, type Query } from '../../wire/message.ts';
import type { ClauseId, Clauses, Exchange, Judge, Statement } from '../check.ts';
import { valueAt } from './assertions.ts';

/** One page, and its next cursor; empty if it has none. `isLast`: that leads to no other page. */
export type CursorPage = { readonly response: Exchange; readonly next: string; readonly isLast: boolean };

/** The pages of a list until its end, until a cursor leads to its own page, or until `most` pages. */
export async function* cursorPages(
  read: (query: Query) => Promise<Exchange>,
  most: number,
): AsyncGenerator<CursorPage, void> {
  let cursor = '';
  for (let page = 0; page < most; page += 1) {
    const response = await read(cursor === '' ? {} : { next_cursor: cursor });
    const next = textOrEmpty(response.json, 'next_cursor');
    const isLast = endsPaging(next) || next === cursor;
    yield { response, next, isLast };
    if (isLast) return;
    cursor = next;
  }
}

/** A count larger than its page is that of the whole list, unless it changed. `rows`: of one page, `walked`: of all. */
export function judgeTotal(
  context: Judge,
  clause: ClauseId,
  { first, last }: { readonly first: Exchange; readonly last: Exchange },
  rows: number,
  walked: number,
): void {
  const [before, total] = [first, last].map(({ json }) => numberAt(json, 'count'));
  if (total === undefined || total <= rows || before !== total) return;
  const expected = `${walked}, the rows of all pages`;
  const fault = walked >= total ? undefined : { pointer: '/count', expected, actual: total };
  context.judgeBy(clause, last, fault, 'the rows of all pages are counted');
}

/** A cursor skips no row: it is the offset of its page (`cursor`, empty for the first) and the rows there. */
export function judgeNextOffset(
  context: Judge,
  clause: ClauseId,
  page: Exchange,
  { cursor, next, rows }: { readonly cursor: string; readonly next: string; readonly rows: number },
): void {
  const [offset = 0, following] = [cursor, next].map(readCursor);
  if (following === undefined) return;
  const fault = {
    pointer: '/next_cursor',
    expected: `${encodeCursor(offset + rows)}, because the page has ${rows} rows from offset ${offset} on`,
    actual: `${next}, the offset ${following}`,
  };
  context.judgeBy(clause, page, following === offset + rows ? undefined : fault, 'a cursor encodes the number of rows');
}

/** An offset beyond the end of any list. */
const FAR = encodeCursor(9_999_999);

/** The page far beyond the end of a list if it is empty and yet leads to another one: then the list has no end. */
export async function endlessPage(read: (query: Query) => Promise<Exchange>): Promise<Exchange | undefined> {
  const response = await read({ next_cursor: FAR });
  const isLast = endsPaging(textOrEmpty(response.json, 'next_cursor'));
  return isSuccess(response) && !isLast && listAt(response.json, 'data').length === 0 ? response : undefined;
}

/** A page that no row follows; an absent cursor is an empty one. */
export function lastPage(clauses: Clauses, of: Exchange): Statement {
  const ends = { $any: [{ $absent: true }, null, '', CURSOR_END] };
  return { clauses, of, must: valueAt('/next_cursor', ends), because: 'no row follows' };
}
