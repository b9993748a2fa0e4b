/** sim/world/recorded/recorded: a world around a recorded catalog and its books; the rest is invented. */

import { basename } from 'node:path';
import { createRng, type Rng } from '../../../base/rng.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { VenueRules } from '../../../spec/venue/rules.ts';
import { CREATORS, createCreators, withCreators } from '../creators.ts';
import { createFloor, type Floor, openWallets, shares, termsOf } from '../floor.ts';
import { createComments, createPopulation, crowdOf, type Population } from '../population.ts';
import {
  closeLots,
  collect,
  crowdInto,
  keepCrumbs,
  openLots,
  redeemAll,
  restOrders,
  type Spot,
  stockWriters,
} from '../portfolios.ts';
import { DAY_MS, HOUR_MS, SECOND_MS, START_MS, type World } from '../world.ts';
import { WorldError } from '../world-error.ts';
import { type Recorded, readCatalog } from './catalog.ts';
import { findMarkets, readDocuments } from './source.ts';

const LEVELS = 3;
const SHARES_MAX = 50_000;
/** Fewest shares of a level; more in markets set aside for writes. */
const USUAL_SHARES = 100;
const WRITE_SHARES = 2_000;
const TRADE_SIZES = [5, 10, 10, 20, 25, 50];

/** The market makers: one bids, the other offers. */
type Makers = { readonly bidder: number; readonly offerer: number };

/** One trade at the recorded last price: the taker buys one outcome or the other. */
function placeOpeningTrade(rng: Rng, floor: Floor, recorded: Recorded, makers: Makers, taker: number) {
  const { last } = recorded.quotes;
  if (last === undefined) return;
  const { index: market, minimumOrderSize } = recorded.market;
  const size = shares(Math.max(minimumOrderSize, rng.pick(TRADE_SIZES)));
  const buysFirst = rng.chance(0.5);
  const taken = { wallet: buysFirst ? makers.offerer : makers.bidder, outcome: buysFirst ? 1 : 0 } as const;
  const price = buysFirst ? last : PRICE_ONE - last;
  floor.order({ ...taken, market, side: 'BUY', price: PRICE_ONE - price, shares: size });
  floor.order({ wallet: taker, market, outcome: buysFirst ? 0 : 1, side: 'BUY', price, shares: size });
}

/** Up to three levels on each side, a tick apart; both makers pay in dollars. */
function placeOpeningBook(floor: Floor, { quotes, market, liquidity }: Recorded, makers: Makers, sharesMin: number) {
  const { tick, bid, ask } = quotes;
  const levelDollars = Math.max(0, liquidity) / (2 * LEVELS);
  const sizeAt = (price: number) => {
    const wanted = (levelDollars * PRICE_ONE) / price;
    const atLeast = Math.max(sharesMin, 2 * market.minimumOrderSize);
    return Math.floor(Math.min(SHARES_MAX, Math.max(atLeast, wanted)) * 100) * (MICRO / 100);
  };
  const bids = (wallet: number, outcome: 0 | 1, price: number) => {
    if (price >= tick)
      floor.order({ wallet, market: market.index, outcome, side: 'BUY', price, shares: sizeAt(price) });
  };
  for (let level = 0; level < LEVELS; level += 1) {
    if (bid !== undefined) bids(makers.bidder, 0, bid - level * tick);
    if (ask !== undefined) bids(makers.offerer, 1, PRICE_ONE - ask - level * tick);
  }
}

const CAST = { makers: 2, takers: 60, watchers: 0 };
const PAST_MS = 20 * DAY_MS;
const MAKER_DOLLARS = 3_000_000_000;
const WRITE_MARKETS = 8;
/** Orders that rest between the quotes of a market set aside need this much room. */
const ROOM_TICKS = 4;
/** Most markets of each special portfolio. */
const VISITS = { collector: 320, flipper: 60, crumbs: 6, rester: 130 };
const THREADS = 24;

/** The world of a file. Throws `WorldError` if it is invalid. `skipsInvalid` omits markets invalid by themselves. */
export function loadWorld(seed: string, path: string, rules: VenueRules, skipsInvalid: boolean): World {
  const { markets: found, recordedMs, warnings: ofPages } = findMarkets(readDocuments(path));
  if (found.length === 0) throw new WorldError(`${path}: holds no market`);
  const startMs = recordedMs === undefined ? START_MS : Math.floor(recordedMs / SECOND_MS) * SECOND_MS;
  const rng = createRng(`${seed}/recorded`);
  const population = createPopulation(rng.fork('cast'), CAST, startMs);
  const creators = createCreators(rng.fork('creators'), CREATORS, startMs, population.accounts);
  // The name of the stream is part of the seed: another spelling would make other worlds.
  const { events, recorded, warnings } = readCatalog(found, creators, rng.fork('catalogue'), startMs, skipsInvalid);
  if (recorded.length === 0) throw new WorldError(`${path}: holds no valid market: ${warnings[0]}`);
  const floor = createFloor(startMs - PAST_MS, rules);
  const setAside = chooseWriteMarkets(recorded);
  openVenue(floor, recorded, population);
  liveThrough(rng, floor, recorded, setAside, population);
  floor.waitUntil(startMs);
  floor.venue.advanceTo(startMs);
  const markets = recorded.map(({ market }) => market);
  const accounts = withCreators(population.accounts, markets);
  const { venue } = floor;
  return {
    seed,
    name: basename(path),
    startMs,
    events,
    markets,
    creators,
    accounts,
    comments: createComments(rng.fork('comments'), { events, accounts, startMs }, THREADS),
    venue,
    writeMarkets: [...setAside].map(({ market }) => market.catalog.conditionId),
    warnings: [...warnings, ...ofPages],
  };
}

