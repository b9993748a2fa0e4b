/** sim/views/activity.test: pages are slices of the whole feed, also between movements of one event. */
import { describe, expect, it } from 'vitest';
import type { Event, MakerLeg } from '../../spec/venue/event.ts';
import { createActivityFeeds } from './activity.ts';
import { type Movement, movementsOf } from './movement.ts';

const leg = (order: number, wallet: number, price: number): MakerLeg => ({
  order,
  wallet,
  key: wallet,
  outcome: 0,
  side: 'SELL',
  price,
  size: 10,
  cash: 5,
  fee: 0,
  takerPrice: price,
  takerCash: 5,
  takerFee: 0,
});

/** Wallet 1 takes, and wallet 2 makes, at three prices; before and after both outcomes come and go in pairs. */
const LOG: readonly Event[] = [
  { kind: 'split', at: 1, wallet: 2, market: 0, size: 100 },
  { kind: 'split', at: 2, wallet: 1, market: 0, size: 7 },
  {
    kind: 'trade',
    at: 3,
    trade: 0,
    market: 0,
    takerOrder: 9,
    takerWallet: 1,
    takerKey: 1,
    outcome: 0,
    side: 'BUY',
    size: 30,
    cash: 15,
    fee: 0,
    makers: [leg(1, 2, 5_000), leg(2, 2, 5_100), leg(3, 2, 5_200)],
  },
  { kind: 'merged', at: 4, wallet: 1, market: 0, size: 7 },
];

describe.each([1, 2, 3])('the feed of wallet %d', (wallet) => {
  const feeds = createActivityFeeds((position) => LOG[position] as Event);
  const all: Movement[] = [];
  for (const [position, event] of LOG.entries()) {
    for (const movement of movementsOf(event, position)) {
      feeds.apply(movement, position);
      if (movement.wallet === wallet) all.unshift(movement);
    }
  }

  it('has every movement once, newest first', () => {
    expect(feeds.page(wallet, 0, 100)).toEqual(all);
  });

  it('is cut into pages anywhere', () => {
    for (let offset = 0; offset <= all.length + 1; offset += 1) {
      for (let limit = 0; limit <= all.length + 1; limit += 1) {
        expect(feeds.page(wallet, offset, limit)).toEqual(all.slice(offset, offset + limit));
      }
    }
  });
});
