/** scenarios/recording/har-split: entries of a HAR in pieces of bytes, and its text with numbers in their place. */

import { parseUnbounded } from '../../base/json.ts';

export type HarParts = Readonly<{
  frame: string;
  /** The first byte of each entry, and the first one after it, by its number in the frame. */
  starts: readonly number[];
  ends: readonly number[];
  /** The same for the contents of the longest string of each entry, which is most often a body. */
  longStarts: readonly number[];
  longEnds: readonly number[];
  heavy: ReadonlySet<number>;
}>;

/** Bounds of a file: entries, bytes of its frame, and values of an entry, up to thirty times as large in memory. */
export const HAR_BOUNDS = { entries: 500_000, frameBytes: 16_000_000, values: 1_000_000 } as const;
type HarBounds = Readonly<Record<keyof typeof HAR_BOUNDS, number>>;

const LIST_LEVEL = 3;
/** Length of the longest spelling of a key that is looked for, in which every character is escaped. */
const KEY_LENGTH_MAX = '"entries"'.length * 6;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c] as const;
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const SPACES: ReadonlySet<number> = new Set(Array.from(' \t\n\r', (sign) => sign.charCodeAt(0)));

export class HarSplitter {
  readonly #bounds: HarBounds;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #longStarts: number[] = [];
  readonly #longEnds: number[] = [];
  readonly #heavy = new Set<number>();
  #frame = Buffer.allocUnsafe(64 * 1024);
  #length = 0;
  /** Bytes before the current piece. */
  #taken = 0;
  /** Levels in the frame, and in the current entry. */
  #depth = 0;
  #inner = 0;
  #values = 0;
  /** The current string of an entry, and its longest string so far. */
  #begin = 0;
  #longStart = 0;
  #longEnd = 0;
  #isInString = false;
  #isEscaped = false;
  #isInEntry = false;
  /** True directly inside of the list `log.entries`. */
  #isInList = false;
  /** The last string of the frame, and the parts of the path log.entries that lead to the current place. */
  #stringStart = 0;
  #stringEnd = 0;
  #isLog = false;
  #isEntries = false;

  constructor(bounds: HarBounds = HAR_BOUNDS) {
    this.#bounds = bounds;
  }

  /** Splits the next bytes. Returns the bound that they exceed, in words, or undefined. */
  take(bytes: Uint8Array): string | undefined {
    const { entries, frameBytes } = this.#bounds;
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#isInEntry) at = this.#passEntry(bytes, at);
      else if (this.#isInList && this.#beginsEntry(bytes[at] ?? 0)) {
        if (this.#starts.length === entries) return `has more than ${entries} entries`;
        for (const digit of Buffer.from(String(this.#starts.length))) this.#put(digit);
        this.#starts.push(this.#taken + at);
        this.#isInEntry = true;
        at = this.#passEntry(bytes, at);
      }
      const sign = bytes[at];
      if (sign !== undefined) this.#passFrame(sign);
      if (this.#length > frameBytes) return `has more than ${frameBytes / 1e6} MB beside its entries`;
    }
    this.#taken += bytes.length;
    return undefined;
  }

  /** The number of the entry in which the bytes so far end, and its first byte; undefined if they end in the frame. */
  openEntry(): { readonly index: number; readonly start: number } | undefined {
    const index = this.#starts.length - 1;
    return this.#isInEntry ? { index, start: this.#starts[index] ?? 0 } : undefined;
  }

  parts(): HarParts {
    const frame = this.#frame.toString('utf8', 0, this.#length);
    return {
      frame,
      starts: this.#starts,
      ends: this.#ends,
      longStarts: this.#longStarts,
      longEnds: this.#longEnds,
      heavy: this.#heavy,
    };
  }

  #beginsEntry(sign: number) {
    return sign !== COMMA && sign !== CLOSE && sign !== CLOSE_OBJECT && !SPACES.has(sign);
  }

  /** Skips bytes of an entry. Returns the place of the sign after it, or the length of `bytes`. */
  #passEntry(bytes: Uint8Array, from: number): number {
    let [at, inner, values, isInString] = [from, this.#inner, this.#values, this.#isInString];
    let [begin, longStart, longEnd] = [this.#begin, this.#longStart, this.#longEnd];
    if (this.#isEscaped) at += 1;
    for (; at < bytes.length || isInString; at += 1) {
      const sign = bytes[at];
      if (isInString || sign === QUOTE) {
        // A loop of its own halves the time.
        if (!isInString) {
          at += 1;
          begin = this.#taken + at;
        }
        for (; at < bytes.length && bytes[at] !== QUOTE; at += 1) {
          if (bytes[at] === BACKSLASH) at += 1;
        }
        isInString = false;
        const end = this.#taken + at;
        if (end - begin > longEnd - longStart) [longStart, longEnd] = [begin, end];
      } else if (sign === COMMA) {
        if (inner === 0) break;
        values += 1;
      } else if (sign === OPEN || sign === OPEN_OBJECT) {
        inner += 1;
        values += 1;
      } else if (sign === CLOSE || sign === CLOSE_OBJECT) {
        if (inner === 0) break;
        inner -= 1;
      }
    }
    // A string, or an escape in it, that the end of the piece interrupts moves `at` behind that end.
    [this.#isInString, this.#isEscaped] = [at > bytes.length, at > bytes.length + 1];
    [this.#inner, this.#values] = [inner, values];
    [this.#begin, this.#longStart, this.#longEnd] = [begin, longStart, longEnd];
    if (at < bytes.length) this.#endEntry(this.#taken + at);
    return at;
  }

  #passFrame(sign: number) {
    // The frame keeps no space between the numbers, so that its size follows from theirs.
    if (this.#isInList && SPACES.has(sign)) return;
    this.#put(sign);
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (sign === BACKSLASH) this.#isEscaped = true;
      else if (sign === QUOTE) {
        this.#isInString = false;
        this.#stringEnd = this.#length;
      }
    } else if (sign === QUOTE) {
      this.#isInString = true;
      this.#stringStart = this.#length - 1;
    } else if (sign === COLON) this.#noteKey();
    else if (sign === OPEN || sign === OPEN_OBJECT) {
      this.#depth += 1;
      this.#isInList = sign === OPEN && this.#depth === LIST_LEVEL && this.#isEntries;
    } else if (sign === CLOSE || sign === CLOSE_OBJECT) {
      this.#depth -= 1;
      this.#isInList = false;
    }
  }

  #endEntry(end: number) {
    if (this.#values > this.#bounds.values) this.#heavy.add(this.#ends.length);
    this.#ends.push(end);
    this.#longStarts.push(this.#longStart);
    this.#longEnds.push(this.#longEnd);
    [this.#longStart, this.#longEnd] = [0, 0];
    this.#values = 0;
    this.#isInEntry = false;
  }

  #noteKey() {
    if (this.#depth === 1) [this.#isLog, this.#isEntries] = [this.#isKey('log'), false];
    else if (this.#depth === 2) this.#isEntries = this.#isLog && this.#isKey('entries');
  }

  #isKey(key: string): boolean {
    if (this.#stringEnd - this.#stringStart > KEY_LENGTH_MAX) return false;
    const spelling = this.#frame.toString('utf8', this.#stringStart, this.#stringEnd);
    return spelling === `"${key}"` || (spelling.includes('\\') && parseUnbounded(spelling) === key);
  }

  #put(sign: number) {
    if (this.#length === this.#frame.length) this.#frame = Buffer.concat([this.#frame], 2 * this.#length);
    this.#frame[this.#length] = sign;
    this.#length += 1;
  }
}
