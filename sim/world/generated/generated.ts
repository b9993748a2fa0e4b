/** sim/world/generated/generated: a whole world from a seed: catalog, wallets, history, comments. */
import type { VenueRules } from '../../core/rules.ts';
import { type Cast, type CastSize, createCast, everybody } from '../cast.ts';
import { createComments } from '../comments.ts';
import { CREATORS, createCreators, withCreators } from '../creators.ts';
import { createFloor, type Floor, termsOf } from '../floor.ts';
import { DAY_MS, HOUR_MS, START_MS } from '../moment.ts';
import {
  closeLots,
  collect,
  crowdInto,
  keepCrumbs,
  openLots,
  redeemAll,
  restOrders,
  type Spot,
  sweep,
} from '../portfolios.ts';
import { createRng, type Rng } from '../rng.ts';
import type { World } from '../world.ts';
import { restBook, stockWriters } from '../write-markets.ts';
import type { Desk } from './desk.ts';
import { endMarkets, isStillOpen, openDesks, ordersExpected, type Pace, settleBooks, tradeRounds } from './history.ts';
import { convertSome, disturbSome, groupRaces, refineSteps } from './incidents.ts';
import { createListing, type Listing } from './listing.ts';
import { planOf, type WorldSize } from './plan.ts';

type Size = {
  readonly cast: CastSize;
  readonly creators: number;
  /** Before and after some markets end. */
  readonly early: Pace;
  readonly late: Pace;
  /** In so many of the newest markets a few of the crowd trade at the very end. */
  readonly busy: number;
  /** Markets the collector, the flipper and the keeper of crumbs visit. */
  readonly collected: number;
  readonly lots: number;
  readonly crumbs: number;
  /** Wallets that crowd into one market. */
  readonly crowd: number;
  readonly liveOrders: number;
  readonly threads: number;
  /** Whether more happens than trading: see `incidents.ts`. */
  readonly isEventful: boolean;
};

const SIZES: Readonly<Record<WorldSize, Size>> = {
  small: {
    cast: { makers: 2, takers: 6, watchers: 44 },
    creators: CREATORS,
    early: { rounds: 1, takers: 3, isUneven: false },
    late: { rounds: 1, takers: 3, isUneven: false },
    busy: 0,
    collected: Number.POSITIVE_INFINITY,
    lots: 16,
    crumbs: 3,
    crowd: Number.POSITIVE_INFINITY,
    liveOrders: 6,
    threads: 4,
    isEventful: false,
  },
  medium: {
    cast: { makers: 8, takers: 48, watchers: 0 },
    creators: CREATORS,
    early: { rounds: 10, takers: 4, isUneven: false },
    late: { rounds: 10, takers: 4, isUneven: false },
    busy: 0,
    collected: Number.POSITIVE_INFINITY,
    lots: 60,
    crumbs: 6,
    crowd: Number.POSITIVE_INFINITY,
    liveOrders: 130,
    threads: 24,
    isEventful: false,
  },
  large: {
    cast: { makers: 24, takers: 5_000, watchers: 0 },
    creators: 240,
    early: { rounds: 2, takers: 5, isUneven: true },
    late: { rounds: 2, takers: 5, isUneven: true },
    busy: 16,
    collected: 600,
    lots: 44,
    crumbs: 12,
    crowd: 180,
    liveOrders: 350,
    threads: 400,
    isEventful: true,
  },
};

const HISTORY_MS = 20 * DAY_MS;
const MAKER_DOLLARS = 20_000_000;
const TRADER_DOLLARS = 1_000_000;
/** Who trades at the very end. */
const REGULARS = 50;
/** Progress is told once in so many orders. */
const PROGRESS_EACH = 2_048;

/**
 * The generated world of a size. Same seed and rules, same world, byte for byte. `onProgress` hears now and then how
 * much of its history has been lived through, from 0 to 1.
 */
export function generateWorld(
  seed: string,
  name: WorldSize,
  rules: VenueRules,
  onProgress: (share: number) => void = () => undefined,
): World {
  const size = SIZES[name];
  const rng = createRng(`${seed}/${name}`);
  const cast = createCast(rng.fork('cast'), size.cast, START_MS);
  const creators = createCreators(rng.fork('creators'), size.creators, START_MS, cast.accounts);
  const listing = createListing(rng.fork('listing'), planOf(name), creators, START_MS);
  const expected = ordersExpected(listing.plans, size.early, size.late);
  const floor = createFloor(START_MS - HISTORY_MS, rules, (orders) => {
    if (orders % PROGRESS_EACH === 0) onProgress(Math.min(1, orders / expected));
  });
  openVenue(floor, listing, cast);
  liveThrough(rng, floor, listing, cast, size);
  floor.waitUntil(START_MS);
  floor.venue.advanceTo(START_MS);
  const { events, markets, plans } = listing;
  const accounts = withCreators(cast.accounts, markets);
  const { venue } = floor;
  return {
    seed,
    name,
    startMs: START_MS,
    events,
    markets,
    creators,
    accounts,
    comments: createComments(rng.fork('comments'), { events, accounts, startMs: START_MS }, size.threads),
    venue,
    writeMarkets: markets
      .filter((_, index) => plans[index]?.fate === 'write')
      .map((market) => market.catalog.conditionId),
    warnings: [],
  };
}

