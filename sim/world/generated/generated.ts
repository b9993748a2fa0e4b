/** sim/world/generated/generated: a whole world from a seed: catalog, wallets, history, comments. */
import { createRng, type Rng } from '../../../base/rng.ts';
import type { VenueRules } from '../../../spec/venue/rules.ts';
import { CREATORS, createCreators, withCreators } from '../creators.ts';
import { createFloor, type Floor, openWallets, termsOf } from '../floor.ts';
import { createComments, createPopulation, crowdOf, type Population, type PopulationSize } from '../population.ts';
import {
  closeLots,
  collect,
  crowdInto,
  keepCrumbs,
  openLots,
  redeemAll,
  restBook,
  restOrders,
  type Spot,
  stockWriters,
  takeBestOffer,
} from '../portfolios.ts';
import { DAY_MS, HOUR_MS, START_MS, type World } from '../world.ts';
import { createCatalog, type GeneratedCatalog } from './catalog.ts';
import { planOf, type WorldSize } from './plan.ts';
import type { Quoter } from './quoter.ts';
import {
  convertSome,
  disturbSome,
  endMarkets,
  groupRaces,
  isStillOpen,
  openQuoters,
  ordersExpected,
  type Pace,
  refineSteps,
  settleBooks,
  tradeRounds,
} from './seeded-activity.ts';

type Size = Readonly<{
  cast: PopulationSize;
  creators: number;
  /** Before some markets end, and again afterwards. */
  pace: Pace;
  /** The number of newest markets in which a few of the crowd trade at the very end. */
  busy: number;
  /** Markets of the collector, the flipper and the keeper of crumbs. */
  collected: number;
  lots: number;
  crumbs: number;
  crowd: number;
  liveOrders: number;
  threads: number;
  isEventful: boolean;
}>;

const QUIET = {
  creators: CREATORS,
  busy: 0,
  collected: Infinity,
  crowd: Infinity,
  isEventful: false,
};

