/**
 * conformance/saving/forms: what a value is like that is another in every run: a moment, a hash, an id. Told by its kind, and where
 * that says too little by the shape of its text.
 */
import { patternOf } from '../../scenarios/recording/patterns.ts';
import type { Vocabulary } from '../../scenarios/recording/vocabulary.ts';
import { parseJsonStringArray } from '../../spec/resources/resource.ts';

/** Moments in seconds are below, those in milliseconds above it. */
const SECONDS_MAX = 100_000_000_000;
/** Longer texts are no moments. */
const SHAPED_LENGTH = 40;

const asked: ReadonlySet<string> = new Set();

/** Patterns that a value like `wanted` meets, the plainest first. */
export function formsOf(wanted: unknown, got: unknown, key: string, vocabulary: Vocabulary): readonly unknown[] {
  if (typeof wanted === 'object' && wanted !== null) return [];
  const list = typeof wanted === 'string' ? parseJsonStringArray(wanted) : undefined;
  if (list !== undefined) return [{ $json: patternOf(list, { vocabulary, asked }, key) }];
  const plain = patternOf(wanted, { vocabulary, asked }, key);
  const isVolatile = typeof plain === 'object' && plain !== null;
  if (!isVolatile) return [plain];
  if (typeof wanted === 'number' && typeof got === 'number') {
    if (wanted < SECONDS_MAX && got >= SECONDS_MAX) return [{ $lt: SECONDS_MAX }];
    return wanted >= SECONDS_MAX && got < SECONDS_MAX ? [{ $gte: SECONDS_MAX }] : [];
  }
  const isMoment = typeof wanted === 'string' && wanted.length <= SHAPED_LENGTH && /^\d/.test(wanted);
  return isMoment ? [plain, { $match: shapeOf(wanted) }] : [plain];
}

/** `^\d{4}-\d{2}-\d{2}$` for a day. */
function shapeOf(text: string): string {
  const parts = text.match(/\d+|\D+/g) ?? [];
  const shapes = parts.map((part) =>
    /\d/.test(part)
      ? `\\d{${part.length}}`
      : part.replaceAll(/[^\w\s:]/g, (sign) => (sign === '-' ? sign : `\\${sign}`)),
  );
  return `^${shapes.join('')}$`;
}
