/** conformance/checks/clob/requests: requests for each route of a profile, acceptable ones and others. */
import { type JsonObject, listAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import type { ExtraRoute } from '../../../spec/clob/extra-route.ts';
import { CURSOR_START } from '../../../spec/cursor.ts';
import { parseJsonStringArray } from '../../../spec/resources/resource.ts';
import type { Param } from '../../../spec/route.ts';
import { bare, get, type Query, type Request, withJson } from '../../../wire/message.ts';
import type { Bindings, CheckContext, Wallet } from '../../check.ts';
import { NO_CONDITION, NO_ORDER, NO_THING } from '../assertions.ts';
import { farPlan, orderBody } from '../orders/plan.ts';

/** A token with a book that has bids and asks. */
export function bookToken({ bindings, notTestable }: Pick<CheckContext, 'bindings' | 'notTestable'>): string {
  const [book] = bindings.books;
  return textAt(book, 'asset_id') ?? notTestable('no book names its token', 'correct asset_id of the books');
}

/** The parts of a request beside the method and the path of its row. `name` stands in the path. */
type Parts = { readonly name?: string; readonly query?: Query; readonly body?: unknown };
type Make = (context: CheckContext, wallet: Wallet | undefined) => Parts;
type Named = Pick<ExtraRoute, 'id' | 'method' | 'path'>;

/** The value of an entity that discovery has found. Ends the check without one. */
function known({ bindings, notTestable }: CheckContext, pick: (bindings: Bindings) => string | undefined): string {
  const why = 'the target has shown nothing that this route is about';
  return pick(bindings) ?? notTestable(why, 'fill the lists of the catalog');
}

const named =
  (pick: (bindings: Bindings) => string | undefined): Make =>
  (context) => ({ name: known(context, pick) });

const ofWallet =
  (pick: (bindings: Bindings) => readonly string[], name = 'user'): Make =>
  (context) => ({ query: { [name]: known(context, (bindings) => pick(bindings)[0]) } });

const inList = (rows: readonly JsonObject[], list: string, field: string) =>
  textAt(rows.flatMap((row) => objectsIn(listAt(row, list)))[0], field);

const ofMarket = (field: string): Make => named(({ markets: [market] }) => textAt(market, field));
const ofEvent = named(({ events: [event] }) => textAt(event, 'id'));
/** An event with tags, if there is one, whose tags are then judged. */
const taggedEvent = ({ events }: Bindings) => events.find((event) => listAt(event, 'tags').length > 0) ?? events[0];
const inEvents = (list: string, field: string): Make => named(({ events }) => inList(events, list, field));

const wholeDay = { interval: '1d', fidelity: '60' };
const order = (context: CheckContext, wallet: Wallet | undefined): unknown =>
  wallet && orderBody(context, wallet, farPlan(context));

/** A token of each market, or those of books alone: `POST /books` shows which tokens have one. */
function severalTokens({ bindings: { markets } }: CheckContext): object[] {
  return markets.slice(0, 20).flatMap((market) => {
    const [token] = parseJsonStringArray(textOrEmpty(market, 'clobTokenIds')) ?? [];
    return token === undefined ? [] : [{ token_id: token }];
  });
}

/** By the name of the route. Others need a token, a limit or nothing, as their rows state. */
const PARTS: Readonly<Record<string, Make>> = {
  'market-by-token': (context) => ({ name: bookToken(context) }),
  books: (context) => ({ body: severalTokens(context) }),
  price: (context) => ({ query: { token_id: bookToken(context), side: 'BUY' } }),
  'prices-history': (context) => ({ query: { market: bookToken(context), ...wholeDay } }),
  'batch-prices-history': (context) => ({ body: { markets: [bookToken(context)], interval: '1d', fidelity: 60 } }),
  value: ofWallet(({ wallets, addresses }) => [...wallets, ...addresses]),
  activity: ofWallet(({ activeWallets, addresses }) => [...activeWallets, ...addresses]),
  positions: ofWallet(({ wallets, addresses }) => [...wallets, ...addresses]),
  'closed-positions': ofWallet(({ closedWallets, addresses }) => [...closedWallets, ...addresses]),
  'public-profile': ofWallet(({ profiles }) => profiles, 'address'),
  deployed: ofWallet(({ addresses }) => addresses, 'address'),
  markets: () => ({ query: { limit: '5', include_tag: 'true' } }),
  'markets-keyset': () => ({ query: { limit: '5', include_tag: 'true' } }),
  market: ofMarket('id'),
  'market-by-slug': (context, wallet) => ({ ...ofMarket('slug')(context, wallet), query: { include_tag: 'true' } }),
  'market-tags': named((bindings) => {
    const event = taggedEvent(bindings);
    return event === undefined ? undefined : (inList([event], 'markets', 'id') ?? textAt(bindings.markets[0], 'id'));
  }),
  event: ofEvent,
  // Discovery finds events by this route.
  'event-by-slug': named(({ markets }) => inList(markets, 'events', 'slug')),
  'event-tags': named((bindings) => textAt(taggedEvent(bindings), 'id')),
  tag: inEvents('tags', 'id'),
  'tag-by-slug': inEvents('tags', 'slug'),
  series: inEvents('series', 'id'),
  'comment-replies': named(({ comments: [comment] }) => comment),
  // Most titles, labels and names have this letter.
  search: () => ({ query: { q: 'e', search_tags: 'true', search_profiles: 'true' } }),
  comments: () => ({ query: { limit: '100' } }),
  'balance-allowance': () => ({ query: { asset_type: 'COLLATERAL', signature_type: '0' } }),
  'update-balance-allowance': () => ({ query: { asset_type: 'COLLATERAL' } }),
  notifications: () => ({ query: { signature_type: '0' } }),
  'order-scoring': () => ({ query: { order_id: NO_ORDER } }),
  'orders-scoring': () => ({ body: [NO_ORDER] }),
  order: () => ({ name: NO_ORDER }),
  'open-orders': () => ({ query: { next_cursor: CURSOR_START } }),
  'own-trades': () => ({ query: { next_cursor: CURSOR_START } }),
  'place-order': (context, wallet) => ({ body: order(context, wallet) }),
  'place-orders': (context, wallet) => ({ body: [order(context, wallet)] }),
  'cancel-order': () => ({ body: { orderId: NO_ORDER } }),
  'cancel-orders': () => ({ body: [NO_ORDER] }),
  'cancel-market-orders': () => ({ body: { market: NO_CONDITION } }),
  heartbeat: () => ({ body: {} }),
  'heartbeat-v1': () => ({ body: {} }),
};

/** Further acceptable requests of routes with another kind of response, by the name of the route. */
const OTHERS: Readonly<Record<string, Make>> = {
  markets: () => ({ query: { next_cursor: CURSOR_START } }),
  market: ofMarket('conditionId'),
};

function partsOf(route: Named & Partial<ExtraRoute>, context: CheckContext, wallet: Wallet | undefined): Parts {
  const own = PARTS[route.id.slice('P/'.length)];
  if (own !== undefined) return own(context, wallet);
  const { body, query = [] } = route;
  if (body === 'tokens') return { body: [{ token_id: bookToken(context) }] };
  if (query[0]?.name === 'token_id') return { query: { token_id: bookToken(context) } };
  return query.some(({ name }) => name === 'limit') ? { query: { limit: '5' } } : {};
}

function requestOf({ method, path }: Named, { name = '', query, body }: Parts): Request {
  const target = path.replace(/\{\w+\}/, encodeURIComponent(name));
  if (method === 'GET') return get(target, query);
  return body === undefined ? bare(method, target) : withJson(method, target, body);
}

/** An acceptable request, without headers. It changes nothing but for the order that it may place. */
export function acceptable(route: Named & Partial<ExtraRoute>, context: CheckContext, wallet?: Wallet): Request {
  return requestOf(route, partsOf(route, context, wallet));
}

/** One request for each kind of response of the route. */
export function acceptableKinds(route: ExtraRoute, context: CheckContext, wallet?: Wallet): readonly Request[] {
  const other = OTHERS[route.id.slice('P/'.length)];
  const first = acceptable(route, context, wallet);
  return other === undefined ? [first] : [first, requestOf(route, other(context, wallet))];
}

/** True for a route whose acceptable request names a token with a book. */
export function isAboutToken({ id, query, body }: ExtraRoute): boolean {
  const own = ['P/market-by-token', 'P/prices-history', 'P/batch-prices-history'];
  return own.includes(id) || (body === 'tokens' && id !== 'P/books') || query[0]?.name === 'token_id';
}

type Wrong = { readonly request: Request; readonly because: string };

/** Bodies that are wrong where an object is acceptable. */
const WRONG_BODIES: Readonly<Record<string, unknown>> = {
  'P/batch-prices-history': [],
  'P/cancel-orders': { id: 7 },
};

/** Requests that the route must refuse: each is acceptable but for its name, one parameter, or its body. */
export function wrongRequests(route: ExtraRoute, context: CheckContext): readonly Wrong[] {
  const wrong = (parts: Parts, because: string): Wrong => ({ request: requestOf(route, parts), because });
  if (route.body !== 'none') return [wrong({ body: WRONG_BODIES[route.id] ?? {} }, 'its body has another form')];
  const parts = partsOf(route, context, undefined);
  const inQuery = route.query.flatMap((param) => {
    const { [param.name]: _, ...others } = parts.query ?? {};
    const value = wrongValue(param);
    return [
      ...(param.required ? [wrong({ ...parts, query: others }, `it lacks ${param.name}`)] : []),
      ...(value === undefined
        ? []
        : [wrong({ ...parts, query: { ...others, [param.name]: value } }, `${param.name} is ${value}`)]),
    ];
  });
  const inPath = route.pathParam === undefined ? [] : [wrong({ ...parts, name: NO_THING }, 'nothing has this name')];
  return [...inPath, ...inQuery];
}

/** A value of another type, or none of the members. A text may be any. */
function wrongValue({ type, members, required }: Param): string | undefined {
  if (type === 'cursor') return '%';
  return type === 'string' && members === undefined && required !== 'by-route' ? undefined : NO_THING;
}
