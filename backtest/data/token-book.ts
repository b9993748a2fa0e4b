/** backtest/data/token-book: the recorded book of one token, with a digest that equals that of its mirror. */
import { DOLLAR, SIDE } from './event.ts';

export class TokenBook {
  /** Size by tick. */
  readonly bids = new Map<number, number>();
  readonly asks = new Map<number, number>();
  /** 0 when there is no bid. */
  bestBid = 0;
  /** Above a dollar when there is no ask. */
  bestAsk = DOLLAR + 1;
  /** Whether a snapshot came since the start or the last gap. */
  isKnown = false;
  digest = 0;
  /** The digest that the book of the other token has when it mirrors this one. */
  mirrorDigest = 0;

  get isCrossed(): boolean {
    return this.bestBid >= this.bestAsk;
  }

  /** Forgets all levels. */
  clear(): void {
    this.bids.clear();
    this.asks.clear();
    this.bestBid = 0;
    this.bestAsk = DOLLAR + 1;
    this.digest = 0;
    this.mirrorDigest = 0;
    this.isKnown = false;
  }

  set(side: number, tick: number, size: number): void {
    const levels = side === SIDE.buy ? this.bids : this.asks;
    const before = levels.get(tick);
    if (before !== undefined) this.#toggle(side, tick, before, -1);
    if (size === 0) levels.delete(tick);
    else {
      levels.set(tick, size);
      this.#toggle(side, tick, size, 1);
    }
    if (side === SIDE.buy) this.#updateBestBid(tick, size);
    else this.#updateBestAsk(tick, size);
  }

  #updateBestBid(tick: number, size: number) {
    if (size > 0) this.bestBid = Math.max(this.bestBid, tick);
    else if (tick === this.bestBid) {
      this.bestBid = 0;
      for (const level of this.bids.keys()) this.bestBid = Math.max(this.bestBid, level);
    }
  }

  #updateBestAsk(tick: number, size: number) {
    if (size > 0) this.bestAsk = Math.min(this.bestAsk, tick);
    else if (tick === this.bestAsk) {
      this.bestAsk = DOLLAR + 1;
      for (const level of this.asks.keys()) this.bestAsk = Math.min(this.bestAsk, level);
    }
  }

  /** Adds a level to the digests, or takes it out: they are sums, so that the order of levels does not matter. */
  #toggle(side: number, tick: number, size: number, sign: number) {
    this.digest = (this.digest + sign * levelHash(side, tick, size)) | 0;
    this.mirrorDigest = (this.mirrorDigest + sign * levelHash(1 - side, DOLLAR - tick, size)) | 0;
  }
}

function levelHash(side: number, tick: number, size: number): number {
  let hash = Math.imul(tick * 2 + side + 1, 0x9e37_79b1);
  hash = Math.imul(hash ^ (size | 0), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ Math.floor(size / 4_294_967_296), 0xc2b2_ae35);
  return (hash ^ (hash >>> 13)) | 0;
}