/** Open markets with room between the quotes, the closest to half a dollar first; at most half of the quoted. */
function chooseWriteMarkets(recorded: readonly Recorded[]): ReadonlySet<Recorded> {
  const rank = ({ quotes: { bid = 0, ask = 0, tick } }: Recorded) =>
    Math.abs(bid + ask - PRICE_ONE) + (ask - bid < ROOM_TICKS * tick ? PRICE_ONE : 0);
  const quoted = recorded
    .filter((item) => staysOpen(item) && spotOf(item).deep && item.market.secondsDelay === 0)
    .sort((a, b) => rank(a) - rank(b) || a.market.index - b.market.index);
  return new Set(quoted.slice(0, Math.min(WRITE_MARKETS, Math.ceil(quoted.length / 2))));
}

function staysOpen({ market, isClosed, isAccepting }: Recorded) {
  return market.active && !market.archived && market.enableOrderBook && isAccepting && !isClosed;
}

function openVenue(floor: Floor, recorded: readonly Recorded[], population: Population) {
  openWallets(floor, population, MAKER_DOLLARS);
  for (const { market, quotes } of recorded) {
    floor.listMarket(termsOf(market, quotes.tick, { rate: 0, exponent: 1, takerOnly: true }));
  }
}

function liveThrough(
  rng: Rng,
  floor: Floor,
  recorded: readonly Recorded[],
  setAside: ReadonlySet<Recorded>,
  population: Population,
) {
  const [bidder = population.collector, offerer = population.flipper] = population.makers;
  const makers: Makers = { bidder, offerer };
  const pauseMs = Math.floor((PAST_MS / 2 / recorded.length) * 0.9);
  const trades = rng.fork('trades');
  for (const item of recorded) {
    floor.wait(trades.pick([0, pauseMs, 2 * pauseMs]));
    if (!setAside.has(item)) placeOpeningTrade(trades, floor, item, makers, trades.pick(population.takers));
  }
  for (const item of recorded) placeOpeningBook(floor, item, makers, setAside.has(item) ? WRITE_SHARES : USUAL_SHARES);
  visit(rng.fork('visits'), floor, recorded, setAside, population);
  for (const { market } of setAside) stockWriters(floor, [...population.writers, population.rester], market.index);
  floor.wait(HOUR_MS);
}

/** Builds the special portfolios; markets that are not open end on the way. */
function visit(
  rng: Rng,
  floor: Floor,
  recorded: readonly Recorded[],
  setAside: ReadonlySet<Recorded>,
  population: Population,
) {
  const free = recorded.filter((item) => !setAside.has(item));
  const ended = free.filter((item) => !staysOpen(item)).map(spotOf);
  const open = rng.sample(free.filter(staysOpen), VISITS.collector).map(spotOf);
  const newest = newestSpot(free);
  const deep = [...open.filter((spot) => spot.deep && spot.market !== newest?.market), ...(newest ? [newest] : [])];
  const lots = deep.slice(0, VISITS.flipper);
  openLots(floor, [...lots, ...ended.slice(0, VISITS.flipper)], population.flipper);
  collect(rng, floor, [...open, ...ended.slice(0, VISITS.flipper)], population.collector);
  floor.wait(DAY_MS);
  for (const item of free) end(floor, item);
  closeLots(floor, lots, population.flipper);
  redeemAll(floor, ended, population.flipper);
  keepCrumbs(floor, deep.slice(-VISITS.crumbs), population.crumbs);
  if (newest !== undefined) crowdInto(floor, newest, crowdOf(population));
  restOrders(floor, deep, population.rester, population.collector, VISITS.rester);
}

/** The quoted market with the largest id: lists begin with it, so readers see its holders first. */
function newestSpot(recorded: readonly Recorded[]): Spot | undefined {
  const idOf = (item: Recorded) => Number(item.market.catalog.id);
  const quoted = recorded.filter((item) => staysOpen(item) && spotOf(item).deep);
  const [newest] = [...quoted].sort((a, b) => idOf(b) - idOf(a));
  return newest && spotOf(newest);
}

function spotOf({ market, quotes }: Recorded): Spot {
  const { bid, ask, tick } = quotes;
  return { market: market.index, tick, deep: bid !== undefined && ask !== undefined };
}

function end(floor: Floor, item: Recorded) {
  if (staysOpen(item)) return;
  const { market, quotes, isClosed } = item;
  floor.must({ kind: isClosed || market.archived ? 'close-market' : 'pause-market', market: market.index });
  if (quotes.settled === undefined) return;
  const first = quotes.settled * (MICRO / PRICE_ONE);
  floor.must({ kind: 'resolve-market', market: market.index, payout: [first, MICRO - first] });
}
