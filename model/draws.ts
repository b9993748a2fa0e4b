/** model/draws: draws from a random stream: xorshift128 on four 32-bit words. A draw allocates nothing. */
/** Its state; at least one word is not 0. */
export type Stream = { x: number; y: number; z: number; w: number };

/** 31 random bits. */
export function draw(stream: Stream): number {
  const t = stream.x ^ (stream.x << 11);
  stream.x = stream.y;
  stream.y = stream.z;
  stream.z = stream.w;
  const w = stream.w ^ (stream.w >>> 19) ^ t ^ (t >>> 8);
  stream.w = w;
  return w >>> 1;
}

/** An integer from 0 up to, not including, `bound`, which is at most 2^31. */
export function below(stream: Stream, bound: number): number {
  return draw(stream) % bound;
}

/** An integer between two bounds, both included. */
export function between(stream: Stream, min: number, max: number): number {
  return min + (draw(stream) % (max - min + 1));
}

/** True once in `outOf` draws. */
export function oneIn(stream: Stream, outOf: number): boolean {
  return draw(stream) % outOf === 0;
}

/** A list that is not empty. */
export type Some<Item> = readonly [Item, ...Item[]];

/** One of the items; repeated items are more likely. */
export function pick<Item>(stream: Stream, items: Some<Item>): Item {
  return items[draw(stream) % items.length] ?? items[0];
}
