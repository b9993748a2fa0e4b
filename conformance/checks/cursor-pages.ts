/** conformance/checks/cursor-pages: pagination of a list by its cursors, from the first page to the end. */
import { endsPaging } from '../../spec/cursor.ts';
import { textAt } from '../../spec/json.ts';
import type { Query } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';

/** One page, and its next cursor; empty if it has none. */
export type CursorPage = { readonly answer: Exchange; readonly next: string };

/** The pages of a list until its end, until a cursor leads to its own page, or until `most` pages. */
export async function* cursorPages(
  ask: (query: Query) => Promise<Exchange>,
  most: number,
): AsyncGenerator<CursorPage, void> {
  let cursor = '';
  for (let page = 0; page < most; page += 1) {
    const answer = await ask(cursor === '' ? {} : { next_cursor: cursor });
    const next = textAt(answer.json, 'next_cursor') ?? '';
    yield { answer, next };
    if (endsPaging(next) || next === cursor) return;
    cursor = next;
  }
}
