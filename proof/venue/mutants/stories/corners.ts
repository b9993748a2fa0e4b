/** proof/venue/mutants/stories/corners: rare combinations, and runs that continue after a restore. */
import { MICRO } from '../../../../base/units.ts';
import { SECOND_MS } from '../../../../sim/world/world.ts';
import { SIZE_LIMIT } from '../../../../spec/venue/rules.ts';
import {
  cancel,
  close,
  convert,
  group,
  heartbeat,
  place,
  RESTORE,
  START,
  type Step,
  type Story,
  split,
  times,
  venue,
  wait,
} from './story.ts';

export const CORNER_STORIES: Readonly<Record<string, Story>> = {
  /** Keys beyond int on orders with every optional field; then a trade of orders with small keys. */
  farKeyAndMore: [
    ...venue([{ delayMs: SECOND_MS }], [50 * MICRO, 50 * MICRO]),
    split(0, 0, 20 * MICRO),
    place({ key: 2 ** 40, type: 'GTD', price: 4_000, expiresAt: START + 90_000, salt: 'a text' }),
    place({ key: 2 ** 41, side: 'SELL', price: 6_000, size: MICRO }),
    place({ wallet: 1, key: 2 ** 42, type: 'GTD', price: 6_000, expiresAt: START + 99_000, salt: 'another' }),
    [SECOND_MS, place({ side: 'SELL', price: 5_000, size: MICRO })],
    [SECOND_MS, place({ side: 'SELL', price: 7_000, size: MICRO })],
    place({ wallet: 1, price: 7_000, size: MICRO }),
    wait(100_000),
  ],
  /** A release and a later heartbeat end in one moment; a trade is mined while both wait. */
  releaseBeforeLoss: {
    rules: { heartbeatMs: SECOND_MS, minedAfterMs: 500 },
    steps: [
      ...venue([{ delayMs: SECOND_MS }, {}], [50 * MICRO, 50 * MICRO]),
      split(1, 0, 10 * MICRO),
      split(1, 1, 10 * MICRO),
      place({ market: 1, wallet: 1, side: 'SELL' }),
      place({ market: 1 }),
      place({ wallet: 1, side: 'SELL' }),
      place({ size: 20 * MICRO }),
      heartbeat(0),
      wait(SECOND_MS),
    ],
  },
  /** Keys beyond the table, before and after the first key in it; their heartbeat sessions also end after a restore. */
  farKeysFirst: {
    rules: { heartbeatMs: SECOND_MS },
    steps: [
      ...venue([{}], [50 * MICRO]),
      ...[70_000, 2 ** 16, 2 ** 31 + 1].flatMap((key): Step[] => [
        place({ key, size: MICRO }),
        place({ key, size: MICRO }),
        heartbeat(key),
      ]),
      RESTORE,
      wait(SECOND_MS),
    ],
  },
  /** A market listed twice in a group, or in a conversion. */
  twice: [
    ...venue([{}, {}], [50 * MICRO]),
    group(0, 0),
    group(0, 1),
    split(0, 0, 4 * MICRO),
    convert(0, 0, [0, 0], MICRO),
  ],
  /** Deposits and debts up to the last exact integer, and one beyond. */
  lastOfAllMoney: [
    ...venue([{}, {}, {}, {}], [Number.MAX_SAFE_INTEGER - 3 * MICRO]),
    group(0, 1, 2, 3),
    split(0, 0, 2 * MICRO),
    convert(0, 0, [0], MICRO + 1),
    convert(0, 0, [0], MICRO),
    { kind: 'deposit', wallet: 0, amount: 1 },
  ],
  /** An order takes and then makes, each time for less than half a fee step, and for a whole step in total. */
  crumbs: [
    ...venue([{ fee: { rate: 100_000, exponent: 0, takerOnly: false } }], [50 * MICRO, 50 * MICRO]),
    split(0, 0, 10 * MICRO),
    place({ side: 'SELL', size: 40 }),
    place({ wallet: 1, size: 80 }),
    place({ side: 'SELL', size: 40 }),
  ],
  /** A full level at the first rank that the side keeps. */
  noRoomAtBase: [
    ...venue([{ tick: 10 }], [SIZE_LIMIT]),
    place({ price: 1_280, size: MICRO }),
    ...times(9, () => place({ price: 640, size: SIZE_LIMIT })),
    place({ price: 640, size: Number.MAX_SAFE_INTEGER - 9 * SIZE_LIMIT + 1 }),
    place({ price: 640, size: Number.MAX_SAFE_INTEGER - 9 * SIZE_LIMIT }),
  ],
  closedPaused: [
    ...venue([{}], [50 * MICRO]),
    place({}),
    { kind: 'pause-market', market: 0 },
    close,
    { kind: 'resume-market', market: 0 },
    place({}),
  ],
  /** A market with several delayed orders is restored and then closes. */
  waitingRestored: [
    ...venue([{ delayMs: SECOND_MS }], [200 * MICRO, 50 * MICRO]),
    split(1, 0, 10 * MICRO),
    place({ wallet: 1, side: 'SELL' }),
    ...times(5, () => place({ size: MICRO })),
    RESTORE,
    close,
    wait(SECOND_MS),
  ],
  /** More orders and wallets than the first tables hold, restored: all salts are remembered, and the orders trade. */
  manyRestored: [
    ...venue(
      [{}],
      Array.from({ length: 90 }, () => 20 * MICRO),
    ),
    ...times(90, (wallet) => place({ wallet, size: MICRO, price: 4_900 + (wallet % 2) * 100, salt: '5' })),
    RESTORE,
    ...times(90, (wallet): Step => place({ wallet, size: MICRO, salt: '5' })),
    split(0, 0, 10 * MICRO),
    cancel(0, 0),
    place({ wallet: 0, side: 'SELL', price: 4_900, size: 8 * MICRO }),
  ],
  /** The salt of the previous order is used again, below the highest of the wallet. */
  saltAtOnce: [...venue([{}], [50 * MICRO]), ...['9', '5', '5'].map((salt) => place({ size: MICRO, salt }))],
  /** The highest salt of a wallet is used again after the first order of another wallet. */
  saltBesideAnother: [
    ...venue([{}], [50 * MICRO, 50 * MICRO]),
    ...[0, 1, 0].map((wallet) => place({ wallet, size: MICRO, salt: '9' })),
  ],
};
