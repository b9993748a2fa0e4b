/**
 * conformance/saving/supply: the exchanges that a story needs to be independent of its run: every id in its requests is captured from
 * an earlier response that contains it, if there is one.
 */
import type { Exchange } from '../../scenarios/recording/exchange.ts';
import { isSource, type Reference, referencesIn } from '../../scenarios/recording/references.ts';
import type { NamedMarket } from '../../sim/named.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { isSuccess } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import * as unknown from '../checks/unknown-names.ts';
import { isReading } from '../session/session.ts';
import { leavesOfText } from './response-leaves.ts';

/** Wallets and markets by their names in scenarios. */
export type Names = {
  readonly wallets: Readonly<Record<string, Wallet>>;
  readonly markets: Readonly<Record<string, NamedMarket>>;
};

const { STRANGER: _, ...UNKNOWN } = unknown;
/** These names exist on no deployment, so a scenario may use them freely. */
export const UNKNOWN_NAMES: ReadonlySet<string> = new Set(Object.values(UNKNOWN));
/** Fields of orders whose values the client chooses. */
const OWN_MAKING = new Set(['salt', 'signature', 'metadata', 'builder', 'timestamp', 'makerAmount', 'takerAmount']);

/** How many responses may lead to each other before the search ends. */
const DEPTH_MAX = 4;

/** Exchanges by their places in the pool. */
type Supplied = {
  readonly places: readonly number[];
  /** Every id in their requests is in an earlier response, or has a name in every scenario. */
  readonly isOwn: boolean;
};

export type Supply = (chosen: Iterable<number>) => Supplied;

/** Adds to chosen exchanges of `pool` earlier ones whose responses contain the ids of their requests. */
export function createSupply(pool: readonly Exchange[], { wallets, markets }: Names, sourcesOf: Sources): Supply {
  const named = new Set([...textsOfWallets(wallets), ...textsOfMarkets(markets), ...UNKNOWN_NAMES]);
  return (chosen) => {
    let needed = new Set(chosen);
    const supply = (index: number, depth: number): boolean => {
      const exchange = pool[index];
      if (exchange === undefined || depth > DEPTH_MAX) return false;
      const wanted = referencesIn(exchange.request).filter(({ text, key }) => !named.has(text) && !OWN_MAKING.has(key));
      return wanted.map((reference) => supplied(reference, index, depth)).every(Boolean);
    };
    const supplied = (reference: Reference, user: number, depth: number): boolean => {
      const sources = sourcesOf(reference).filter((source) => source < user);
      if (sources.some((source) => needed.has(source))) return true;
      for (const source of sources) {
        const before = new Set(needed);
        needed.add(source);
        if (supply(source, depth + 1)) return true;
        needed = before;
      }
      return false;
    };
    const isOwn = [...needed].map((index) => supply(index, 0)).every(Boolean);
    return { places: [...needed].sort((a, b) => a - b), isOwn };
  };
}

/** The places of the responses that contain a reference. */
type Sources = (reference: Reference) => readonly number[];

/** The response that created it comes first, then lists whose requests have no references, then the nearest. */
export function createSources(pool: readonly Exchange[]): Sources {
  const found = new Map<string, readonly number[]>();
  const rank = (index: number): number => {
    const { request = NOTHING } = pool[index] ?? {};
    if (!isReading(request, matchRoute(request))) return 0;
    return referencesIn(request).length === 0 ? 1 : 2;
  };
  return (reference) => {
    const key = `${reference.key} ${reference.text}`;
    const sources =
      found.get(key) ??
      pool
        .flatMap((exchange, index) => (containsSource(exchange, reference) ? [index] : []))
        .sort((a, b) => rank(a) - rank(b) || b - a);
    found.set(key, sources);
    return sources;
  };
}

const NOTHING = { method: 'GET', path: '', query: '', headers: {} };

function containsSource({ request, response }: Exchange, reference: Reference): boolean {
  if (!isSuccess(response)) return false;
  if (isHeaderCursor(response, reference)) return true;
  const leaves = leavesOfText(response, reference.text);
  if (leaves.length === 0) return false;
  const route = matchRoute(request);
  return leaves.some((leaf) => isSource(leaf, route?.id, reference));
}

function isHeaderCursor({ headers }: Exchange['response'], { key, text }: Reference): boolean {
  return /cursor$/i.test(key) && headers['x-next-cursor'] === text;
}

function textsOfWallets(wallets: Names['wallets']): readonly string[] {
  return Object.values(wallets).flatMap(({ address, apiKey }) => [address, address.toLowerCase(), apiKey]);
}

function textsOfMarkets(markets: Names['markets']): readonly string[] {
  return Object.values(markets).flatMap(({ conditionId, yes, no, slug, eventId, eventSlug }) => [
    conditionId,
    yes,
    no,
    slug,
    eventId,
    eventSlug,
  ]);
}
