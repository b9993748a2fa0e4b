/**
 * tidy/mutants/edges: the oracle of the edges: short stories about bounds and coincidences that drawn runs seldom meet, told
 * to the engine and to the naive exchange, who must agree on every reply, every event and the whole state in the end.
 */

import type { Command, FeeTerms, MarketTerms, PlaceOrder } from '../../sim/core/command.ts';
import { isSame, stateOf } from '../../sim/core/oracle/differential.ts';
import { createNaive, type Port } from '../../sim/core/oracle/port.ts';
import { learnScene, newScene } from '../../sim/core/oracle/scene.ts';
import { DOCUMENT_RULES, SIZE_LIMIT, type VenueRules } from '../../sim/core/rules.ts';
import { SECOND_MS } from '../../sim/world/moment.ts';
import { MICRO } from '../../spec/units.ts';
import { type Oracle, thrown } from './oracle.ts';
import type { Subject } from './subject.ts';

/** Milliseconds that pass before each command. */
type Story = { readonly rules?: Partial<VenueRules>; readonly steps: readonly (readonly [wait: number, Command])[] };

const START = 1_000_000;
const FREE: FeeTerms = { rate: 0, exponent: 1, takerOnly: true };
const PLAIN: MarketTerms = { tick: 100, minSize: 1, fee: FREE, delayMs: 0 };
const WINS = [MICRO, 0] as const;
const LOSES = [0, MICRO] as const;

let salts = 0;

/** A GTC buy of ten shares of the first outcome of market 0 at a half by wallet 0, but for what is said. */
function order(more: Partial<PlaceOrder>): PlaceOrder {
  salts += 1;
  const { wallet = 0 } = more;
  return {
    kind: 'place',
    wallet,
    key: wallet,
    market: 0,
    outcome: 0,
    side: 'BUY',
    type: 'GTC',
    price: 5_000,
    size: 10 * MICRO,
    postOnly: false,
    salt: `${salts}`,
    ...more,
  };
}

/** Markets of these terms and wallets with this much cash. */
function venue(markets: readonly Partial<MarketTerms>[], cash: readonly number[]): [number, Command][] {
  return [
    ...markets.map((terms): [number, Command] => [0, { kind: 'list-market', terms: { ...PLAIN, ...terms } }]),
    ...cash.flatMap((amount, wallet): [number, Command][] => [
      [0, { kind: 'open-wallet' }],
      [0, { kind: 'deposit', wallet, amount }],
    ]),
  ];
}

function split(wallet: number, market: number, size: number): [number, Command] {
  return [0, { kind: 'split', wallet, market, size }];
}

/** Exactly what is free is enough, one micro unit more is not. */
const lastPenny: Story = {
  steps: [
    ...venue([{}], [10_000_001, 20_000_000]),
    [0, order({ size: 20_000_003 })],
    [0, order({ size: 20_000_002 })],
    split(1, 0, 20_000_001),
    split(1, 0, 20_000_000),
    [0, order({ wallet: 1, side: 'SELL', outcome: 1, price: 9_000, size: 20_000_001 })],
    [0, order({ wallet: 1, side: 'SELL', outcome: 1, price: 9_000, size: 20_000_000 })],
    [0, { kind: 'merge', wallet: 1, market: 0, size: 1 }],
    [0, { kind: 'cancel', wallet: 1, order: 1 }],
    [0, { kind: 'merge', wallet: 1, market: 0, size: 20_000_001 }],
    [0, { kind: 'merge', wallet: 1, market: 0, size: 20_000_000 }],
  ],
};

/** The smallest and largest sizes and prices, and one beyond. */
const bounds: Story = {
  steps: [
    ...venue([{ minSize: 1_000_000 }, { tick: 1 }], [2 * SIZE_LIMIT]),
    ...[0, 1, 999_999, 1_000_000, SIZE_LIMIT, SIZE_LIMIT + 1, 2 * SIZE_LIMIT].map((size): [number, Command] => {
      return [0, order({ size, price: 100 })];
    }),
    ...[0, 99, 100, 101, 9_900, 9_901, 10_000].map((price): [number, Command] => [0, order({ price })]),
    ...[0, 1, 9_999, 10_000].map((price): [number, Command] => [0, order({ price, market: 1 })]),
    split(0, 0, SIZE_LIMIT + 1),
    split(0, 0, 0),
  ],
};

