/** sim/routes/token-list: the body of `POST /books` and `POST /prices`: an array of `{token_id}`. */
import { isObject } from '../../base/json.ts';
import { ok, type Result, refuse } from '../../base/result.ts';
import type { TokenCard, TokenCards } from '../views/token-card.ts';

/** The known tokens of a body in its order, each once, or its fault. Further fields are ignored. */
export function readTokenList(body: unknown, tokens: TokenCards, max: number): Result<Iterable<TokenCard>, string> {
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
