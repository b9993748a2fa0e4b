/** sim/routes/prices: `POST /prices` (interface 4.17): the best prices of several tokens for a taker. */
import { error, okJson, type RouteFunction } from './call.ts';
import { readTokenList } from './token-list.ts';

/** Omits unknown tokens and those without a book. Condition: bad-request. */
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