function openVenue(floor: Floor, { markets, plans }: Listing, cast: Cast): void {
  for (const account of cast.accounts) {
    const isIdle = account.index >= cast.accounts.length - 2;
    floor.openWallet(cast.makers.includes(account.index) ? MAKER_DOLLARS : isIdle ? 0 : TRADER_DOLLARS);
  }
  plans.forEach((plan, index) => {
    const market = markets[index];
    if (market !== undefined) floor.listMarket(termsOf(market, plan));
    if (plan.fate === 'draft') floor.must({ kind: 'pause-market', market: index });
  });
}

function liveThrough(rng: Rng, floor: Floor, { events, plans }: Listing, cast: Cast, size: Size): void {
  const groups = size.isEventful ? groupRaces(floor, events) : [];
  const desks = openDesks(rng.fork('desks'), plans, cast);
  const spots = desks.filter(isStillOpen).map(spotOf);
  const ended = visited(desks.filter((desk) => !isStillOpen(desk)).map(spotOf), size.lots);
  const deep = spots.filter((spot) => spot.deep);
  const rounds = rng.fork('rounds');

  tradeRounds(rounds, floor, desks, cast, size.early, START_MS - HISTORY_MS / 2);
  openLots(floor, [...deep.slice(0, size.lots), ...ended], cast.flipper);
  collect(rng.fork('collector'), floor, visited(desks, size.collected).map(spotOf), cast.collector);
  convertSome(floor, groups, cast.makers);
  if (size.isEventful) refineSteps(floor, desks);
  endMarkets(rng.fork('endings'), floor, desks);
  tradeRounds(rounds, floor, desks.filter(isStillOpen), cast, size.late, START_MS - DAY_MS);
  if (size.isEventful) disturbSome(rng.fork('disturbed'), floor, desks.filter(isStillOpen), cast);

  settleBooks(rng.fork('books'), floor, desks);
  closeLots(floor, deep.slice(0, size.lots), cast.flipper);
  redeemAll(floor, ended, cast.flipper);
  // Lists begin with the newest market: whoever looks around meets its crowd first.
  keepCrumbs(floor, deep.slice(-size.crumbs), cast.crumbs);
  for (const spot of deep.slice(-1)) crowdInto(floor, spot, everybody(cast).slice(0, size.crowd));
  for (const spot of deep.slice(0, 1)) sweep(floor, spot, cast.collector);
  const regulars = { ...cast, takers: cast.takers.slice(0, REGULARS) };
  tradeRounds(rng.fork('busy'), floor, lastOf(desks.filter(isDeep), size.busy), regulars, size.late, floor.now);
  prepareWrites(floor, plans, cast);
  restOrders(floor, spots, cast.rester, cast.collector, size.liveOrders);
  floor.wait(HOUR_MS);
}

function isDeep(desk: Desk): boolean {
  return isStillOpen(desk) && spotOf(desk).deep;
}

function lastOf<Item>(items: readonly Item[], count: number): readonly Item[] {
  return items.slice(items.length - Math.min(count, items.length));
}

/** The newest half of so many, the other half evenly spread over the rest; all where there are no more. */
function visited<Item>(items: readonly Item[], count: number): readonly Item[] {
  const newest = Math.max(0, items.length - Math.floor(count / 2));
  const stride = Math.max(1, Math.ceil((2 * newest) / count));
  return items.filter((_, index) => items.length <= count || index >= newest || index % stride === 0);
}

/** The smallest orders of some wallets must fit between the levels of a book, so wide ticks do not count as deep. */
function spotOf({ market, plan }: Desk): Spot {
  return { market, tick: plan.tick, deep: plan.book === 'deep' && plan.tick <= 100 };
}

function prepareWrites(floor: Floor, plans: Listing['plans'], cast: Cast): void {
  const [bidder = cast.collector, offerer = cast.flipper] = cast.makers;
  plans.forEach((plan, market) => {
    if (plan.fate !== 'write') return;
    stockWriters(floor, [...cast.writers, cast.rester], market);
    restBook(floor, market, bidder, offerer);
  });
}
