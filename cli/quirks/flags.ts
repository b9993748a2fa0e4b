/** cli/quirks/flags: the parsed flags of `touchstone quirks`. */

export type QuirksFlags = {
  readonly only: readonly string[];
  readonly layer?: 'handler' | 'world' | 'transport';
  readonly seeds: number;
  readonly seed: number;
  readonly jobs?: number;
  readonly queue?: string;
  readonly json?: true;
  readonly report?: readonly string[];
};
