/** sim/views/views: all views of the event log. New views over the whole log equal those that followed it. */
import type { Profile } from '../../spec/profile.ts';
import type { Event } from '../../spec/venue/event.ts';
import { createIds, type Ids } from '../ids.ts';
import type { World } from '../world/world.ts';
import { type ActivityFeeds, createActivityFeeds } from './activity.ts';
import { type Books, createBooks } from './books.ts';
import { createFollower, eventReader, type ReadEvent } from './follower.ts';
import { createHoldings, type Holdings } from './holdings.ts';
import { movementsOf } from './movement.ts';
import { createOpenOrders, type OpenOrders } from './open-orders.ts';
import { createPeople, type People } from './people.ts';
import { createPositionRows, type PositionRows } from './position-row.ts';
import { createPriceHistory, type PriceHistory } from './price-history.ts';
import { signedOrderIds } from './signed-order-ids.ts';
import { createTokenCards, type TokenCards } from './token-card.ts';
import { createTrades, type Trades } from './trades.ts';

export type Views = Readonly<{
  /** Reads the events since the last call. Call it before reading a fold. */
  catchUp(): void;
  /** Begins every fold now; otherwise each reads the log on its first use. */
  readLog(): void;
  /** The number of events read. While it does not change, no view does. */
  seen: number;
  ids: Ids;
  tokens: TokenCards;
  people: People;
  books: Books;
  positions: PositionRows;
  heartbeats: HeartbeatChain;
  /** The heartbeat ids given to each API key so far. */
  rotations: Map<number, number>;
  holdings: Holdings;
  activity: ActivityFeeds;
  openOrders: OpenOrders;
  trades: Trades;
  priceHistory: PriceHistory;
}>;

/** The values of a profile that show in the views. */
type ViewRules = Pick<Profile, 'assets' | 'buyPrice' | 'clob'>;

const INTERFACE_RULES: ViewRules = { assets: 'condition-and-index', buyPrice: 'best-ask' };

/** Views over the whole log of a world, history included. `rotations`: heartbeat ids given to each API key so far. */
export function createViews(
  world: World,
  { assets, buyPrice, clob }: ViewRules = INTERFACE_RULES,
  rotations = new Map<number, number>(),
): Views {
  const { venue } = world;
  const read = eventReader(venue);
  const feeds = createFeeds(read);
  const openOrders = createOpenOrders();
  const trades = createTrades(read);
  const follower = createFollower(venue, read);
  const plain = createIds(world.seed);
  const ids = clob === undefined ? plain : { ...plain, order: signedOrderIds(follower, plain.order) };
  const feed = follower.fold(feeds, feeds.apply);
  const order = follower.fold(openOrders, openOrders.apply);
  const trade = follower.fold(trades, trades.apply);
  const prices = createPriceHistory();
  const priceHistory = follower.fold(prices, prices.apply);
  const tokens = createTokenCards(world, assets);
  const people = createPeople(world);
  // Heartbeat ids depend on this number, so that it stays the same when accounts join.
  const keys = world.accounts.length - (world.joined ?? 0);
  return {
    catchUp: follower.catchUp,
    readLog: follower.readLog,
    get seen() {
      return follower.seen;
    },
    ids,
    tokens,
    people,
    books: createBooks(venue, buyPrice),
    positions: createPositionRows(world, tokens, people),
    heartbeats: createHeartbeatChain(ids, keys, rotations),
    rotations,
    get holdings() {
      return feed().holdings;
    },
    get activity() {
      return feed().activity;
    },
    get openOrders() {
      return order();
    },
    get trades() {
      return trade();
    },
    get priceHistory() {
      return priceHistory();
    },
  };
}

function createFeeds(read: ReadEvent) {
  const holdings = createHoldings();
  const activity = createActivityFeeds(read);
  const apply = (event: Event, position: number) => {
    for (const movement of movementsOf(event, position)) {
      holdings.apply(movement);
      // The interface lists no such type of activity.
      if (movement.type !== 'TRANSFER') activity.apply(movement, position);
    }
  };
  return { holdings, activity, apply };
}

type HeartbeatChain = ReturnType<typeof createHeartbeatChain>;

/** Chains for keys below `keyCount`, from the seed, the key and the count in `rotations`, which is updated. */
function createHeartbeatChain(ids: Ids, keyCount: number, rotations: Map<number, number>) {
  const idAt = (key: number, rotation: number) => ids.heartbeat.encode(rotation * keyCount + key);
  return {
    /** The id the key must send next, `''` before its first heartbeat. */
    expected(key: number) {
      const count = rotations.get(key);
      return count === undefined ? '' : idAt(key, count);
    },
    /** Moves the key on to its next id and returns it. */
    rotate(key: number) {
      const next = (rotations.get(key) ?? 0) + 1;
      rotations.set(key, next);
      return idAt(key, next);
    },
  };
}
