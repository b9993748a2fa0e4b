/** sim/routes/prices: `POST /prices` (interface 4.17): what a taker pays (BUY) or gets (SELL) for several tokens. */
import { error, okJson, type RouteFunction } from './call.ts';
import { readTokenList } from './token-list.ts';

/** Tokens without a book are left out, as unknown ones are. Condition: bad-request. */
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
