/** base/json-bounds: how large a JSON text may be to be parsed: its value can take thirty times its memory. */

export type JsonBounds = Readonly<{
  depth: number;
  values: number;
  /** Items of one array, and keys of one object. */
  items: number;
  stringBytes: number;
}>;

/** Bounds of a response body, such as 500 order books of 300 levels. A side of a book has at most 9,999 levels. */
const OF_BODIES: JsonBounds = { depth: 1_000, values: 500_000, items: 10_000, stringBytes: 512 * 1024 };
const DIGITS_MAX = 4_096;

/** A shorter text cannot cost much. */
const HARMLESS_LENGTH = 64 * 1024;
/** Characters that are scanned at a time, as bytes: three times as fast as the characters of a text. */
const WINDOW = 16 * 1024;

const [QUOTE, BACKSLASH, COMMA, ZERO, NINE] = [0x22, 0x5c, 0x2c, 0x30, 0x39] as const;
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

const encoder = new TextEncoder();
const window = new Uint8Array(3 * WINDOW);

const JSON_START = /^[ \t\r\n]*["[{\-\dtfn]/;

/** Whether the first byte that is not blank starts a JSON value. Blank text may start one. */
export function startsAsJson(begun: Buffer): boolean {
  const text = begun.toString('latin1', 0, HARMLESS_LENGTH);
  return JSON_START.test(text) || text.trim() === '';
}

type Place = {
  /** Items by level. */
  readonly items: Int32Array;
  depth: number;
  values: number;
  /** Bytes of the current string; -1 outside of strings. */
  inString: number;
  isEscaped: boolean;
  /** Digits of the current number. */
  digits: number;
};

/** A JSON text as it arrives. */
export type JsonScan = {
  /** Scans the next bytes; the bound that they pass, in words (`nests more than 1000 levels deep`), or undefined. */
  take(bytes: Uint8Array): string | undefined;
};

/** The bound that a whole JSON text passes, in words; undefined for a text within all bounds. */
export function jsonExcess(text: string, bounds: JsonBounds = OF_BODIES): string | undefined {
  if (text.length <= HARMLESS_LENGTH) return undefined;
  const scan = createJsonScan(bounds);
  for (let at = 0; at < text.length; at += WINDOW) {
    const { written } = encoder.encodeInto(text.slice(at, at + WINDOW), window);
    const excess = scan.take(window.subarray(0, written));
    if (excess !== undefined) return excess;
  }
  return undefined;
}

export function createJsonScan(bounds: JsonBounds = OF_BODIES): JsonScan {
  const place = {
    items: new Int32Array(bounds.depth + 2),
    depth: 0,
    values: 0,
    inString: -1,
    isEscaped: false,
    digits: 0,
  };
  return { take: (bytes) => excessIn(bytes, place, bounds) };
}

/** Scans `bytes` from `place` on, which moves to their end. */
function excessIn(bytes: Uint8Array, place: Place, bounds: JsonBounds): string | undefined {
  const { items } = place;
  const { depth: deepest, items: most } = bounds;
  let { depth, values, inString, isEscaped, digits } = place;
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at] ?? 0;
    if (inString >= 0) {
      const from = at;
      if (isEscaped) at += 1;
      while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
      isEscaped = at > bytes.length;
      inString = at < bytes.length ? -1 : inString + at - from;
    } else if (sign === QUOTE) inString = 0;
    else if (sign === COMMA) {
      values += 1;
      const held = (items[depth] ?? 0) + 1;
      if (held >= most) return `has a list or an object of more than ${most} items`;
      items[depth] = held;
      digits = 0;
    } else if (sign === OPEN || sign === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > deepest) return `nests more than ${deepest} levels deep`;
      items[depth] = 0;
    } else if (sign === CLOSE || sign === CLOSE_OBJECT) {
      if (depth > 0) depth -= 1;
      digits = 0;
    } else if (sign >= ZERO && sign <= NINE) {
      digits += 1;
      if (digits > DIGITS_MAX) return `has a number of more than ${DIGITS_MAX} digits`;
    }
  }
  Object.assign(place, { depth, values, inString, isEscaped, digits });
  if (values > bounds.values) return `has more than ${bounds.values} values`;
  return inString > bounds.stringBytes ? `has a string of more than ${bounds.stringBytes} bytes` : undefined;
}
