/** backtest/overlay/market-book: the recorded book of one market by the rows of one token, in first-outcome prices. */
import { DOLLAR, FLAG, KIND, SIDE } from '../data/event.ts';

/** The effect of a row on the book. */
export const CHANGE = {
  none: 0,
  /** One level has another size, given by `side`, `price`, `before` and `size`. */
  level: 1,
  /** A snapshot, or one side of a quote, replaced the book. */
  replaced: 2,
  /** A trade: `side` is the taker's, `price` and `size` in terms of the first outcome. */
  trade: 3,
  /** The recording has a gap: the book is unknown. */
  gap: 4,
  /** The last trade again, with the taker on the other side: only one side can have orders at its price. */
  otherTaker: 5,
} as const;

const NO_SIZES = new Float64Array(0);

/** Price steps that markets have, 1e-4 dollars. */
const TICKS = [100, 10, 1] as const;

export class MarketBook {
  isKnown = false;
  /** 1e-4 dollars; 0 when there is no bid, a dollar when there is no ask. */
  bestBid = 0;
  bestAsk = DOLLAR;
  /** The coarsest step that fits all prices so far. */
  tick: number = TICKS[0];
  /** Fields of the last change. */
  side = 0;
  price = 0;
  before = 0;
  size = 0;
  /** The outcome whose rows make the book, plus 2 if they are quotes; -1 before a snapshot and after a gap. */
  #source = -1;
  /** Whether snapshots remember the book before them, for `eachLost`. */
  keepsPrevious = false;
  #isReplacing = false;
  readonly #quoteSize: number;
  /** Sizes by price, made for the first level; a quoted side has one level, whose size is `quoted`. */
  #bids = NO_SIZES;
  #asks = NO_SIZES;
  #lowestBid = DOLLAR;
  #highestAsk = 0;
  readonly #quoted = [0, 0];
  /** By side: whether the size of the quote is assumed. */
  readonly #assumed = [false, false];
  /** Levels of the book before the last snapshot: side, price and size of each. */
  readonly #previous: number[] = [];
  /** Levels with shares by side: now, and in the last snapshot; the most of a snapshot since the last gap. */
  readonly #depth = [0, 0];
  readonly #levels = [0, 0];
  #deepest = 0;
  /** Whether a level change beyond the window has shown, since the last gap, that the recording has the whole book. */
  #isWhole = false;
  /** Whether a crossed book kept fills from happening since it was last in order. */
  isUncrossing = false;

  /** `quoteSize`: micro shares that a quote without a size stands for. */
  constructor(quoteSize: number) {
    this.#quoteSize = quoteSize;
  }

  /** Whether the best bid is not below the best ask: the recording has lost or disordered a row. */
  get isCrossed(): boolean {
    return this.bestBid >= this.bestAsk;
  }

  /** Whether quotes make the book. */
  get isQuoted(): boolean {
    return this.#source >= 2;
  }

  /** Whether a quote without a size makes the book. */
  get isUnsized(): boolean {
    return this.#source >= 2 && this.#assumed.includes(true);
  }

