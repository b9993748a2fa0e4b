/** backtest/data/generate/generated-market: one market whose book changes at random, mirrored and never crossed. */
import type { Rng } from '../../../base/rng.ts';
import { formatUnits } from '../../../base/units.ts';

/** A row of the layout plain, in the order of its columns. */
export type PlainRow = readonly string[];

export type SideName = 'buy' | 'sell';

/** Takes the rows of a market, with their moment and their message filled in. */
export type RowSink = (kind: string, token: string, side: string, price: string, size: string, market: string) => void;

const CENTS = 100;
const PRICES = Array.from({ length: CENTS + 1 }, (_, cent) => formatUnits(cent, 2));
/** The outermost levels never change, so that both sides of the book always have one. */
const DEEP = { buy: 1, sell: CENTS - 1 } as const;
/** In hundredths of a share. */
const DEEP_SIZE = 100_000;
const SIZE_MAX = 50_000;
const REACH = 8;

export class GeneratedMarket {
  readonly name: string;
  readonly yes: string;
  readonly no: string;
  readonly rng: Rng;
  /** Hundredths of a share by cent. Bids are at or below the middle, asks above it. */
  readonly #bids = new Array<number>(CENTS + 1).fill(0);
  readonly #asks = new Array<number>(CENTS + 1).fill(0);
  #middle: number;
  readonly #emit: RowSink;

  constructor(name: string, rng: Rng, emit: RowSink) {
    this.name = name;
    this.rng = rng;
    this.#emit = emit;
    this.yes = BigInt(`0x${rng.hex(64)}`).toString();
    this.no = BigInt(`0x${rng.hex(64)}`).toString();
    this.#middle = rng.between(20, 80);
    this.#bids[DEEP.buy] = DEEP_SIZE;
    this.#asks[DEEP.sell] = DEEP_SIZE;
    for (let offset = 0; offset < REACH; offset += 1) {
      this.#bids[this.#middle - offset] = this.#randomSize();
      this.#asks[this.#middle + 1 + offset] = this.#randomSize();
    }
  }

  /** The whole book of both tokens. */
  snapshot(): void {
    for (const isYes of [true, false]) {
      const token = isYes ? this.yes : this.no;
      for (let cent = 1; cent < CENTS; cent += 1) {
        const level = isYes ? cent : CENTS - cent;
        const [bid = 0, ask = 0] = isYes
          ? [this.#bids[level], this.#asks[level]]
          : [this.#asks[level], this.#bids[level]];
        if (bid > 0) this.#row('snapshot', token, 'buy', cent, bid);
        if (ask > 0) this.#row('snapshot', token, 'sell', cent, ask);
      }
    }
  }

  change(): void {
    const [side, cent] = this.#randomLevel();
    this.#set(side, cent, this.#otherSize(side, cent));
  }

  /** The middle moves by a cent. The level that it passes is removed first. */
  move(): void {
    const isUp = this.#middle <= 20 || (this.#middle < 80 && this.rng.chance(0.5));
    const cent = isUp ? this.#middle + 1 : this.#middle;
    const levels = isUp ? this.#asks : this.#bids;
    if (levels[cent] === 0) this.change();
    else this.#set(isUp ? 'sell' : 'buy', cent, 0);
    if (levels[cent] === 0) this.#middle += isUp ? 1 : -1;
  }

  /** A taker trades with the best level. Unless `isPrinted`, only a new snapshot shows it. */
  trade(isPrinted: boolean): boolean {
    const side: SideName = this.rng.chance(0.5) ? 'buy' : 'sell';
    const resting: SideName = side === 'buy' ? 'sell' : 'buy';
    const cent = this.#best(resting);
    if (cent === DEEP[resting]) {
      this.change();
      return false;
    }
    const levels = resting === 'buy' ? this.#bids : this.#asks;
    const before = levels[cent] ?? 0;
    const size = this.rng.between(1, before);
    if (isPrinted) {
      this.#row('trade', this.yes, side, cent, size);
      this.#set(resting, cent, before - size);
    } else {
      levels[cent] = before - size;
      this.snapshot();
    }
    return true;
  }

  /** Only the first token changes. The function it returns makes the other follow. */
  changeFirstAlone(): () => void {
    const [side, cent] = this.#randomLevel();
    const size = this.#otherSize(side, cent);
    this.#assign(side, cent, size);
    this.#row('level', this.yes, side, cent, size);
    return () => this.#mirrored(side, cent, size);
  }

  /** A bid at the best ask. The function it returns removes it. */
  cross(): () => void {
    const cent = this.#best('sell');
    const show = (size: number) => {
      this.#row('level', this.yes, 'buy', cent, size);
      this.#mirrored('buy', cent, size);
    };
    show(this.#randomSize());
    return () => show(0);
  }

  /** A level that is as it was: the deepest bid of the first token, with another text for a side or a size. */
  restate(side: string = 'buy', size = formatUnits(DEEP_SIZE, 2)): void {
    this.#emit('level', this.yes, side, PRICES[DEEP.buy] ?? '', size, this.name);
  }

  #set(side: SideName, cent: number, size: number) {
    this.#assign(side, cent, size);
    this.#row('level', this.yes, side, cent, size);
    this.#mirrored(side, cent, size);
  }

  #assign(side: SideName, cent: number, size: number) {
    (side === 'buy' ? this.#bids : this.#asks)[cent] = size;
  }

  #mirrored(side: SideName, cent: number, size: number) {
    this.#row('level', this.no, side === 'buy' ? 'sell' : 'buy', CENTS - cent, size);
  }

  #row(kind: string, token: string, side: string, cent: number, size: number) {
    this.#emit(kind, token, side, PRICES[cent] ?? '', formatUnits(size, 2), this.name);
  }

  #best(side: SideName): number {
    const step = side === 'buy' ? -1 : 1;
    const levels = side === 'buy' ? this.#bids : this.#asks;
    let cent = side === 'buy' ? this.#middle : this.#middle + 1;
    while (levels[cent] === 0) cent += step;
    return cent;
  }

  #randomLevel(): readonly [SideName, number] {
    const offset = this.rng.int(REACH);
    return this.rng.chance(0.5) ? ['buy', this.#middle - offset] : ['sell', this.#middle + 1 + offset];
  }

  #otherSize(side: SideName, cent: number): number {
    const before = (side === 'buy' ? this.#bids : this.#asks)[cent] ?? 0;
    const size = this.rng.chance(0.3) ? 0 : this.#randomSize();
    return size === before ? before + 1 : size;
  }

  #randomSize() {
    return this.rng.between(1, SIZE_MAX);
  }
}