const SIZES: Readonly<Record<WorldSize, Size>> = {
  small: {
    ...QUIET,
    cast: { makers: 2, takers: 6, watchers: 44 },
    pace: { rounds: 1, takers: 3, isUneven: false },
    lots: 16,
    crumbs: 3,
    liveOrders: 6,
    threads: 4,
  },
  medium: {
    ...QUIET,
    cast: { makers: 8, takers: 48, watchers: 0 },
    pace: { rounds: 10, takers: 4, isUneven: false },
    lots: 60,
    crumbs: 6,
    liveOrders: 130,
    threads: 24,
  },
  large: {
    cast: { makers: 24, takers: 5_000, watchers: 0 },
    creators: 240,
    pace: { rounds: 2, takers: 5, isUneven: true },
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

const PAST_MS = 20 * DAY_MS;
const MAKER_DOLLARS = 20_000_000;
/** Traders at the very end. */
const REGULARS = 50;
const PROGRESS_EACH = 2_048;

/** The world of a size, byte for byte the same for seed and rules. `onProgress` gets a part from 0 to 1. */
export function generateWorld(
  seed: string,
  name: WorldSize,
  rules: VenueRules,
  onProgress: (share: number) => void = () => undefined,
): World {
  const size = SIZES[name];
  const rng = createRng(`${seed}/${name}`);
  const population = createPopulation(rng.fork('cast'), size.cast, START_MS);
  const creators = createCreators(rng.fork('creators'), size.creators, START_MS, population.accounts);
  const catalog = createCatalog(rng.fork('listing'), planOf(name), creators, START_MS);
  const expected = ordersExpected(catalog.plans, size.pace);
  const floor = createFloor(START_MS - PAST_MS, rules, (orders) => {
    if (orders % PROGRESS_EACH === 0) onProgress(Math.min(1, orders / expected));
  });
  openVenue(floor, catalog, population);
  liveThrough(rng, floor, catalog, population, size);
  floor.waitUntil(START_MS);
  floor.venue.advanceTo(START_MS);
  const { events, markets, plans } = catalog;
  const accounts = withCreators(population.accounts, markets);
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

function openVenue(floor: Floor, { markets, plans }: GeneratedCatalog, population: Population) {
  openWallets(floor, population, MAKER_DOLLARS);
  plans.forEach((plan, index) => {
    const market = markets[index];
    const { tick, feeRate: rate, feeExponent: exponent, feeTakerOnly: takerOnly } = plan;
    if (market !== undefined) floor.listMarket(termsOf(market, tick, { rate, exponent, takerOnly }));
    if (plan.fate === 'draft') floor.must({ kind: 'pause-market', market: index });
  });
}

function liveThrough(rng: Rng, floor: Floor, { events, plans }: GeneratedCatalog, population: Population, size: Size) {
  const groups = size.isEventful ? groupRaces(floor, events) : [];
  const quoters = openQuoters(rng.fork('desks'), plans, population);
  const spots = quoters.filter(isStillOpen).map(spotOf);
  const ended = visited(quoters.filter((quoter) => !isStillOpen(quoter)).map(spotOf), size.lots);
  const deep = spots.filter((spot) => spot.deep);
  const rounds = rng.fork('rounds');

  tradeRounds(rounds, floor, quoters, population, size.pace, START_MS - PAST_MS / 2);
  openLots(floor, [...deep.slice(0, size.lots), ...ended], population.flipper);
  collect(rng.fork('collector'), floor, visited(quoters, size.collected).map(spotOf), population.collector);
  convertSome(floor, groups, population.makers);
  if (size.isEventful) refineSteps(floor, quoters);
  endMarkets(rng.fork('endings'), floor, quoters);
  tradeRounds(rounds, floor, quoters.filter(isStillOpen), population, size.pace, START_MS - DAY_MS);
  if (size.isEventful) disturbSome(rng.fork('disturbed'), floor, quoters.filter(isStillOpen), population);

  settleBooks(rng.fork('books'), floor, quoters);
  closeLots(floor, deep.slice(0, size.lots), population.flipper);
  redeemAll(floor, ended, population.flipper);
  // Lists begin with the newest market, so readers see its crowd first.
  keepCrumbs(floor, deep.slice(-size.crumbs), population.crumbs);
  for (const spot of deep.slice(-1)) crowdInto(floor, spot, crowdOf(population).slice(0, size.crowd));
  for (const spot of deep.slice(0, 1)) takeBestOffer(floor, spot, population.collector);
  const regulars = { ...population, takers: population.takers.slice(0, REGULARS) };
  tradeRounds(rng.fork('busy'), floor, lastOf(quoters.filter(isDeep), size.busy), regulars, size.pace, floor.now);
  prepareWrites(floor, plans, population);
  restOrders(floor, spots, population.rester, population.collector, size.liveOrders);
  floor.wait(HOUR_MS);
}

function isDeep(quoter: Quoter) {
  return isStillOpen(quoter) && spotOf(quoter).deep;
}

function lastOf<Item>(items: readonly Item[], count: number): readonly Item[] {
  return items.slice(items.length - Math.min(count, items.length));
}

/** At most `count` markets: the newest half of them, and another half spread evenly over the rest. */
function visited<Item>(items: readonly Item[], count: number): readonly Item[] {
  const newest = Math.max(0, items.length - Math.floor(count / 2));
  const stride = Math.max(1, Math.ceil((2 * newest) / count));
  return items.filter((_, index) => items.length <= count || index >= newest || index % stride === 0);
}

/** The smallest orders of some wallets must fit between the levels of a book, so wide ticks do not count as deep. */
function spotOf({ market, plan }: Quoter): Spot {
  return { market, tick: plan.tick, deep: plan.book === 'deep' && plan.tick <= 100 };
}

function prepareWrites(floor: Floor, plans: GeneratedCatalog['plans'], population: Population) {
  const [bidder = population.collector, offerer = population.flipper] = population.makers;
  plans.forEach((plan, market) => {
    if (plan.fate !== 'write') return;
    stockWriters(floor, [...population.writers, population.rester], market);
    restBook(floor, market, bidder, offerer);
  });
}