/** Sizes and fees whose products pass the exact integers, traded by makers and takers of all exponents. */
const giants: Story = {
  steps: [
    ...venue(
      ([0, 1, 2] as const).map((exponent) => ({ tick: 1, fee: { rate: 999_983, exponent, takerOnly: false } })),
      [4 * SIZE_LIMIT, 4 * SIZE_LIMIT],
    ),
    ...[0, 1, 2].flatMap((market) => [
      split(0, market, SIZE_LIMIT),
      ...[1_237, 4_999, 5_000, 9_999, 2_345, 6_789, 3_141, 7_777, 1_009, 8_887].flatMap(
        (price, index): [number, Command][] => {
          const size = 998_877_665_544_331 - index;
          const [seller, wallet] = index % 2 === 0 ? [0, 1] : [1, 0];
          return [
            [0, order({ market, wallet: seller, side: 'SELL', price, size })],
            [0, order({ market, wallet, type: 'FAK', price, size: size - 12_345_678_901_237 })],
            [0, order({ market, wallet, type: 'FAK', price, size: 12_345_678_901_237 })],
          ];
        },
      ),
    ]),
  ],
};

/** A trade cannot fail once a party has spent what it got; it can when that is free again. */
const spent: Story = {
  steps: [
    ...venue([{}, {}], [10 * MICRO, 20 * MICRO]),
    split(0, 0, 10 * MICRO),
    [0, order({ side: 'SELL' })],
    [0, order({ wallet: 1 })],
    split(0, 1, 5 * MICRO),
    [0, { kind: 'disturb-settlement', trade: 0, outcome: 'fail' }],
    [0, { kind: 'merge', wallet: 0, market: 1, size: 5 * MICRO }],
    [0, order({ wallet: 1, side: 'SELL', price: 9_000, size: MICRO })],
    [0, { kind: 'disturb-settlement', trade: 0, outcome: 'fail' }],
    [0, { kind: 'cancel', wallet: 1, order: 2 }],
    [0, { kind: 'disturb-settlement', trade: 0, outcome: 'fail' }],
    [0, { kind: 'disturb-settlement', trade: 0, outcome: 'fail' }],
    [9_000, { kind: 'disturb-settlement', trade: 0, outcome: 'retry' }],
  ],
};

/** Minted and merged sets go back as well, on either side. */
const undone: Story = {
  steps: [
    ...venue([{ fee: { rate: 50_000, exponent: 1, takerOnly: false } }], [50 * MICRO, 50 * MICRO]),
    [0, order({ price: 4_000, size: 7_777_777 })],
    [0, order({ wallet: 1, outcome: 1, price: 6_100, size: 3_333_333 })],
    [0, { kind: 'disturb-settlement', trade: 0, outcome: 'fail' }],
    [0, order({ wallet: 1, outcome: 1, price: 6_100, size: 4_444_444 })],
    [0, order({ side: 'SELL', price: 3_000, size: 3_000_001 })],
    [0, order({ wallet: 1, side: 'SELL', outcome: 1, price: 6_900, size: 2_000_003 })],
    [0, { kind: 'disturb-settlement', trade: 2, outcome: 'fail' }],
    [0, { kind: 'disturb-settlement', trade: 1, outcome: 'fail' }],
  ],
};

