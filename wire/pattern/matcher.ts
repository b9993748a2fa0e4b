/** wire/pattern/matcher: a matcher validates its operand, describes it in words, and compares it with a value. */
import { isObject } from '../../base/json.ts';
import { isDecimal } from '../../spec/resources/resource.ts';
import type { Work } from './work.ts';

/** One difference: the place in the actual value, the expectation in words, and an excerpt of the actual value. */
export type Difference = { readonly pointer: string; readonly expected: string; readonly actual: string };

/** A comparison that is under way. A missing value is `undefined`. */
export type Comparison = {
  readonly work: Work;
  /** Compares and reports; `pointer` and `depth` are the place of `actual`. */
  readonly compare: (pattern: unknown, actual: unknown, pointer: string, depth: number) => void;
  /** Compares and reports nothing. */
  readonly fits: (pattern: unknown, actual: unknown, depth: number) => boolean;
  /** The same comparison, whose reports name other places. */
  readonly relocated: (place: (pointer: string) => string) => Comparison;
  /** Compares whole values, in which `$` keys are ordinary keys, and reports. */
  readonly compareExactly: (expected: unknown, actual: unknown, pointer: string, depth: number) => void;
  /** The nearest of the elements that do not fit, in words that end a message. */
  readonly nearest: (pattern: unknown, elements: readonly unknown[]) => string;
  readonly say: (pattern: unknown) => string;
  readonly report: (pointer: string, expected: string, actual: unknown) => void;
};

export type Matcher = {
  /** Why the operand cannot be used, as a requirement: `needs a number`. */
  readonly fault: (operand: unknown) => string | undefined;
  /** The operand is a pattern, or a list of them. */
  readonly holds?: 'pattern' | 'patterns';
  /** The expectation in words; `say` does the same for an inner pattern. */
  readonly words: (operand: never, say: (pattern: unknown) => string) => string;
  /** Either a judgement of the value alone, which is reported in the words above, ... */
  readonly judge?: (operand: never, actual: unknown, comparison: Comparison, depth: number) => boolean;
  /** ... or a comparison that reports the differences. */
  readonly compare?: (
    operand: never,
    actual: unknown,
    at: { readonly pointer: string; readonly depth: number },
    comparison: Comparison,
  ) => void;
};

/** Thrown if a pattern cannot be judged. This is not a mismatch, which `$not` would turn into a match. */
export class UnusablePattern extends Error {
  override readonly name = 'UnusablePattern';
}

/** The matcher's name if the pattern is an object of one `$` key. */
export function matcherName(pattern: unknown): `$${string}` | undefined {
  if (!isObject(pattern)) return undefined;
  const [name, other] = Object.keys(pattern);
  return name?.startsWith('$') === true && other === undefined ? (name as `$${string}`) : undefined;
}

/** True for a text with an expression of scenarios, which can become any value; `$${` is literal. */
export function isUnfilled(value: unknown): boolean {
  return typeof value === 'string' && /(?:^|[^$])\$\{/.test(value);
}

/** True for numbers that can be ordered. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

/** The number in a decimal text; any other value as it is. */
export function numberIn(value: unknown): unknown {
  return typeof value === 'string' && isDecimal(value) ? Number(value) : value;
}

/** True for a JSON pointer: empty, or it starts with a slash. */
export function isPointer(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/|$)/.test(value);
}

export function pointerFault(operand: unknown): string | undefined {
  return isPointer(operand) ? undefined : 'needs a JSON pointer: empty, or it starts with /';
}
