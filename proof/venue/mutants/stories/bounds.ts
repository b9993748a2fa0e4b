/** proof/venue/mutants/stories/bounds: amounts at the bounds of balances, of valid values, and of exact integers. */
import { MICRO } from '../../../../base/units.ts';
import { SECOND_MS } from '../../../../sim/world/world.ts';
import { SIZE_LIMIT } from '../../../../spec/venue/rules.ts';
import { cancel, fail, merge, place, START, type Step, type Story, split, times, venue, wait } from './story.ts';

/** The first size from `from` on whose value is a ten-thousandth below whole micro dollars, if there is one. */
function nearlyWhole(price: number, from: number): number {
  for (let more = 0; more < 10_000; more += 1) {
    if ((price * ((from + more) % 10_000)) % 10_000 === 9_999) return from + more;
  }
  return from;
}

export const BOUND_STORIES: Readonly<Record<string, Story>> = {
  /** The exact free amount suffices, one micro unit more does not. */
  lastPenny: [
    ...venue([{}], [10_000_001, 20_000_000]),
    place({ size: 20_000_003 }),
    place({ size: 20_000_002 }),
    split(1, 0, 20_000_001),
    split(1, 0, 20_000_000),
    place({ wallet: 1, side: 'SELL', outcome: 1, price: 9_000, size: 20_000_001 }),
    place({ wallet: 1, side: 'SELL', outcome: 1, price: 9_000, size: 20_000_000 }),
    merge(1, 0, 1),
    cancel(1, 1),
    merge(1, 0, 20_000_001),
    merge(1, 0, 20_000_000),
  ],
  /** A taker that has exactly the cost of its order and the highest fee, and pays both in two legs. */
  lastPennyForFee: [
    ...venue([{ fee: { rate: 100_000, exponent: 1, takerOnly: true } }], [40_000_000, 5_250_000]),
    split(0, 0, 20_000_000),
    place({ side: 'SELL', size: 4_000_000 }),
    place({ side: 'SELL', size: 6_000_000 }),
    place({ wallet: 1 }),
  ],
  /** Takers without, then with, the last micro dollar of their reservation: far above a half, just above, below. */
  lastPennyForLimit: [
    ...venue([{ fee: { rate: 100_000, exponent: 1, takerOnly: true } }], [40_000_000, 1_279, 5_349, 514_989]),
    split(0, 0, 20_000_000),
    place({ side: 'SELL', price: 8_000, size: 2_000 }),
    ...[1_562, 10_000, 1_000_000].flatMap((size, index): Step[] => {
      const taker = { wallet: index + 1, type: 'FAK', price: [8_000, 5_100, 4_900][index] ?? 0, size } as const;
      return [
        place({ side: 'SELL', price: 4_900, size: 1 }),
        place(taker),
        { kind: 'deposit', wallet: index + 1, amount: 1 },
        place(taker),
      ];
    }),
  ],
  /** The smallest and largest sizes and prices, and one beyond. */
  bounds: [
    ...venue([{ minSize: 1_000_000 }, { tick: 1 }], [2 * SIZE_LIMIT]),
    ...[0, 1, 999_999, 1_000_000, SIZE_LIMIT, SIZE_LIMIT + 1, 2 * SIZE_LIMIT].map((size) =>
      place({ size, price: 100 }),
    ),
    ...[0, 99, 100, 101, 9_900, 9_901, 10_000].map((price) => place({ price })),
    ...[0, 1, 9_999, 10_000].map((price) => place({ price, market: 1 })),
    ...(['GTC', 'GTD', 'FOK', 'FAK'] as const).map((type) => place({ type, price: 5_001 })),
    split(0, 0, SIZE_LIMIT + 1),
    split(0, 0, 0),
  ],
  /** Sizes and fees whose products exceed the exact integers, for makers, takers and all exponents. */
  giants: [
    ...venue(
      ([0, 1, 2] as const).map((exponent) => ({
        tick: 1,
        fee: { rate: [9_983, 99_991, 999_983][exponent] ?? 0, exponent, takerOnly: false },
      })),
      [4 * SIZE_LIMIT, 4 * SIZE_LIMIT],
    ),
    ...[0, 1, 2].flatMap((market) => [
      split(0, market, SIZE_LIMIT),
      ...[1_237, 4_999, 5_000, 9_999, 2_345, 6_789, 3_141, 7_777, 1_009, 8_887].flatMap((price, index): Step[] => {
        const first = nearlyWhole(price, 986_531_986_640_000);
        const second = nearlyWhole(price, 12_345_678_900_000);
        const [seller, wallet] = index % 2 === 0 ? [0, 1] : [1, 0];
        return [
          place({ market, wallet: seller, side: 'SELL', price, size: first + second }),
          place({ market, wallet, type: 'FAK', price, size: first }),
          place({ market, wallet, type: 'FAK', price, size: second }),
        ];
      }),
    ]),
  ],
  /** Sales of makers and takers that bring less than their fee. */
  dust: [
    ...venue([{ tick: 1, fee: { rate: 900_000, exponent: 0, takerOnly: false } }], [20 * MICRO, 20 * MICRO]),
    split(0, 0, 5 * MICRO),
    place({ side: 'SELL', price: 3, size: 4_000 }),
    place({ wallet: 1, price: 3, size: 1_001 }),
    place({ wallet: 1, price: 3, size: 2_999 }),
    place({ wallet: 1, price: 2, size: 9_000 }),
    place({ side: 'SELL', price: 1, size: 8_765 }),
  ],
  /** More orders than the first size of any table: all expire, and every salt is remembered. */
  crowd: [
    ...venue([{ delayMs: SECOND_MS }], [900 * MICRO]),
    ...times(130, (index) => {
      const expiresAt = START + 60_001 + ((index * 37) % 90);
      return place({ type: 'GTD', price: 100 + 100 * (index % 7), size: MICRO, expiresAt, salt: `${1_000 + index}` });
    }),
    ...[0, 1, 44, 129].map((index) => place({ salt: `${1_000 + index}` })),
    ...[60_000, 1, 40, 9, 1, 39, 1].map(wait),
  ],
  /** Keys around the largest int, in trades of one leg and of several. */
  farKeys: [
    ...venue([{}], [900 * MICRO, 900 * MICRO]),
    split(0, 0, 100 * MICRO),
    ...[0x7fff_ffff, 0x8000_0000, 7, Number.MAX_SAFE_INTEGER].map((key) => place({ side: 'SELL', key })),
    place({ wallet: 1, key: 1, size: 15 * MICRO }),
    place({ wallet: 1, key: 2 ** 40, size: 10 * MICRO }),
    place({ wallet: 1, key: 3, size: 15 * MICRO }),
    fail(0),
  ],
};
