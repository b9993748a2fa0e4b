/** bench/occupied-ticks: the ticks that have orders, one bit each, so that the next occupied one is found 32 ticks at a time. */

export type OccupiedTicks = Int32Array;

/** None of the ticks from 0 to `ticks` is occupied. */
export function newOccupiedTicks(ticks: number): OccupiedTicks {
  return new Int32Array((ticks >>> 5) + 1);
}

export function occupy(occupied: OccupiedTicks, tick: number): void {
  occupied[tick >>> 5] = (occupied[tick >>> 5] ?? 0) | (1 << (tick & 31));
}

export function vacate(occupied: OccupiedTicks, tick: number): void {
  occupied[tick >>> 5] = (occupied[tick >>> 5] ?? 0) & ~(1 << (tick & 31));
}

/** The highest occupied tick up to `from`; 0 without one. */
export function occupiedBelow(occupied: OccupiedTicks, from: number): number {
  let word = from >>> 5;
  let bits = (occupied[word] ?? 0) & (-1 >>> (31 - (from & 31)));
  while (bits === 0 && word > 0) {
    word -= 1;
    bits = occupied[word] ?? 0;
  }
  return bits === 0 ? 0 : (word << 5) + 31 - Math.clz32(bits);
}

/** The lowest occupied tick from `from` on; `otherwise` without one. */
export function occupiedAbove(occupied: OccupiedTicks, from: number, otherwise: number): number {
  let word = from >>> 5;
  let bits = (occupied[word] ?? 0) & (-1 << (from & 31));
  while (bits === 0 && word < occupied.length - 1) {
    word += 1;
    bits = occupied[word] ?? 0;
  }
  return bits === 0 ? otherwise : (word << 5) + 31 - Math.clz32(bits & -bits);
}
