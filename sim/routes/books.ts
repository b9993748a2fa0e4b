/** sim/routes/books: `POST /books` and `POST /prices` (4.16, 4.17): books and best prices of several tokens. */
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

/** As `books`, with the best prices for a taker. */
export const prices: RouteFunction = ({ views, profile }, { body }) => {
  const list = readTokenList(body, views.tokens, profile.batch.max);
  if (!list.ok) return error('bad-request', list.refusal);
  const members: string[] = [];
  for (const card of list.value) {
    const text = views.books.bestPrices(card);
    if (text !== undefined) members.push(`${JSON.stringify(card.tokenId)}:${text}`);
  }
  return okJson(`{${members.join(',')}}`);
};
