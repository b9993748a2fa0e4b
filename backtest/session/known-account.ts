/**
 * backtest/session/known-account: cash and shares as the strategy knows them: fills count when their response has arrived. Micro dollars and micro shares.
 */

/** Shares of one token and what was paid for them. */
type Holding = { size: number; cost: number };

export class KnownAccount {
  cash: number;
  private readonly holdings = new Map<number, Holding>();

  constructor(deposit: number) {
    this.cash = deposit;
  }

  sizeOf(token: number): number {
    return this.holdings.get(token)?.size ?? 0;
  }

  costOf(token: number): number {
    return this.holdings.get(token)?.cost ?? 0;
  }

  /** `cash` moved for `size` shares: negative cash for shares that came. */
  move(token: number, size: number, cash: number): void {
    this.cash += cash;
    const holding = this.holdings.get(token) ?? { size: 0, cost: 0 };
    this.holdings.set(token, holding);
    // Shares that leave take their part of the cost, so that the average price of the rest stays.
    if (size >= 0) holding.cost -= cash;
    else if (holding.size > 0) holding.cost *= Math.max(0, holding.size + size) / holding.size;
    holding.size += size;
  }

  /** A split or a merge: each outcome has half of the cost. */
  moveSets(market: number, size: number): void {
    for (const token of [market * 2, market * 2 + 1]) this.move(token, size, -size / 2);
  }

  /** All shares of a market became cash. */
  settle(market: number, paid: number): void {
    this.cash += paid;
    this.holdings.delete(market * 2);
    this.holdings.delete(market * 2 + 1);
  }

  /** Tokens of which there are shares. */
  held(): readonly number[] {
    return [...this.holdings].filter(([, { size }]) => size > 0).map(([token]) => token);
  }
}
