/**
 * conformance/checks/routes/existence-requests: with what a route is asked whether it is there. What the usual role binds may be
 * found by that very route, so that a route nobody serves binds none: then it is asked with what other lists name, or, where none
 * names anything, with a name that was made up.
 */
import { flagAt, type JsonObject, listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { parseJsonStringArray } from '../../../spec/resources/resource.ts';
import type { Route } from '../../../spec/route.ts';
import { get, type Request, withJson } from '../../../wire/message.ts';
import type { Bindings } from '../../bindings.ts';
import { NO_ADDRESS, NO_CONDITION, NO_NUMBER, NO_SLUG, NO_TOKEN } from '../nobody.ts';
import { pathOf } from '../requests.ts';

/** Names that are tried: where one thing is missing, another may be there. */
export const TRIED = 3;

/** Requests for one route; `isListed` where what they ask about is there, by the service's own lists. */
export type Probes = { readonly requests: readonly [Request, ...Request[]]; readonly isListed: boolean };

/** Acceptable unsigned requests for a route without authentication, `TRIED` at most. */
export function probesOf(route: Route, bindings: Bindings): Probes {
  const subject = subjectOf(route, bindings);
  if (subject === undefined) return { requests: [get(route.path)], isListed: true };
  const found = [...new Set(subject.listed.filter((name) => name !== undefined && name !== ''))] as string[];
  const [first = subject.madeUp, ...others] = found.slice(0, TRIED);
  const ask = (name: string): Request => requestFor(route, name);
  return { requests: [ask(first), ...others.map(ask)], isListed: found.length > 0 };
}

function requestFor(route: Route, name: string): Request {
  if (route.body === 'tokens') return withJson('POST', route.path, [{ token_id: name }]);
  if (route.pathParam !== undefined) return get(pathOf(route, name));
  return get(route.path, { [route.id === 'holders' ? 'market' : 'user']: name });
}

type Subject = { readonly listed: readonly (string | undefined)[]; readonly madeUp: string };

/** What a route is asked about, the bound ones first; undefined where it needs no name. */
function subjectOf({ id }: Route, bindings: Bindings): Subject | undefined {
  const { addresses, markets } = bindings;
  switch (id) {
    case 'positions':
      return { listed: [...bindings.wallets, ...addresses], madeUp: NO_ADDRESS };
    case 'closed-positions':
      return { listed: [...bindings.closedWallets, ...addresses], madeUp: NO_ADDRESS };
    case 'activity':
      return { listed: [...bindings.activeWallets, ...addresses], madeUp: NO_ADDRESS };
    // A wallet that trades may have no profile: its address is no name of one.
    case 'profile':
      return { listed: bindings.profiles, madeUp: addresses[0] ?? NO_ADDRESS };
    case 'comment-replies':
      return { listed: bindings.comments, madeUp: '1' };
    case 'holders':
      return { listed: [...bindings.heldMarkets, ...conditionsIn(markets)], madeUp: NO_CONDITION };
    case 'trading-market':
    case 'trading-settings':
      return {
        listed: [...bindings.conditions.map((row) => textAt(row, 'condition_id')), ...conditionsIn(markets)],
        madeUp: NO_CONDITION,
      };
    case 'books':
    case 'prices':
      return {
        listed: [...bindings.books.map((book) => textAt(book, 'asset_id')), ...tokensIn(markets)],
        madeUp: NO_TOKEN,
      };
    case 'market-by-slug':
      return { listed: markets.map((market) => textAt(market, 'slug')), madeUp: NO_SLUG };
    case 'event':
      return { listed: eventsOf(bindings).map((event) => textAt(event, 'id')), madeUp: NO_NUMBER };
    case 'event-by-slug':
      return { listed: eventsOf(bindings).map((event) => textAt(event, 'slug')), madeUp: NO_SLUG };
    default:
      return undefined;
  }
}

/** Markets that trade now: of those that ended a service may keep no more than the list shows. */
function trading(markets: readonly JsonObject[]): readonly JsonObject[] {
  return markets.filter((market) => flagAt(market, 'active') === true && flagAt(market, 'closed') === false);
}

function conditionsIn(markets: readonly JsonObject[]): readonly (string | undefined)[] {
  return trading(markets).map((market) => textAt(market, 'conditionId'));
}

function tokensIn(markets: readonly JsonObject[]): readonly string[] {
  return trading(markets).flatMap((market) => parseJsonStringArray(textAt(market, 'clobTokenIds') ?? '') ?? []);
}

function eventsOf({ events, markets }: Bindings): readonly JsonObject[] {
  return [...events, ...markets.flatMap((market) => objectsIn(listAt(market, 'events')))];
}
