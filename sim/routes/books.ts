/** sim/routes/books: `POST /books` (interface 4.16): the order books of several tokens. */
import { error, okJson, type RouteFunction } from './call.ts';
import { readTokenList } from './token-list.ts';

/** Omits unknown tokens and those without a book. Condition: bad-request. */
export const books: RouteFunction = ({ views, profile }, { body }) => {
  const list = readTokenList(body, views.tokens, profile.batch.max);
  if (!list.ok) return error('bad-request', list.refusal);
  let items = '';
  for (const card of list.value) {
    const text = views.books.text(card);
    if (text !== undefined) items = items === '' ? text : `${items},${text}`;
  }
  return okJson(`[${items}]`);
};
