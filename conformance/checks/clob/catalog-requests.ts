/** conformance/checks/clob/catalog-requests: acceptable requests for the wallet data and the catalog of a profile, about entities of the target. */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { get, type Request } from '../../../wire/message.ts';
import type { Bindings } from '../../bindings.ts';

type Make = (bindings: Bindings) => Request | undefined;

const at = (path: string, value: string | undefined, rest = ''): Request | undefined =>
  value === undefined ? undefined : get(`${path}${encodeURIComponent(value)}${rest}`);

const ofUser =
  (path: string, pick: (bindings: Bindings) => readonly string[], name = 'user'): Make =>
  (bindings) => {
    const [address] = pick(bindings);
    return address === undefined ? undefined : get(path, { [name]: address });
  };

/** The first of the events that has such rows, and the first row. */
function firstIn({ events }: Bindings, name: string): JsonObject | undefined {
  return events.flatMap((event) => objectsIn(listAt(event, name)))[0];
}

/** By the id of the route. Undefined: the target has shown no such entity. */
export const CATALOG_REQUESTS: Readonly<Record<string, Make>> = {
  'P/value': ofUser('/value', ({ wallets }) => wallets),
  'P/trades': () => get('/trades', { limit: '5' }),
  'P/activity': ofUser('/activity', ({ activeWallets }) => activeWallets),
  'P/positions': ofUser('/positions', ({ wallets }) => wallets),
  'P/closed-positions': ofUser('/closed-positions', ({ closedWallets }) => closedWallets),
  'P/markets': () => get('/markets', { limit: '5' }),
  'P/markets-keyset': () => get('/markets/keyset', { limit: '5' }),
  'P/market': ({ markets: [market] }) => at('/markets/', textAt(market, 'id')),
  'P/market-by-slug': ({ markets: [market] }) => at('/markets/slug/', textAt(market, 'slug')),
  'P/market-tags': ({ markets: [market] }) => at('/markets/', textAt(market, 'id'), '/tags'),
  'P/events': () => get('/events', { limit: '5' }),
  'P/events-keyset': () => get('/events/keyset', { limit: '5' }),
  'P/event': ({ events: [event] }) => at('/events/', textAt(event, 'id')),
  'P/event-by-slug': ({ events: [event] }) => at('/events/slug/', textAt(event, 'slug')),
  'P/event-tags': ({ events: [event] }) => at('/events/', textAt(event, 'id'), '/tags'),
  'P/tags': () => get('/tags', { limit: '5' }),
  'P/tag': (bindings) => at('/tags/', textAt(firstIn(bindings, 'tags'), 'id')),
  'P/tag-by-slug': (bindings) => at('/tags/slug/', textAt(firstIn(bindings, 'tags'), 'slug')),
  'P/series-list': () => get('/series', { limit: '5' }),
  'P/series': (bindings) => at('/series/', textAt(firstIn(bindings, 'series'), 'id')),
  'P/search': ({ events: [event] }) => get('/public-search', { q: textAt(event, 'title')?.split(' ')[0] ?? 'a' }),
  'P/comments': ({ events: [event] }) =>
    get('/comments', { parent_entity_type: 'Event', parent_entity_id: textAt(event, 'id') ?? '1' }),
  'P/comment-replies': ({ comments: [comment] }) => at('/comments/', comment),
  'P/public-profile': ofUser('/public-profile', ({ profiles }) => profiles, 'address'),
  'P/deployed': ofUser('/deployed', ({ addresses }) => addresses, 'address'),
};
