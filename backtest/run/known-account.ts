/** backtest/run/known-account: cash and shares as the strategy knows them, after the responses of its fills. */
import { getOrAdd } from '../../base/record.ts';

/** Shares that came or went (negative), the cash that moved the other way, and the trade that moved them. */
type Move = { readonly size: number; readonly cash: number; readonly trade: object | undefined };

/** Shares of one token and what was paid for them. */
type Holding = { size: number; cost: number; readonly moves: Move[] };

export class KnownAccount {
  cash: number;
  readonly #holdings = new Map<number, Holding>();

  readonly #canReverse: boolean;

  /** `canReverse`: keeps every movement, so that a trade can be undone. */
  constructor(deposit: number, canReverse: boolean) {
    this.cash = deposit;
    this.#canReverse = canReverse;
  }

  sizeOf(token: number): number {
    return this.#holdings.get(token)?.size ?? 0;
  }

  costOf(token: number): number {
    return this.#holdings.get(token)?.cost ?? 0;
  }

  /** `cash` moved for `size` shares: negative cash for shares that came. */
  move(token: number, size: number, cash: number, trade?: object): void {
    this.cash += cash;
    const holding = getOrAdd(this.#holdings, token, () => ({ size: 0, cost: 0, moves: [] }));
    const move = { size, cash, trade };
    apply(holding, move);
    if (this.#canReverse) holding.moves.push(move);
  }

  /** Cash and shares are as if a trade had not been. Shares that a settlement has turned into cash stay cash. */
  reverse(token: number, trade: object): void {
    const { moves = [] } = this.#holdings.get(token) ?? {};
    const kept = moves.filter((move) => move.trade !== trade);
    for (const move of moves) if (move.trade === trade) this.cash -= move.cash;
    const holding: Holding = { size: 0, cost: 0, moves: kept };
    for (const move of kept) apply(holding, move);
    this.#holdings.set(token, holding);
  }

  /** A split or a merge: each outcome has half of the cost. */
  moveSets(market: number, size: number): void {
    for (const token of [market * 2, market * 2 + 1]) this.move(token, size, -size / 2);
  }

  /** All shares of a market became cash. */
  settle(market: number, paid: number): void {
    this.cash += paid;
    this.#holdings.delete(market * 2);
    this.#holdings.delete(market * 2 + 1);
  }

  held(): readonly number[] {
    return [...this.#holdings].filter(([, { size }]) => size > 0).map(([token]) => token);
  }
}

/** Shares that leave take their part of the cost, so that the average price of the rest stays. */
function apply(holding: Holding, { size, cash }: Move) {
  if (size >= 0) holding.cost -= cash;
  else if (holding.size > 0) holding.cost *= Math.max(0, holding.size + size) / holding.size;
  holding.size += size;
}
