/** backtest/read-params: a strategy's parameters, and those that it never reads: misspelt ones would change nothing. */
import { likely } from '../base/closest.ts';
import type { Params } from './strategy.ts';

export class ReadParams {
  /** The parameters for the strategy. Each name that it reads is noted, also one that was not given. */
  readonly params: Params;
  readonly #given: Params;
  readonly #names = new Set<string>();

  constructor(given: Params) {
    this.#given = given;
    this.params = new Proxy(given, {
      get: (target, name) => {
        if (typeof name === 'string') this.#names.add(name);
        return Reflect.get(target, name);
      },
      has: (target, name) => {
        if (typeof name === 'string') this.#names.add(name);
        return Reflect.has(target, name);
      },
    });
  }

  /** The names that were read, also those that were not given. */
  get read(): readonly string[] {
    return [...this.#names];
  }

  /** The given names that were never read. */
  get unread(): readonly string[] {
    return Object.keys(this.#given).filter((name) => !this.#names.has(name));
  }
}

/** The warning for a parameter that a strategy never read. `flag` is how it was given. */
export function unreadWarning(flag: string, name: string, read: readonly string[]): string {
  const [near] = likely(name, read);
  const known = read.length === 0 ? 'it reads no parameters' : `it reads ${read.join(', ')}`;
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return `${flag} ${name} changed nothing: the strategy never read it; ${known}${hint}`;
}
