/**
 * bench/stream: the commands every matching engine is measured with: 60% limit orders, 30% cancellations of a uniformly
 * random live order, 10% orders at any price whose rest is dropped; ticks 1 to 999 around a middle that walks at random.
 * Drawn once from a seed, before any clock runs.
 */
import seedrandom from 'seedrandom';
import { CODES, createLimitCore, type LimitCore, type Operations } from './limit-core.ts';

/** Ticks run from 1 to one less. */
export const TICKS = 1_000;
export const SIZE_MAX = 1_000;
const START = 500;
const STEP_CHANCE = 0.02;
const NEARER = 0.1;

export type Stream = Operations & {
  readonly orderCount: number;
  readonly fillCount: number;
  readonly liveAtEnd: number;
};

/** Ids of the orders that rest, any of which can be drawn. */
type Living = { readonly ids: number[]; readonly places: Map<number, number> };

function join({ ids, places }: Living, id: number): void {
  places.set(id, ids.length);
  ids.push(id);
}

function leave({ ids, places }: Living, id: number): void {
  const place = places.get(id);
  const last = ids.pop();
  if (place === undefined || last === undefined) return;
  places.delete(id);
  if (last === id) return;
  ids[place] = last;
  places.set(last, place);
}

/** Draws `length` operations; the same ones for the same seed. */
export function drawStream(length: number, seed = 'stream'): Stream {
  const random = seedrandom.alea(seed);
  const core = createLimitCore(TICKS, length + 1, 2 * length);
  const living: Living = { ids: [], places: new Map() };
  const stream = {
    length,
    codes: new Uint8Array(length),
    orders: new Int32Array(length),
    ticks: new Int32Array(length),
    sizes: new Int32Array(length),
  };
  let middle = START;
  let orderCount = 0;
  for (let at = 0; at < length; at += 1) {
    if (random() < STEP_CHANCE) middle = clamp(middle + (random() < 0.5 ? -1 : 1));
    const draw = random();
    if (draw >= 0.6 && draw < 0.9 && living.ids.length > 0) {
      const id = living.ids[Math.floor(random() * living.ids.length)] ?? 0;
      stream.codes[at] = CODES.cancel;
      stream.orders[at] = id;
      core.cancel(id);
      leave(living, id);
      continue;
    }
    const isBid = random() < 0.5;
    const isMarket = draw >= 0.9 && (isBid ? core.bestAsk < TICKS : core.bestBid > 0);
    const distance = 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - NEARER));
    const tick = clamp(isBid ? middle - distance : middle + distance);
    const size = 1 + Math.floor(random() * SIZE_MAX);
    orderCount += 1;
    stream.codes[at] = (isMarket ? CODES.marketBid : CODES.limitBid) + (isBid ? 0 : 1);
    stream.orders[at] = orderCount;
    stream.ticks[at] = tick;
    stream.sizes[at] = size;
    const before = core.fillCount;
    if (isMarket) core.market(orderCount, isBid, size);
    else core.limit(orderCount, isBid, tick, size);
    buryFilled(core, before, living);
    if (core.sizeOf(orderCount) > 0) join(living, orderCount);
  }
  return { ...stream, orderCount, fillCount: core.fillCount, liveAtEnd: living.ids.length };
}

function buryFilled(core: LimitCore, from: number, living: Living): void {
  for (let fill = from; fill < core.fillCount; fill += 1) {
    const maker = core.fills[fill * 3] ?? 0;
    if (core.sizeOf(maker) === 0) leave(living, maker);
  }
}

function clamp(tick: number): number {
  return Math.min(TICKS - 1, Math.max(1, tick));
}
