/**
 * conformance/saving/supply: which exchanges a story needs so that it names nothing of the run it comes from: whatever its requests
 * name is captured from an answer that tells of it, where there is one.
 */
import type { Exchange } from '../../scenarios/recording/exchange.ts';
import { type Reference, referencesIn, tells } from '../../scenarios/recording/references.ts';
import type { NamedMarket } from '../../sim/named.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { isSuccess } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import * as nobody from '../checks/nobody.ts';
import { isReading } from '../session/session.ts';
import { leavesOfText } from './answers.ts';

/** Wallets and markets by the names that stories give them. */
export type Names = {
  readonly wallets: Readonly<Record<string, Wallet>>;
  readonly markets: Readonly<Record<string, NamedMarket>>;
};

const { STRANGER: _, ...NOBODYS } = nobody;
/** These names exist on no deployment, so a scenario may use them freely. */
export const UNKNOWN_NAMES: ReadonlySet<string> = new Set(Object.values(NOBODYS));
/** Fields of orders that their owner makes up. */
const OWN_MAKING = new Set(['salt', 'signature', 'metadata', 'builder', 'timestamp', 'makerAmount', 'takerAmount']);

/** A list that leads to a list that leads to a list: further nobody looks. */
const DEPTH_MAX = 4;

/** A story's exchanges by their places in the pool they come from. */
type Supplied = {
  readonly places: readonly number[];
  /** Everything that they name is told on the way, or has a name in every story. */
  readonly isOwn: boolean;
};

export type Supply = (chosen: Iterable<number>) => Supplied;

/** Adds to chosen exchanges of `pool` those before them that tell what they name. */
export function createSupply(pool: readonly Exchange[], { wallets, markets }: Names, tellersOf: Tellers): Supply {
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
      const tellers = tellersOf(reference).filter((teller) => teller < user);
      if (tellers.some((teller) => needed.has(teller))) return true;
      for (const teller of tellers) {
        const before = new Set(needed);
        needed.add(teller);
        if (supply(teller, depth + 1)) return true;
        needed = before;
      }
      return false;
    };
    const isOwn = [...needed].map((index) => supply(index, 0)).every(Boolean);
    return { places: [...needed].sort((a, b) => a - b), isOwn };
  };
}

/** The places of the responses that contain what is referred to. */
type Tellers = (reference: Reference) => readonly number[];

/** The response that created it comes first, then lists whose requests refer to nothing, then the nearest. */
export function createTellers(pool: readonly Exchange[]): Tellers {
  const found = new Map<string, readonly number[]>();
  const rank = (index: number): number => {
    const { request = NOTHING } = pool[index] ?? {};
    if (!isReading(request, matchRoute(request))) return 0;
    return referencesIn(request).length === 0 ? 1 : 2;
  };
  return (reference) => {
    const key = `${reference.key} ${reference.text}`;
    const tellers =
      found.get(key) ??
      pool
        .flatMap((exchange, index) => (isTelling(exchange, reference) ? [index] : []))
        .sort((a, b) => rank(a) - rank(b) || b - a);
    found.set(key, tellers);
    return tellers;
  };
}

const NOTHING = { method: 'GET', path: '', query: '', headers: {} };

function isTelling({ request, response }: Exchange, reference: Reference): boolean {
  if (!isSuccess(response)) return false;
  if (isHeaderCursor(response, reference)) return true;
  const leaves = leavesOfText(response, reference.text);
  if (leaves.length === 0) return false;
  const route = matchRoute(request);
  return leaves.some((leaf) => tells(leaf, route?.id, reference));
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
