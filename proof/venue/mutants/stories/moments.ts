/** proof/venue/mutants/stories/moments: several deadlines in one moment, and the latest valid moments. */
import { MICRO } from '../../../../base/units.ts';
import { SECOND_MS } from '../../../../sim/world/world.ts';
import { DELAY_LIMIT, MOMENT_LIMIT } from '../../../../spec/venue/rules.ts';
import { heartbeat, place, START, type Story, split, venue, wait } from './story.ts';

export const MOMENT_STORIES: Readonly<Record<string, Story>> = {
  /** An expiry, requested last, and the release of an order that would have crossed it, in one moment. */
  coincidence: [
    ...venue([{ delayMs: 61 * SECOND_MS }], [50 * MICRO, 50 * MICRO]),
    split(0, 0, 30 * MICRO),
    place({ side: 'SELL', price: 5_000 }),
    place({ wallet: 1, price: 5_000 }),
    place({ side: 'SELL', type: 'GTD', price: 4_900, expiresAt: START + 61 * SECOND_MS, outcome: 0, size: MICRO }),
    place({ side: 'SELL', type: 'GTD', price: 9_900, expiresAt: START + 61 * SECOND_MS, size: MICRO }),
    wait(61 * SECOND_MS),
  ],
  /** The same with an order that rests from the start and a delayed taker. */
  expiryBeforeRelease: [
    ...venue([{ delayMs: 70 * SECOND_MS }], [50 * MICRO, 50 * MICRO]),
    split(0, 0, 30 * MICRO),
    place({ side: 'SELL', price: 5_100, size: 2 * MICRO }),
    place({ wallet: 1, price: 5_100 }),
    [
      SECOND_MS,
      place({ side: 'SELL', type: 'GTD', price: 5_200, expiresAt: START + 70 * SECOND_MS, size: 2 * MICRO, key: 3 }),
    ],
    place({ side: 'SELL', type: 'GTD', price: 5_100, expiresAt: START + 70 * SECOND_MS, size: 3 * MICRO }),
    wait(69 * SECOND_MS),
  ],
  /** An order is released while its market is paused. */
  pausedRelease: [
    ...venue([{ delayMs: 2_000 }], [50 * MICRO, 50 * MICRO]),
    split(0, 0, 30 * MICRO),
    place({ side: 'SELL' }),
    place({ wallet: 1 }),
    [1_999, { kind: 'pause-market', market: 0 }],
    [1, { kind: 'resume-market', market: 0 }],
    place({ wallet: 1 }),
    wait(2_000),
  ],
  /** The longest delay and the last expiry, and one beyond. */
  farOff: [
    ...[DELAY_LIMIT, DELAY_LIMIT + 1, Number.MAX_SAFE_INTEGER].flatMap((delayMs) => venue([{ delayMs }], [])),
    ...venue([], [50 * MICRO]),
    ...[MOMENT_LIMIT, MOMENT_LIMIT + 1, Number.MAX_SAFE_INTEGER].map((expiresAt) =>
      place({ type: 'GTD', size: MICRO, expiresAt }),
    ),
  ],
  /** Work of several kinds in one moment is done in the order of its requests. */
  ties: {
    rules: { heartbeatMs: 1_500, minedAfterMs: 2_000, confirmedAfterMs: 500 },
    steps: [
      ...venue([{}, { delayMs: 1_000 }], [50 * MICRO, 50 * MICRO]),
      split(0, 0, 30 * MICRO),
      split(0, 1, 30 * MICRO),
      place({ market: 1, side: 'SELL' }),
      place({ side: 'SELL' }),
      place({ wallet: 1, size: 2 * MICRO }),
      [500, heartbeat(0)],
      [500, place({ wallet: 1, market: 1, size: MICRO })],
      place({ wallet: 1, size: MICRO }),
      [1_000, heartbeat(1)],
      wait(1_000),
      wait(5_000),
    ],
  },
  /** A trade is mined and an older one confirmed in one moment, while both wait and a third is mined before them. */
  settlements: {
    rules: { minedAfterMs: 2_000, confirmedAfterMs: 1_000 },
    steps: [
      ...venue([{}], [50 * MICRO, 50 * MICRO]),
      split(0, 0, 30 * MICRO),
      place({ side: 'SELL' }),
      place({ wallet: 1, size: MICRO }),
      [500, place({ wallet: 1, size: MICRO })],
      [500, place({ wallet: 1, size: MICRO })],
      wait(5_000),
    ],
  },
};
