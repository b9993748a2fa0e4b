/** wire/pattern/matcher: the contract of a matcher: it validates its operand, describes it in words, and compares it with a value. */
import { isObject } from '../../spec/json.ts';
import type { Work } from './work.ts';

/** One difference: where in the actual value, what was expected in words, and an excerpt of what is there. */
export type Difference = { readonly pointer: string; readonly expected: string; readonly actual: string };

/** A comparison that is under way. A value that is not there is `undefined`. */
export type Comparison = {
  readonly work: Work;
  /** Compares and reports; `pointer` and `depth` say where `actual` is. */
  readonly compare: (pattern: unknown, actual: unknown, pointer: string, depth: number) => void;
  /** Compares and reports nothing. */
  readonly fits: (pattern: unknown, actual: unknown, depth: number) => boolean;
  /** Compares the whole, in which `$` keys are keys like others, and reports. */
  readonly compareExactly: (expected: unknown, actual: unknown, pointer: string, depth: number) => void;
  /** Which of the elements that do not fit is nearest to it, in words that end a message. */
  readonly nearest: (pattern: unknown, elements: readonly unknown[]) => string;
  /** A pattern in words. */
  readonly say: (pattern: unknown) => string;
  readonly report: (pointer: string, expected: string, actual: unknown) => void;
};

export type Matcher = {
  /** Why the operand cannot be used, in words that say what it has to be. */
  readonly fault: (operand: unknown) => string | undefined;
  /** Which patterns the operand holds: it is one, or a list of them. */
  readonly holds?: 'pattern' | 'patterns';
  /** The expectation in words; `say` does the same for an inner pattern. */
  readonly words: (operand: never, say: (pattern: unknown) => string) => string;
  /** Either a judgement of the value alone, which is reported in the words above, ... */
  readonly judge?: (operand: never, actual: unknown, comparison: Comparison, depth: number) => boolean;
  /** ... or a comparison that reports for itself. */
  readonly compare?: (
    operand: never,
    actual: unknown,
    at: { readonly pointer: string; readonly depth: number },
    comparison: Comparison,
  ) => void;
};

/**
 * Thrown where a pattern has no answer to give: it cannot be read, or its regular expression has no end. Never taken for a
 * value that does not match, which `$not` would turn into one that does.
 */
export class Unanswerable extends Error {
  override readonly name = 'Unanswerable';
}

/** The matcher's name where a pattern is an object of one `$` key. */
export function matcherName(pattern: unknown): `$${string}` | undefined {
  if (!isObject(pattern)) return undefined;
  const [name, ...others] = Object.keys(pattern);
  return name?.startsWith('$') === true && others.length === 0 ? (name as `$${string}`) : undefined;
}

/** True for a text with an expression of scenarios in it, which can become any value before the pattern is used; `$${` is literal. */
export function isUnfilled(value: unknown): boolean {
  return typeof value === 'string' && /(?:^|[^$])\$\{/.test(value);
}

/** A number that has a place among others. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}
