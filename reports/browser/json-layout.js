/** reports/browser/json-layout: JSON text, even truncated, with a value in each line, and where a pointer leads. */

/** @typedef {{ pointer: string, isArray: boolean, index: number, key: string | undefined, start: number }} Frame */
/**
 * `start` and `end` of the value at the pointer; with `isExact` false, of the innermost value around it that exists.
 * @typedef {{ text: string, start: number, end: number, isExact: boolean }} Layout
 */

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Deeper values are indented like this depth, so that the text stays short. */
const DEEPEST_INDENT = 20;

/**
 * Undefined if the text is no JSON list or object.
 * @param {string} text
 * @param {string} pointer
 * @returns {Layout | undefined}
 */
export function layOut(text, pointer) {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const writer = new JsonWriter(pointer);
  for (const [token] of text.matchAll(TOKEN)) writer.take(token);
  return writer.layout();
}

class JsonWriter {
  /** @param {string} pointer */
  constructor(pointer) {
    this.pointer = pointer;
    this.out = '';
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {{ pointer: string, start: number, end: number }} */
    this.best = { pointer: '', start: 0, end: Number.POSITIVE_INFINITY };
    this.isFound = pointer === '';
  }

  /** @param {string} token */
  take(token) {
    const frame = this.frames.at(-1);
    if (token === '}' || token === ']') this.close(token);
    else if (token === ',') this.next(frame);
    else if (token === ':') this.out += ': ';
    else if (frame !== undefined && !frame.isArray && frame.key === undefined) this.putKey(frame, token);
    else this.open(frame, token);
  }

  /**
   * @param {Frame} frame
   * @param {string} token
   */
  putKey(frame, token) {
    frame.key = keyText(token);
    this.out += this.line() + token;
  }

  /** @param {Frame | undefined} frame */
  next(frame) {
    this.out += ',';
    if (frame === undefined) return;
    frame.index += 1;
    frame.key = undefined;
  }

  /**
   * @param {Frame | undefined} frame
   * @param {string} token
   */
  open(frame, token) {
    if (frame?.isArray) this.out += this.line();
    const pointer =
      frame === undefined ? '' : `${frame.pointer}/${frame.isArray ? frame.index : escapedKey(frame.key)}`;
    const start = this.out.length;
    this.out += token;
    if (token === '{' || token === '[')
      this.frames.push({ pointer, isArray: token === '[', index: 0, key: undefined, start });
    this.offer(pointer, start);
    if (token !== '{' && token !== '[') this.end(pointer);
  }

  /**
   * Remembers the innermost value on the way to the pointer.
   * @param {string} pointer
   * @param {number} start
   */
  offer(pointer, start) {
    const isThere = pointer === this.pointer;
    if (this.isFound || !(isThere || this.pointer.startsWith(`${pointer}/`))) return;
    this.best = { pointer, start, end: Number.POSITIVE_INFINITY };
    this.isFound = isThere;
  }

  /** @param {string} pointer */
  end(pointer) {
    if (this.best.pointer === pointer && this.best.end === Number.POSITIVE_INFINITY) this.best.end = this.out.length;
  }

  /** @param {string} token */
  close(token) {
    const frame = this.frames.pop();
    if (frame !== undefined && this.out.length > frame.start + 1) this.out += this.line();
    this.out += token;
    if (frame !== undefined) this.end(frame.pointer);
  }

  line() {
    return `\n${'  '.repeat(Math.min(DEEPEST_INDENT, this.frames.length))}`;
  }

  /** @returns {Layout} */
  layout() {
    const { start, end } = this.best;
    return { text: this.out, start, end: Math.min(end, this.out.length), isExact: this.isFound };
  }
}

/** @param {string} token */
function keyText(token) {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

/** @param {string | undefined} key */
function escapedKey(key) {
  return (key ?? '').replaceAll('~', '~0').replaceAll('/', '~1');
}
