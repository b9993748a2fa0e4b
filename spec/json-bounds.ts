/**
 * spec/json-bounds: how large a JSON text may be to be parsed: depth, values, items of one array or object, length of one string. One linear
 * scan before the parser, because a parsed value can take thirty times the memory of its text.
 */

/** Several times what any comment thread needs. */
const DEPTH_MAX = 1_000;
/** 500 order books of 300 levels each. */
const VALUES_MAX = 500_000;
/** Items of one array, and keys of one object: a side of a book has at most 9,999 levels. */
const ITEMS_MAX = 10_000;
const STRING_LENGTH_MAX = 512 * 1024;

/** A shorter text cannot cost much, whatever is in it. */
const HARMLESS_LENGTH = 64 * 1024;
/** Characters that are scanned at a time, as bytes: three times as fast as the characters of a text. */
const WINDOW = 16 * 1024;

const [QUOTE, BACKSLASH, COMMA] = Array.from('"\\,', (sign) => sign.charCodeAt(0));
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = Array.from('[]{}', (sign) => sign.charCodeAt(0));

const encoder = new TextEncoder();
const bytes = new Uint8Array(3 * WINDOW);

type Scan = {
  /** Items by level. */
  readonly items: Int32Array;
  depth: number;
  values: number;
  /** Bytes of the string at hand; -1 outside of strings. */
  inString: number;
  isEscaped: boolean;
};

/** The bound that a JSON text passes, in words (`nests more than 1000 levels deep`); undefined for a text within all bounds. */
export function jsonExcess(text: string): string | undefined {
  if (text.length <= HARMLESS_LENGTH) return undefined;
  const scan: Scan = { items: new Int32Array(DEPTH_MAX + 2), depth: 0, values: 0, inString: -1, isEscaped: false };
  for (let at = 0; at < text.length; at += WINDOW) {
    const { written } = encoder.encodeInto(text.slice(at, at + WINDOW), bytes);
    const excess = excessIn(scan, written);
    if (excess !== undefined) return excess;
  }
  return undefined;
}

/** Scans the first `count` of `bytes`. */
function excessIn(scan: Scan, count: number): string | undefined {
  const { items } = scan;
  let { depth, values, inString, isEscaped } = scan;
  for (let at = 0; at < count; at += 1) {
    const sign = bytes[at];
    if (inString >= 0) {
      inString += 1;
      if (isEscaped) isEscaped = false;
      else if (sign === BACKSLASH) isEscaped = true;
      else if (sign === QUOTE) inString = -1;
    } else if (sign === QUOTE) inString = 0;
    else if (sign === COMMA) {
      values += 1;
      const held = (items[depth] ?? 0) + 1;
      if (held >= ITEMS_MAX) return `has a list or an object of more than ${ITEMS_MAX} items`;
      items[depth] = held;
    } else if (sign === OPEN || sign === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > DEPTH_MAX) return `nests more than ${DEPTH_MAX} levels deep`;
      items[depth] = 0;
    } else if ((sign === CLOSE || sign === CLOSE_OBJECT) && depth > 0) depth -= 1;
  }
  Object.assign(scan, { depth, values, inString, isEscaped });
  if (values > VALUES_MAX) return `has more than ${VALUES_MAX} values`;
  return inString > STRING_LENGTH_MAX ? `has a string of more than ${STRING_LENGTH_MAX} bytes` : undefined;
}
