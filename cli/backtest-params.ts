/** cli/backtest-params: the parameters of a strategy, and which of them it never reads: a misspelt name would otherwise change nothing, silently. */
import type { Params } from '../backtest/strategy.ts';
import { likely } from '../spec/closest.ts';

export class ReadParams {
  /** The parameters for the strategy. Each name that it reads is noted, also one that was not given. */
  readonly params: Params;
  private readonly given: Params;
  private readonly names = new Set<string>();

  constructor(given: Params) {
    this.given = given;
    this.params = new Proxy(given, {
      get: (target, name) => {
        if (typeof name === 'string') this.names.add(name);
        return Reflect.get(target, name);
      },
      has: (target, name) => {
        if (typeof name === 'string') this.names.add(name);
        return Reflect.has(target, name);
      },
    });
  }

  /** A warning for each given parameter that was never read. */
  warnings(): readonly string[] {
    const read = [...this.names];
    return Object.keys(this.given)
      .filter((name) => !this.names.has(name))
      .map((name) => {
        const [near] = likely(name, read);
        const known = read.length === 0 ? 'it reads no parameters' : `it reads ${read.join(', ')}`;
        const hint = near === undefined ? '' : `; did you mean ${near}?`;
        return `--param ${name} changed nothing: the strategy never read it; ${known}${hint}`;
      });
  }
}