  /** Whether the recording shows the size at a price: not beyond the window of a snapshot, or behind a quote. */
  shows(side: number, price: number): boolean {
    const isBid = side === SIDE.buy;
    if (this.#source >= 2) return isBid ? price >= this.bestBid : price <= this.bestAsk;
    if (this.#isWhole || (isBid ? price >= this.#lowestBid : price <= this.#highestAsk)) return true;
    return (this.#levels[side] as number) < this.#deepest;
  }

  /** Calls `visit` with the levels that the last snapshot shows smaller than they were. */
  eachLost(visit: (side: number, price: number, before: number, size: number) => void): void {
    for (let at = 0; at < this.#previous.length; at += 3) {
      const [side, price, before] = [this.#previous[at], this.#previous[at + 1], this.#previous[at + 2]];
      const size = this.sizeAt(side as number, price as number);
      if (size < (before as number) && this.shows(side as number, price as number))
        visit(side as number, price as number, before as number, size);
    }
    this.#previous.length = 0;
  }

  /** Whether the last snapshot differs from the book before it, as quotes always do. To be read before `eachLost`. */
  get hasMoved(): boolean {
    if (this.#source >= 2 || this.#previous.length !== 3 * ((this.#levels[0] as number) + (this.#levels[1] as number)))
      return true;
    for (let at = 0; at < this.#previous.length; at += 3) {
      const [side, price, size] = [this.#previous[at], this.#previous[at + 1], this.#previous[at + 2]];
      if (this.sizeAt(side as number, price as number) !== size) return true;
    }
    return false;
  }

  /** Micro shares at a price of the first outcome. */
  sizeAt(side: number, price: number): number {
    if (this.#source < 2) return (side === SIDE.buy ? this.#bids : this.#asks)[price] ?? 0;
    return price === (side === SIDE.buy ? this.bestBid : this.bestAsk) ? (this.#quoted[side] as number) : 0;
  }

  /** The last price of a side that has shares, or one beyond it. */
  worstPrice(side: number): number {
    if (this.#source >= 2) return side === SIDE.buy ? this.bestBid : this.bestAsk;
    return side === SIDE.buy ? this.#lowestBid : this.#highestAsk;
  }

  /** Whether the snapshot that `apply` reads now has more rows to come. */
  get isIncomplete(): boolean {
    return this.#isReplacing;
  }

  /** Applies a row of one outcome and returns a code of `CHANGE`. */
  apply(kind: number, outcome: number, rowSide: number, tick: number, size: number, flags: number): number {
    const side = outcome === 0 || rowSide === SIDE.unknown ? rowSide : 1 - rowSide;
    const price = outcome === 0 ? tick : DOLLAR - tick;
    switch (kind) {
      case KIND.level:
        return outcome === this.#source && !this.#isReplacing
          ? this.#changeLevel(side, price, size, flags)
          : CHANGE.none;
      case KIND.snapshot:
        return this.#replace(outcome, side, price, size, flags);
      case KIND.trade:
        return this.#trade(outcome, side, price, size, flags);
      case KIND.quote:
        return this.#quote(outcome, side, tick === 0 ? 0 : price, size);
      default:
        return this.#source < 0 && !this.#isReplacing ? CHANGE.none : this.reset();
    }
  }

  /** Forgets the book, as at the beginning of a gap. */
  reset(): number {
    this.#clear();
    this.isKnown = false;
    this.#isReplacing = false;
    this.#source = -1;
    this.#deepest = 0;
    this.#isWhole = false;
    return CHANGE.gap;
  }

  #trade(outcome: number, side: number, price: number, size: number, flags: number): number {
    if ((flags & (FLAG.mirrored | FLAG.otherTaker)) === FLAG.mirrored) return CHANGE.none;
    // Fills are inferred for both tokens of a market: those of one count.
    if ((flags & FLAG.inferred) !== 0 && outcome !== this.#source) return CHANGE.none;
    this.#refineTick(price);
    this.side = side;
    this.price = price;
    this.size = size;
    return (flags & FLAG.otherTaker) === 0 ? CHANGE.trade : CHANGE.otherTaker;
  }

  #replace(outcome: number, side: number, price: number, size: number, flags: number): number {
    if (this.#source === 1 - outcome) return CHANGE.none;
    if ((flags & FLAG.first) !== 0) {
      this.#source = outcome;
      this.#isReplacing = true;
      this.#previous.length = 0;
      if (this.isKnown && this.keepsPrevious) this.#eachLevel((...level) => this.#previous.push(...level));
      this.#clear();
    }
    if (!this.#isReplacing) return CHANGE.none;
    if (side !== SIDE.unknown) this.#setLevel(side, price, size);
    if ((flags & FLAG.last) === 0) return CHANGE.none;
    this.#isReplacing = false;
    this.isKnown = true;
    for (const [at, levels] of this.#depth.entries()) this.#levels[at] = levels;
    this.#deepest = Math.max(this.#deepest, ...this.#levels);
    if (this.#isWhole && this.#lacksLevels()) this.#isWhole = false;
    return CHANGE.replaced;
  }

  /** Whether a level beyond the last snapshot was there before it and left without a row. */
  #lacksLevels(): boolean {
    for (let at = 0; at < this.#previous.length; at += 3) {
      const [side, price] = [this.#previous[at], this.#previous[at + 1]] as [number, number];
      if (side === SIDE.buy ? price < this.#lowestBid : price > this.#highestAsk) return true;
    }
    return false;
  }

  /** A level that makes its side deeper than every snapshot: no window. Only the last row of a message proves it. */
  #changeLevel(side: number, price: number, size: number, flags: number): number {
    const isBeyond = side === SIDE.buy ? price < this.#lowestBid : price > this.#highestAsk;
    const change = this.#setLevel(side, price, size);
    if (isBeyond && (this.#depth[side] as number) > this.#deepest && (flags & FLAG.last) !== 0) this.#isWhole = true;
    return change;
  }

  /** A quote is the whole side. A market whose books were recorded does not need it. */
  #quote(outcome: number, side: number, price: number, size: number): number {
    if (this.#source >= 0 && this.#source !== outcome + 2) return CHANGE.none;
    this.#source = outcome + 2;
    this.isKnown = true;
    const isEmpty = price <= 0 || price >= DOLLAR;
    if (!isEmpty) this.#refineTick(price);
    if (side === SIDE.buy) this.bestBid = isEmpty ? 0 : price;
    else this.bestAsk = isEmpty ? DOLLAR : price;
    this.#quoted[side] = isEmpty ? 0 : size > 0 ? size : this.#quoteSize;
    this.#assumed[side] = !isEmpty && size === 0;
    return CHANGE.replaced;
  }

  #setLevel(side: number, price: number, size: number): number {
    if (price <= 0 || price >= DOLLAR) return CHANGE.none;
    if (this.#bids.length === 0) this.#makeRoom();
    const sizes = side === SIDE.buy ? this.#bids : this.#asks;
    this.#refineTick(price);
    this.side = side;
    this.price = price;
    this.before = sizes[price] as number;
    this.size = size;
    sizes[price] = size;
    if (this.before === 0 && size > 0) this.#depth[side] = (this.#depth[side] as number) + 1;
    else if (this.before > 0 && size === 0) this.#depth[side] = (this.#depth[side] as number) - 1;
    if (side === SIDE.buy) this.#moveBestBid(price, size);
    else this.#moveBestAsk(price, size);
    return CHANGE.level;
  }

  #moveBestBid(price: number, size: number) {
    if (size > 0) {
      if (price > this.bestBid) this.bestBid = price;
      if (price < this.#lowestBid) this.#lowestBid = price;
    } else if (price === this.bestBid) {
      let best = price - 1;
      while (best > 0 && this.#bids[best] === 0) best -= 1;
      this.bestBid = best;
    }
  }

  #moveBestAsk(price: number, size: number) {
    if (size > 0) {
      if (price < this.bestAsk) this.bestAsk = price;
      if (price > this.#highestAsk) this.#highestAsk = price;
    } else if (price === this.bestAsk) {
      let best = price + 1;
      while (best < DOLLAR && this.#asks[best] === 0) best += 1;
      this.bestAsk = best;
    }
  }

  #eachLevel(visit: (side: number, price: number, size: number) => void) {
    for (let price = this.bestBid; price > 0 && price >= this.#lowestBid; price -= this.tick) {
      if (this.#bids[price] !== 0) visit(SIDE.buy, price, this.#bids[price] as number);
    }
    for (let price = this.bestAsk; price < DOLLAR && price <= this.#highestAsk; price += this.tick) {
      if (this.#asks[price] !== 0) visit(SIDE.sell, price, this.#asks[price] as number);
    }
  }

  #refineTick(price: number) {
    if (price % this.tick !== 0) this.tick = TICKS.find((tick) => price % tick === 0) ?? 1;
  }

  #makeRoom() {
    this.#bids = new Float64Array(DOLLAR + 1);
    this.#asks = new Float64Array(DOLLAR + 1);
  }

  #clear() {
    this.#bids.fill(0, this.#lowestBid, this.bestBid + 1);
    this.#asks.fill(0, this.bestAsk, this.#highestAsk + 1);
    this.#lowestBid = DOLLAR;
    this.#highestAsk = 0;
    this.bestBid = 0;
    this.bestAsk = DOLLAR;
    this.#depth.fill(0);
    this.#quoted.fill(0);
    this.#assumed.fill(false);
  }
}
