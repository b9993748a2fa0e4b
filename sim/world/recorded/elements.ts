/** sim/world/recorded/elements: cuts a JSON array into its elements, so that a defect has the line of its element. */

/** An element as written, and the line of the file it starts on. */
export type Element = { readonly line: number; readonly text: string };

/** The elements of the text of an array; undefined if the text is anything else, or an array without an end. */
export function elementsOf(text: string): readonly Element[] | undefined {
  const body = /^\s*\[/.exec(text);
  if (body === null) return undefined;
  const elements: Element[] = [];
  let start = body[0].length;
  let depth = 1;
  const cut = (end: number): void => {
    elements.push({ line: 0, text: text.slice(start, end) });
    start = end + 1;
  };
  let at = start;
  for (; at < text.length && depth > 0; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if (char === OPEN_ARRAY || char === OPEN_OBJECT) depth += 1;
    else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) depth -= 1;
    else if (char === COMMA && depth === 1) cut(at);
  }
  if (depth > 0 || text.slice(at).trim() !== '') return undefined;
  cut(at - 1);
  const isEmpty = elements.length === 1 && elements[0]?.text.trim() === '';
  return isEmpty ? [] : withLines(elements, body[0]);
}

const QUOTE = '"'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const OPEN_ARRAY = '['.charCodeAt(0);
const CLOSE_ARRAY = ']'.charCodeAt(0);
const OPEN_OBJECT = '{'.charCodeAt(0);
const CLOSE_OBJECT = '}'.charCodeAt(0);

/** The end of the string that opens at `start`: a quote behind an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charAt(at - 1 - slashes) === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** Counts lines along the way: elements lie one after the other. */
function withLines(elements: readonly Element[], opening: string): readonly Element[] {
  let line = 1 + newlinesIn(opening);
  return elements.map(({ text }) => {
    const blank = /^\s*/.exec(text)?.[0] ?? '';
    const placed = { line: line + newlinesIn(blank), text };
    line += newlinesIn(text);
    return placed;
  });
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
