/** scenarios/stages/found-values: `found.*`: values from the lists of the deployment. Missing ones are left out. */

import { flagAt, type JsonObject, listAt, objectsIn, textAt } from '../../base/json.ts';
import type { Query } from '../../wire/message.ts';
import { membersOf } from '../expression/members.ts';
import type { Scenario } from '../language/scenario.ts';
import { PLACES, type Place } from '../language/vocabulary.ts';
import { allExpressions } from '../running/mentions.ts';

/** Sends a GET; returns the JSON of a success, undefined for any other response. */
export type Read = (path: string, query?: Query) => Promise<unknown>;

const MARKETS = 100;
/** No route lists comment ids, so small numbers are tried. */
const COMMENT_IDS = 60;
/** The `found.*` that a scenario's expressions name: all if they choose among them. */
export function placesIn(scenario: Scenario): readonly Place[] {
  const { names, any } = membersOf(allExpressions(scenario, scenario.macros), 'found');
  return PLACES.filter((place) => any || names.has(place));
}

export async function findPlaces(read: Read, places: readonly Place[]): Promise<JsonObject> {
  if (places.length === 0) return {};
  const found: Record<string, unknown> = {};
  const markets = objectsIn(await read('/markets', { limit: String(MARKETS) }));
  const finders: Readonly<Record<Place, () => Promise<unknown>>> = {
    market: async () => markets.find((market) => flagAt(market, 'closed') === false) ?? markets[0],
    closedMarket: async () => objectsIn(await read('/markets', { limit: '1', closed: 'true' }))[0],
    event: () => findEvent(read, markets),
    comment: () => findComment(read),
    profile: () => findHolderWith(read, markets, hasProfile),
    creator: async () => objectsIn(await read('/events/creators', { limit: '1' }))[0],
    holder: () => findHolderWith(read, markets, hasRows('/positions')),
    closedHolder: () => findHolderWith(read, markets, hasRows('/closed-positions')),
    trader: () => findHolderWith(read, markets, hasRows('/activity')),
    trade: async () => objectsIn(await read('/builder/trades'))[0],
  };
  for (const place of places) {
    const thing = await finders[place]();
    if (thing !== undefined) found[place] = thing;
  }
  return found;
}

/** The values that a scenario names and the deployment does not have, one line each. */
export function missingPlaces(places: readonly Place[], has: (place: Place) => boolean): readonly string[] {
  return places.filter((place) => !has(place)).map((place) => `found.${place}: the lists of the deployment show none`);
}

async function findEvent(read: Read, markets: readonly JsonObject[]): Promise<unknown> {
  for (const market of markets.slice(0, 10)) {
    const slug = textAt(objectsIn(listAt(market, 'events'))[0], 'slug');
    const event = slug === undefined ? undefined : await read(`/events/slug/${encodeURIComponent(slug)}`);
    if (event !== undefined) return event;
  }
  return undefined;
}

async function findComment(read: Read): Promise<string | undefined> {
  for (let id = 1; id <= COMMENT_IDS; id += 1) {
    if (objectsIn(await read(`/comments/${id}`)).length > 0) return String(id);
  }
  return undefined;
}

type Test = (read: Read, address: string) => Promise<boolean>;

async function hasProfile(read: Read, address: string) {
  return (await read(`/profiles/user_address/${encodeURIComponent(address)}`)) !== undefined;
}

function hasRows(path: string): Test {
  return async (read, user) => objectsIn(await read(path, { user, limit: '1' })).length > 0;
}

async function findHolderWith(read: Read, markets: readonly JsonObject[], test: Test): Promise<string | undefined> {
  const tried = new Set<string>();
  for (const market of markets.slice(0, 20)) {
    const groups = objectsIn(await read('/holders', { market: textAt(market, 'conditionId') ?? '', limit: '20' }));
    for (const holder of groups.flatMap((group) => objectsIn(listAt(group, 'holders')))) {
      const address = textAt(holder, 'proxyWallet');
      if (address === undefined || tried.has(address)) continue;
      tried.add(address);
      if (await test(read, address)) return address;
    }
  }
  return undefined;
}
