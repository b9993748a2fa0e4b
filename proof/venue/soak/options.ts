/** proof/venue/soak/options: the kind of a run; some omit a feature and others use it heavily, to find faults. */
import seedrandom from 'seedrandom';
import { FREE } from '../../../model/commands.ts';
import { below, between, draw, oneIn, pick, type Some, type Stream } from '../../../model/draws.ts';
import { DRAWN_KINDS, type Habits, type PriceHabit, type SizeHabit, WEIGHTS } from '../../../model/habits.ts';
import type { FeeTerms, OrderType } from '../../../spec/venue/command.ts';
import { RATE_LIMIT, SELF_TRADE_MODES, type VenueRules } from '../../../spec/venue/rules.ts';

/** Faults between a client and the venue, or around them. */
export const FAULTS = [
  'duplicate',
  'lost-response',
  'late',
  'clock-jump',
  'clock-back',
  'due-edge',
  'heartbeat-edge',
  'settlement',
  'tick-storm',
  'flapping',
  'pile-up',
  'crowd',
  'malformed',
  'restore',
] as const;

export type Fault = (typeof FAULTS)[number];

export type SoakOptions = Habits &
  Readonly<{
    wallets: number;
    markets: number;
    groups: readonly number[];
    /** Milliseconds between commands. */
    waits: Some<number>;
    faults: readonly Fault[];
    /** The commands of the run are applied again to a new venue. */
    replaysTrace: boolean;
  }>;

const TICKS: Some<number> = [5_000, 1_000, 500, 100, 50, 25, 10, 4, 1];
/** Around the bounds of possible tables, and beyond all of them. */
const KEYS: Some<number> = [
  ...([0, 63, 64, 127, 128, 1_000, 2 ** 16 - 1, 2 ** 16, 2 ** 31 - 1, 2 ** 31] as const),
  Number.MAX_SAFE_INTEGER,
];
const FEES: Some<FeeTerms> = [
  { rate: 70_000, exponent: 1, takerOnly: true },
  { rate: 20_000, exponent: 0, takerOnly: false },
  { rate: 250_000, exponent: 2, takerOnly: true },
  { rate: RATE_LIMIT, exponent: 1, takerOnly: false },
  { rate: RATE_LIMIT, exponent: 2, takerOnly: false },
  { rate: 33_333, exponent: 1, takerOnly: false },
];
const DELAYS: Some<number> = [1, 250, 1_000, 3_000, 70_000];
const WAITS: readonly Some<number>[] = [
  [0],
  [0, 0, 0, 1],
  [0, 0, 0, 0, 1, 250, 500, 999, 1_000],
  [0, 1, 2_000, 3_000, 5_000],
  [0, 0, 0, 0, 0, 0, 10_000, 61_000],
];

export function drawOptions(seed: number): SoakOptions {
  const stream = streamOf(seed, 'options');
  const sizes = pick<SizeHabit>(stream, ['dust', 'lots', 'huge', 'mixed', 'mixed']);
  const drawn: Omit<SoakOptions, 'replaysTrace'> = {
    rules: drawRules(stream),
    wallets: between(stream, 2, pick(stream, [3, 6, 12, 24])),
    keys: drawKeys(stream),
    markets: between(stream, 1, 4),
    groups: Array.from({ length: below(stream, 3) }, () => between(stream, 2, 5)),
    weightsUpTo: drawWeights(stream),
    types: drawTypes(stream),
    postOnly: pick(stream, [0, 8, 8, 100]),
    marketable: pick(stream, [16, 60, 60, 160]),
    wrong: pick(stream, [0, 4, 4, 24]),
    prices: pick<PriceHabit>(stream, ['walk', 'walk', 'tight', 'wide', 'edges']),
    sizes,
    salts: pick<Habits['salts']>(stream, ['texts', 'numbers']),
    isTight: oneIn(stream, 4),
    ticks: drawSome(stream, TICKS),
    fees: oneIn(stream, 4) ? [FREE] : [...drawSome(stream, FEES), FREE],
    delays: oneIn(stream, 2) ? [0] : [...drawSome(stream, DELAYS), 0],
    minSizes: oneIn(stream, 2) ? [1] : [1, 0, 2_000_000],
    waits: WAITS[below(stream, WAITS.length)] ?? [0],
    faults: FAULTS.filter(() => oneIn(stream, 4)),
  };
  // A venue that was never restored is the best reference for one that was.
  return { ...drawn, replaysTrace: oneIn(stream, drawn.faults.includes('restore') ? 6 : 36) };
}

function drawRules(stream: Stream): VenueRules {
  return {
    selfTrade: pick(stream, SELF_TRADE_MODES),
    heartbeatMs: pick(stream, [1, 500, 10_000, 10_000, 60_000]),
    minimumLifeMs: pick(stream, [0, 1_000, 60_000, 60_000]),
    minedAfterMs: pick(stream, [0, 1, 2_000, 2_000, 30_000]),
    confirmedAfterMs: pick(stream, [0, 1, 5_000, 5_000, 90_000]),
  };
}

/** A few small numbers, or any. */
function drawKeys(stream: Stream): Some<number> {
  const isAny = oneIn(stream, 3);
  const [first, ...more] = Array.from({ length: between(stream, 1, 6) }, (_, at) => (isAny ? pick(stream, KEYS) : at));
  return [first ?? 0, ...more];
}

/** Placing always has its weight; each other kind is left out of one run in five and heavy in one in eight. */
function drawWeights(stream: Stream): readonly number[] {
  let total = 0;
  return DRAWN_KINDS.map((kind) => {
    const fate = below(stream, 40);
    if (kind === 'place' || fate >= 13) total += WEIGHTS[kind];
    else if (fate < 5) total += WEIGHTS[kind] * 6;
    return total;
  });
}

function drawTypes(stream: Stream): Some<OrderType> {
  return pick<Some<OrderType>>(stream, [
    ['GTC'],
    ['GTC', 'GTC', 'GTC', 'GTC', 'GTD', 'GTD', 'FOK', 'FAK'],
    ['GTC', 'GTC', 'GTC', 'GTC', 'GTD', 'GTD', 'FOK', 'FAK'],
    ['GTC', 'GTD', 'GTD', 'GTD'],
    ['GTC', 'GTC', 'FOK', 'FAK'],
  ]);
}

function drawSome<Item>(stream: Stream, items: Some<Item>): Some<Item> {
  const chosen = draw(stream);
  const [first, ...more] = items.filter((_, index) => ((chosen >> index) & 1) === 1);
  return first === undefined ? [pick(stream, items)] : [first, ...more];
}

/** The stream of a seed with this name: the same draws on any machine. */
export function streamOf(seed: number, name: string): Stream {
  const source = seedrandom(`soak/${seed}/${name}`);
  // The state of four zero words never changes.
  return { x: source.int32() | 1, y: source.int32(), z: source.int32(), w: source.int32() };
}
