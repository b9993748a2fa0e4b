/** proof/venue/mutants/stories/endings: trades that fail, groups and markets that end. */
import { MICRO } from '../../../../base/units.ts';
import { SIZE_LIMIT } from '../../../../spec/venue/rules.ts';
import { LOSES, place, type Story, split, venue, WINS } from './story.ts';

export const ENDING_STORIES: Readonly<Record<string, Story>> = {
  /** A trade cannot fail while a party has spent its proceeds; it can once they are free again. */
  spent: [
    ...venue([{}, {}], [10 * MICRO, 20 * MICRO]),
    split(0, 0, 10 * MICRO),
    place({ side: 'SELL' }),
    place({ wallet: 1 }),
    split(0, 1, 5 * MICRO),
    [0, { kind: 'disturb-settlement', trade: 0, outcome: 'fail' }],
    [0, { kind: 'merge', wallet: 0, market: 1, size: 5 * MICRO }],
    place({ wallet: 1, side: 'SELL', price: 9_000, size: MICRO }),
    [0, { kind: 'disturb-settlement', trade: 0, outcome: 'fail' }],
    [0, { kind: 'cancel', wallet: 1, order: 2 }],
    [0, { kind: 'disturb-settlement', trade: 0, outcome: 'fail' }],
    [0, { kind: 'disturb-settlement', trade: 0, outcome: 'fail' }],
    [9_000, { kind: 'disturb-settlement', trade: 0, outcome: 'retry' }],
  ],
  /** The same for a buyer of the second outcome. */
  spentSecond: [
    ...venue([{}], [10 * MICRO, 10 * MICRO]),
    place({}),
    place({ wallet: 1, outcome: 1 }),
    place({ wallet: 1, side: 'SELL', outcome: 1, price: 9_000, size: MICRO }),
    [0, { kind: 'disturb-settlement', trade: 0, outcome: 'fail' }],
  ],
  /** Minted and merged sets are reversed too, on either side. */
  undone: [
    ...venue([{ fee: { rate: 50_000, exponent: 1, takerOnly: false } }], [50 * MICRO, 50 * MICRO]),
    place({ price: 4_000, size: 7_777_777 }),
    place({ wallet: 1, outcome: 1, price: 6_100, size: 3_333_333 }),
    [0, { kind: 'disturb-settlement', trade: 0, outcome: 'fail' }],
    place({ wallet: 1, outcome: 1, price: 6_100, size: 4_444_444 }),
    place({ side: 'SELL', price: 3_000, size: 3_000_001 }),
    place({ wallet: 1, side: 'SELL', outcome: 1, price: 6_900, size: 2_000_003 }),
    [0, { kind: 'disturb-settlement', trade: 2, outcome: 'fail' }],
    [0, { kind: 'disturb-settlement', trade: 1, outcome: 'fail' }],
  ],
  /** Debts up to the last exact integer; the last member of a group must win if no other has. */
  groups: [
    ...venue(
      Array.from({ length: 14 }, () => ({})),
      [2 * SIZE_LIMIT, 9 * MICRO],
    ),
    [0, { kind: 'group-markets', markets: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }],
    [0, { kind: 'group-markets', markets: [10, 11] }],
    [0, { kind: 'group-markets', markets: [11, 12] }],
    split(0, 0, SIZE_LIMIT),
    [0, { kind: 'group-markets', markets: [12, 13] }],
    [0, { kind: 'convert', wallet: 0, group: 0, markets: [0], size: SIZE_LIMIT }],
    [0, { kind: 'convert', wallet: 0, group: 0, markets: [0], size: SIZE_LIMIT / 2 }],
    [0, { kind: 'convert', wallet: 0, group: 0, markets: [0], size: SIZE_LIMIT / 2 }],
    [0, { kind: 'deposit', wallet: 1, amount: 8_000_000_000_000_000 }],
    [0, { kind: 'convert', wallet: 0, group: 1, markets: [0], size: 1 }],
    split(1, 10, 3 * MICRO),
    [0, { kind: 'convert', wallet: 1, group: 1, markets: [10], size: 3 * MICRO + 1 }],
    [0, { kind: 'convert', wallet: 1, group: 1, markets: [10], size: 2 * MICRO }],
    [0, { kind: 'resolve-market', market: 10, payout: [MICRO / 2, MICRO / 2] }],
    [0, { kind: 'resolve-market', market: 10, payout: LOSES }],
    [0, { kind: 'resolve-market', market: 11, payout: LOSES }],
    [0, { kind: 'resolve-market', market: 11, payout: [MICRO / 2, MICRO / 2] }],
    [0, { kind: 'convert', wallet: 1, group: 1, markets: [11], size: 1 }],
    [0, { kind: 'resolve-market', market: 11, payout: WINS }],
    [0, { kind: 'redeem', wallet: 1, market: 11 }],
    [0, { kind: 'resolve-market', market: 3, payout: WINS }],
    [0, { kind: 'resolve-market', market: 4, payout: WINS }],
    [0, { kind: 'resolve-market', market: 4, payout: LOSES }],
  ],
  /** Commands in a closed market, and in a resolved one. */
  closing: [
    ...venue([{}], [50 * MICRO]),
    split(0, 0, 10_000_001),
    [0, { kind: 'redeem', wallet: 0, market: 0 }],
    [0, { kind: 'close-market', market: 0 }],
    split(0, 0, 1),
    place({}),
    [0, { kind: 'resume-market', market: 0 }],
    [0, { kind: 'change-tick', market: 0, tick: 10 }],
    [0, { kind: 'merge', wallet: 0, market: 0, size: 4 }],
    [0, { kind: 'close-market', market: 0 }],
    [0, { kind: 'resolve-market', market: 0, payout: [333_333, 666_667] }],
    [0, { kind: 'merge', wallet: 0, market: 0, size: 1 }],
    [0, { kind: 'resolve-market', market: 0, payout: LOSES }],
    [0, { kind: 'redeem', wallet: 0, market: 0 }],
    [0, { kind: 'redeem', wallet: 0, market: 0 }],
  ],
};
