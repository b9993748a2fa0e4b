/** sim/clob/reads/tokens: the tokens that a request names in its query or body, and the errors that clients know. */
import { isObject } from '../../../base/json.ts';
import { ok, type Result, refuse } from '../../../base/result.ts';
import { error, type RouteResponse } from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import type { TokenCard } from '../../views/token-card.ts';

export const NO_BOOK = error('not-found', 'No orderbook exists for the requested token id');
const INVALID_TOKEN = error('bad-request', 'Invalid token id');
export const INVALID_SIDE = error('bad-request', 'Invalid side');
export const INVALID_PAYLOAD = error('bad-request', 'Invalid payload');
export const PAYLOAD_TOO_LONG = error('bad-request', 'Payload exceeds the limit');
export const NO_MARKET = error('not-found', 'market not found');

/** Token ids are the decimal digits of a 256-bit number. */
const TOKEN_ID = /^\d{1,78}$/;

/** A token of the world; `missing` is the response for an id that is well-formed and unknown. */
export function tokenOf(
  { views }: Service,
  tokenId: unknown,
  missing: RouteResponse = NO_MARKET,
): Result<TokenCard, RouteResponse> {
  if (typeof tokenId !== 'string' || !TOKEN_ID.test(tokenId)) return refuse(INVALID_TOKEN);
  const card = views.tokens.byTokenId(tokenId);
  return card === undefined ? refuse(missing) : ok(card);
}

export function bookTokenOf(service: Service, tokenId: unknown): Result<TokenCard, RouteResponse> {
  const card = tokenOf(service, tokenId, NO_BOOK);
  return card.ok && !card.value.market.enableOrderBook ? refuse(NO_BOOK) : card;
}

type Item = Readonly<Record<string, unknown>>;

/** The known tokens with a book in `[{token_id, ...}]`, in that order, each once, with all items that name it. */
export function bodyTokens(
  service: Service,
  body: unknown,
): Result<ReadonlyMap<TokenCard, readonly Item[]>, RouteResponse> {
  if (!Array.isArray(body)) return refuse(INVALID_PAYLOAD);
  if (body.length > service.profile.batch.max) return refuse(PAYLOAD_TOO_LONG);
  const found = new Map<TokenCard, Item[]>();
  for (const item of body as readonly unknown[]) {
    const tokenId = isObject(item) ? item['token_id'] : undefined;
    if (!isObject(item) || typeof tokenId !== 'string') return refuse(INVALID_PAYLOAD);
    const card = bookTokenOf(service, tokenId);
    if (!card.ok) continue;
    const items = found.get(card.value);
    if (items === undefined) found.set(card.value, [item]);
    else items.push(item);
  }
  return ok(found);
}