/** Debts end where the exact integers do; the last member of a group must win if no other has. */
const groups: Story = {
  steps: [
    ...venue(
      Array.from({ length: 14 }, () => ({})),
      [2 * SIZE_LIMIT, 9 * MICRO],
    ),
    [0, { kind: 'group-markets', markets: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }],
    [0, { kind: 'group-markets', markets: [10, 11] }],
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
};

/** In one moment: an expiry that was asked for last, and the release of an order that would have met it. */
const coincidence: Story = {
  steps: [
    ...venue([{ delayMs: 61 * SECOND_MS }], [50 * MICRO, 50 * MICRO]),
    split(0, 0, 30 * MICRO),
    [0, order({ side: 'SELL', price: 5_000 })],
    [0, order({ wallet: 1, price: 5_000 })],
    [0, order({ side: 'SELL', type: 'GTD', price: 4_900, expiresAt: START + 61 * SECOND_MS, outcome: 0, size: MICRO })],
    [0, order({ side: 'SELL', type: 'GTD', price: 9_900, expiresAt: START + 61 * SECOND_MS, size: MICRO })],
    [61 * SECOND_MS, { kind: 'open-wallet' }],
  ],
};

/** The same with an order that rests from the start and a taker that waits. */
const expiryBeforeRelease: Story = {
  steps: [
    ...venue([{ delayMs: 70 * SECOND_MS }], [50 * MICRO, 50 * MICRO]),
    split(0, 0, 30 * MICRO),
    [0, order({ side: 'SELL', price: 5_100, size: 2 * MICRO })],
    [0, order({ wallet: 1, price: 5_100 })],
    [
      SECOND_MS,
      order({ side: 'SELL', type: 'GTD', price: 5_200, expiresAt: START + 70 * SECOND_MS, size: 2 * MICRO, key: 3 }),
    ],
    [0, order({ side: 'SELL', type: 'GTD', price: 5_100, expiresAt: START + 70 * SECOND_MS, size: 3 * MICRO })],
    [69 * SECOND_MS, { kind: 'open-wallet' }],
  ],
};

/** An order whose moment comes while its market is paused. */
const pausedRelease: Story = {
  steps: [
    ...venue([{ delayMs: 2_000 }], [50 * MICRO, 50 * MICRO]),
    split(0, 0, 30 * MICRO),
    [0, order({ side: 'SELL' })],
    [0, order({ wallet: 1 })],
    [1_999, { kind: 'pause-market', market: 0 }],
    [1, { kind: 'resume-market', market: 0 }],
    [0, order({ wallet: 1 })],
    [2_000, { kind: 'open-wallet' }],
  ],
};

/** Work of several kinds due in one moment is done in the order in which it was asked for. */
const ties: Story = {
  rules: { heartbeatMs: 1_500, minedAfterMs: 2_000, confirmedAfterMs: 500 },
  steps: [
    ...venue([{}, { delayMs: 1_000 }], [50 * MICRO, 50 * MICRO]),
    split(0, 0, 30 * MICRO),
    split(0, 1, 30 * MICRO),
    [0, order({ market: 1, side: 'SELL' })],
    [0, order({ side: 'SELL' })],
    [0, order({ wallet: 1, size: 2 * MICRO })],
    [500, { kind: 'heartbeat', key: 0 }],
    [500, order({ wallet: 1, market: 1, size: MICRO })],
    [0, order({ wallet: 1, size: MICRO })],
    [1_000, { kind: 'heartbeat', key: 1 }],
    [1_000, { kind: 'open-wallet' }],
    [5_000, { kind: 'open-wallet' }],
  ],
};

const STORIES: Readonly<Record<string, Story>> = {
  lastPenny,
  bounds,
  giants,
  spent,
  undone,
  groups,
  coincidence,
  expiryBeforeRelease,
  pausedRelease,
  ties,
};

/** Tells the story to both; what they first disagree about. */
function differs(one: Port, other: Port, { steps }: Story, tick: () => void): string | undefined {
  const scene = newScene();
  let now = START;
  let seen = 0;
  const compare = (what: string, a: unknown, b: unknown): string | undefined =>
    isSame(a, b) ? undefined : `${what}: ${JSON.stringify(a)}, not ${JSON.stringify(b)}`;
  for (const [wait, command] of steps) {
    now += wait;
    tick();
    const difference =
      compare(`reply to ${JSON.stringify(command)}`, one.step(command, now), other.step(command, now)) ??
      compare('events', one.log.slice(seen), other.log.slice(seen)) ??
      compare('next due', one.nextDue(), other.nextDue());
    if (difference !== undefined) return difference;
    for (const event of one.log.slice(seen)) learnScene(scene, event);
    seen = one.log.length;
  }
  const others = stateOf(other, scene);
  for (const [what, value] of stateOf(one, scene)) {
    const difference = compare(what, value, others.next().value?.[1]);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

export const EDGES_ORACLE: Oracle = {
  names: ['edges'],
  judge({ createExchange }: Subject, _seed, _reach, accuse) {
    let after = 0;
    for (const [name, story] of Object.entries(STORIES)) {
      const rules = { ...DOCUMENT_RULES, ...story.rules };
      const what = thrown(() =>
        differs(createExchange(rules), createNaive(rules), story, () => {
          after += 1;
        }),
      );
      if (what !== undefined) return accuse({ oracle: 'edges', after, what: `${name}: ${what}` });
    }
  },
};
