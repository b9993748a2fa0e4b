/**
 * bench/stream: the commands for every measured matching engine: 60% limit orders, 30% cancellations of a uniformly
 * random live order, 10% orders at any price whose remainder is dropped. Drawn once from a seed, before the
 * measurement.
 */
import seedrandom from 'seedrandom';
import { type Drawing, newDrawing, type Stream } from './recorded-operations.ts';

/** Ticks run from 1 to one less. */
export const TICKS = 1_000;
const SIZE_MAX = 1_000;
const START = 500;
const STEP_CHANCE = 0.02;
const NEARER = 0.1;
const CANCELS_FROM = 0.6;
const MARKETS_FROM = 0.9;
/** The share of the limit orders of a full steady book that trade. */
const CROSSING = 0.5;

type Random = () => number;

/** `length` operations around a middle that walks at random, on a book that starts empty, by the seed. */
export function drawStream(length: number, seed = 'stream'): Stream {
  const random = seedrandom.alea(seed);
  const drawing = newDrawing(length, TICKS);
  let middle = START;
  for (let at = 0; at < length; at += 1) {
    if (random() < STEP_CHANCE) middle = clamp(middle + (random() < 0.5 ? -1 : 1));
    const draw = random();
    if (cancels(drawing, draw, random)) continue;
    const isBid = random() < 0.5;
    const size = drawSize(random);
    if (draw >= MARKETS_FROM && drawing.hasOpposite(isBid)) drawing.market(isBid, size);
    else drawing.limit(isBid, aside(middle, isBid, random), size);
  }
  return drawing.done();
}

/** Operations of a steady stream before its mix begins. */
export function openingOf(resting: number, orders: number): number {
  return resting + 2 * (orders - resting);
}

/**
 * In the opening, the first `resting` of `orders` orders stay and the others are cancelled at once. Then `length`
 * operations of the same mix follow on a book that keeps about this size: prices are drawn around its middle, and while
 * more than `resting` orders rest, half of the limit orders trade. So the amount of trading does not depend on the
 * size.
 */
export function drawSteadyStream(resting: number, length: number, orders = resting): Stream {
  const random = seedrandom.alea(`steady/${resting}`);
  const drawing = newDrawing(openingOf(resting, orders) + length, TICKS);
  for (let at = 0; at < orders; at += 1) {
    drawing.limit(at % 2 === 0, aside(START, at % 2 === 0, random), drawSize(random));
    if (at >= resting) drawing.cancelAt(resting);
  }
  for (let at = 0; at < length; at += 1) {
    const draw = random();
    if (cancels(drawing, draw, random)) continue;
    const isBid = random() < 0.5;
    const size = drawSize(random);
    const crosses = drawing.live > resting && random() < CROSSING;
    if (!drawing.hasOpposite(isBid)) drawing.limit(isBid, aside(START, isBid, random), size);
    else if (draw >= MARKETS_FROM) drawing.market(isBid, size);
    else if (crosses) drawing.limit(isBid, drawing.best(!isBid), size);
    else drawing.limit(isBid, aside(drawing.middle(START), isBid, random), size);
  }
  return drawing.done();
}

function cancels(drawing: Drawing, draw: number, random: Random) {
  if (draw < CANCELS_FROM || draw >= MARKETS_FROM || drawing.live === 0) return false;
  drawing.cancelAt(Math.floor(random() * drawing.live));
  return true;
}

function drawSize(random: Random) {
  return 1 + Math.floor(random() * SIZE_MAX);
}

/** A tick on the order's side of the middle; larger distances are rarer. */
function aside(middle: number, isBid: boolean, random: Random): number {
  const distance = 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - NEARER));
  return clamp(isBid ? middle - distance : middle + distance);
}

function clamp(tick: number) {
  return Math.min(TICKS - 1, Math.max(1, tick));
}
