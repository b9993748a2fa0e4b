/** proof/venue/mutants/stories/crowds: more wallets, keys, orders, makers and trades than the first tables hold. */
import { MICRO } from '../../../../base/units.ts';
import { SECOND_MS } from '../../../../sim/world/world.ts';
import { SIZE_LIMIT } from '../../../../spec/venue/rules.ts';
import { cancel, fail, heartbeat, merge, place, retry, START, type Story, split, times, venue, wait } from './story.ts';

const MANY = 150;

/** Small keys, keys at which a table grows, and keys beyond any table. */
const KEYS = [0, 1, 63, 64, 65, 127, 128, 1_000, 2 ** 16 - 1, 2 ** 16, 2 ** 16 + 1, 2 ** 31, Number.MAX_SAFE_INTEGER];

export const CROWD_STORIES: Readonly<Record<string, Story>> = {
  /** Each key loses its heartbeat with several open orders, after one of them was cancelled. */
  keys: {
    rules: { heartbeatMs: SECOND_MS },
    steps: [
      ...venue([{}], [1_000 * MICRO]),
      ...KEYS.flatMap((key) => times(3, (index) => place({ key, price: 100 * (index + 1) }))),
      ...KEYS.map((_, index) => cancel(0, index * 3 + (index % 3))),
      ...KEYS.map((key) => [10, heartbeat(key)] as const),
      wait(SECOND_MS),
      ...KEYS.map((key) => place({ key })),
      ...KEYS.map((key) => [10, heartbeat(key)] as const),
      wait(SECOND_MS),
    ],
  },
  /** Each wallet has cash, tokens of two markets and an order. */
  wallets: [
    ...venue(
      [{}, {}],
      Array.from({ length: MANY }, (_, wallet) => (wallet + 20) * MICRO),
    ),
    ...times(MANY, (wallet) => split(wallet, wallet % 2, (wallet + 1) * 1_000)),
    ...times(MANY, (wallet) => split(wallet, 1 - (wallet % 2), wallet + 1)),
    ...times(MANY, (wallet) => place({ wallet, price: 100 * ((wallet % 90) + 1) })),
    ...times(MANY, (wallet) => merge(wallet, wallet % 2, wallet + 1)),
  ],
  /** One order crosses many makers on two levels and leaves the last one a remainder; a heartbeat ends the others. */
  makers: {
    rules: { heartbeatMs: SECOND_MS },
    steps: [
      ...venue([{}], [10_000 * MICRO, 10_000 * MICRO]),
      ...times(MANY, (index) => place({ price: index < 100 ? 5_000 : 4_900, size: MICRO })),
      split(1, 0, MANY * MICRO),
      place({ wallet: 1, side: 'SELL', price: 4_900, size: 140 * MICRO + 1 }),
      heartbeat(0),
      heartbeat(1),
      wait(SECOND_MS),
    ],
  },
  /** Orders that have paid a part of their fee wait while many more arrive, and are filled then. */
  fees: [
    ...venue([{ fee: { rate: 33_333, exponent: 1, takerOnly: false } }], [10_000 * MICRO, 10_000 * MICRO]),
    split(1, 0, 2_000 * MICRO),
    ...times(40, () => place({ price: 4_300, size: 3_333_333 })),
    place({ wallet: 1, side: 'SELL', price: 4_300, size: 39 * 3_333_333 + 1_111_111 }),
    ...times(MANY, () => place({ price: 4_100, size: 3_333_333 })),
    place({ wallet: 1, side: 'SELL', price: 4_100, size: 100 * 3_333_333 }),
    cancel(0, 190),
  ],
  /** The first of many trades are retried or fail after the last one. */
  trades: [
    ...venue([{}], [10_000 * MICRO, 10_000 * MICRO]),
    ...times(MANY, () => place({ wallet: 0, size: MICRO })),
    ...times(MANY, () => place({ wallet: 1, outcome: 1, size: MICRO })),
    ...times(MANY, (trade) => (trade % 3 === 0 ? fail(trade) : retry(trade))),
    [9 * SECOND_MS, fail(1)],
  ],
  /** Orders expire in another order than they arrived, between heartbeats of many keys. */
  expiries: {
    rules: { minimumLifeMs: 0, heartbeatMs: 7 * SECOND_MS },
    steps: [
      ...venue([{}], [10_000 * MICRO]),
      ...times(MANY, (index) =>
        place({ key: index, type: 'GTD', size: MICRO, expiresAt: START + 1 + ((index * 67) % MANY) * 100 }),
      ),
      ...times(MANY / 2, (index) => [1, heartbeat(index * 2)]),
      ...times(20, () => wait(SECOND_MS)),
    ],
  },
  /** A delayed order whose level has become too large in the meantime. */
  noRoom: [
    ...venue([{ delayMs: SECOND_MS }], [5 * SIZE_LIMIT, 10 * MICRO]),
    split(1, 0, 2 * MICRO),
    place({ wallet: 1, side: 'SELL', size: MICRO }),
    place({ size: SIZE_LIMIT }),
    cancel(1, 0),
    ...times(9, () => place({ size: SIZE_LIMIT })),
    [SECOND_MS, place({ size: Number.MAX_SAFE_INTEGER - 9 * SIZE_LIMIT + 1 })],
    place({ size: Number.MAX_SAFE_INTEGER - 9 * SIZE_LIMIT }),
  ],
};
