/** backtest/run/callbacks: calls the strategy. An error of it ends the run with the callback and the row. */
import type { Context, Strategy } from '../strategy.ts';

export type CallbackName = keyof Strategy;

export class StrategyFailure extends Error {
  override readonly name = 'StrategyFailure';
  readonly callback: CallbackName;
  readonly failure: Error;

  constructor(callback: CallbackName, failure: unknown) {
    super(`${callback} threw`);
    this.callback = callback;
    this.failure = failure instanceof Error ? failure : new Error(String(failure));
  }
}

export class Callbacks {
  /** The callback that runs, or ran last. */
  current: CallbackName = 'onStart';
  readonly readsBooks: boolean;
  /** Whether the strategy has a callback for rows of the feed. */
  readonly readsFeed: boolean;
  readonly #strategy: Strategy;
  readonly #before: (callback: string) => void;

  /** `before` is called before each callback. */
  constructor(strategy: Strategy, before: (callback: string) => void) {
    this.#strategy = strategy;
    this.#before = before;
    this.readsBooks = strategy.onBook !== undefined;
    this.readsFeed = this.readsBooks || strategy.onTrade !== undefined || strategy.onMarketStart !== undefined;
  }

  /** Calls a callback if the strategy has it. Throws `StrategyFailure`. */
  call<Name extends CallbackName>(name: Name, ...args: Parameters<NonNullable<Strategy[Name]>>): void {
    const callback = this.#strategy[name] as ((...given: typeof args) => void) | undefined;
    if (callback === undefined) return;
    this.current = name;
    this.#before(name);
    try {
      callback.apply(this.#strategy, args);
    } catch (error) {
      throw new StrategyFailure(name, error);
    }
  }

  /** The callback of most calls, without a list of arguments. */
  onBook(book: Parameters<NonNullable<Strategy['onBook']>>[0], context: Context): void {
    this.current = 'onBook';
    this.#before('onBook');
    try {
      this.#strategy.onBook?.(book, context);
    } catch (error) {
      throw new StrategyFailure('onBook', error);
    }
  }
}
