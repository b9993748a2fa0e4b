/** sim/routes/books: `POST /books` and `POST /prices` (4.16, 4.17): books and best prices of several tokens. */
import { isObject } from '../../base/json.ts';
import { ok, type Result, refuse } from '../../base/result.ts';
import type { TokenCard, TokenCards } from '../views/token-card.ts';
import type { Views } from '../views/views.ts';
import { badRequest, okJson, type RouteFunction } from './call.ts';

/** The response about the tokens of the body. Condition: bad-request. */
function ofTokens(textOf: (views: Views, cards: Iterable<TokenCard>) => string): RouteFunction {
  return ({ views, profile }, { body }) => {
    const list = readTokenList(body, views.tokens, profile.batch.max);
    return list.ok ? okJson(textOf(views, list.value)) : badRequest(list.refusal);
  };
}

/** Omits unknown tokens and those without a book. */
export const books = ofTokens((views, cards) => {
  let items = '';
  for (const card of cards) {
    const text = views.books.text(card);
    if (text !== undefined) items = items === '' ? text : `${items},${text}`;
  }
  return `[${items}]`;
});

/** As `books`, with the best prices for a taker. */
export const prices = ofTokens((views, cards) => {
  const members: string[] = [];
  for (const card of cards) {
    const text = views.books.bestPrices(card);
    if (text !== undefined) members.push(`${JSON.stringify(card.tokenId)}:${text}`);
  }
  return `{${members.join(',')}}`;
});

/** The known tokens of a body in its order, each once, or its fault. Further fields are ignored. */
function readTokenList(body: unknown, tokens: TokenCards, max: number): Result<Iterable<TokenCard>, string> {
  if (!Array.isArray(body)) return refuse('the body must be a JSON array of {"token_id": string}');
  if (body.length > max) return refuse(`the body must not have more than ${max} items`);
  const cards = new Set<TokenCard>();
  for (let index = 0; index < body.length; index += 1) {
    const item: unknown = body[index];
    const tokenId = isObject(item) ? item['token_id'] : undefined;
    if (typeof tokenId !== 'string') return refuse(`item ${index} must have a token_id that is a string`);
    const card = tokens.byTokenId(tokenId);
    if (card !== undefined) cards.add(card);
  }
  return ok(cards);
}
