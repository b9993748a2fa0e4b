/**
 * spec/rows: reads the tables of this room (clauses, decisions, profiles) from their YAML files. The tables keep to
 * a plain subset of YAML (block maps and sequences, one-line scalars, one-line lists), which is read here in a
 * few milliseconds and with the line of every row; a whole YAML reader needs twenty times as long, at every
 * start. A test compares this reader with the whole one. Text outside the subset is an error.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

type Scalar = string | number | boolean | null;
type Node = Scalar | Node[] | { [key: string]: Node };
type Line = { indent: number; text: string; readonly number: number };

/** A table file that cannot be read: the message names file, line and fault. */
class TableError extends Error {
  override name = 'TableError';
}

type Cursor = { readonly file: string; readonly lines: Line[]; at: number; readonly starts: WeakMap<object, number> };

const KEY = /^([A-Za-z0-9_.-]+|"(?:[^"\\]|\\.)*"):(?: +(\S.*)?)?$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Reads the file at `url` and parses it with `schema`. Throws a `TableError` naming file and line for text outside
 * the subset and for a row that the schema rejects.
 */
export function readTable<Schema extends z.ZodType>(url: URL, schema: Schema): z.infer<Schema> {
  const file = fileURLToPath(url);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new TableError(`${file}: cannot be read`, { cause });
  }
  return parseTable(text, file.slice(file.lastIndexOf('/') + 1), schema);
}

/** As `readTable`, from text; `file` is the name used in messages. */
export function parseTable<Schema extends z.ZodType>(text: string, file: string, schema: Schema): z.infer<Schema> {
  const starts = new WeakMap<object, number>();
  const cursor: Cursor = { file, lines: splitLines(text, file), at: 0, starts };
  const first = cursor.lines[0];
  if (first === undefined) throw new TableError(`${file}: the table is empty`);
  const node = readBlock(cursor, first.indent);
  const rest = cursor.lines[cursor.at];
  if (rest !== undefined) fail(cursor, rest, 'this line is indented unlike the ones above it');
  const parsed = schema.safeParse(node);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  throw new TableError(`${file}:${lineOf(node, path, starts)}: ${path.map(String).join('.')}: ${issue?.message}`);
}

function splitLines(text: string, file: string): Line[] {
  const lines: Line[] = [];
  text.split('\n').forEach((raw, index) => {
    const line = raw.trimEnd();
    const body = line.trimStart();
    if (body === '' || body.startsWith('#')) return;
    if (body.startsWith('\t') || line.includes('\t'))
      throw new TableError(`${file}:${index + 1}: tabs are not allowed`);
    lines.push({ indent: line.length - body.length, text: body, number: index + 1 });
  });
  return lines;
}

function readBlock(cursor: Cursor, indent: number): Node {
  return cursor.lines[cursor.at]?.text.startsWith('- ') ? readSequence(cursor, indent) : readMap(cursor, indent);
}

function readSequence(cursor: Cursor, indent: number): Node {
  const items: Node[] = [];
  cursor.starts.set(items, cursor.lines[cursor.at]?.number ?? 0);
  for (let line = cursor.lines[cursor.at]; line?.indent === indent; line = cursor.lines[cursor.at]) {
    if (!line.text.startsWith('- ')) fail(cursor, line, 'a list item starts with "- "');
    line.text = line.text.slice(2).trimStart();
    line.indent = indent + 2;
    if (KEY.test(line.text)) items.push(readMap(cursor, indent + 2));
    else {
      cursor.at += 1;
      items.push(readValue(cursor, line, line.text));
    }
  }
  return items;
}

function readMap(cursor: Cursor, indent: number): Node {
  const map: { [key: string]: Node } = {};
  cursor.starts.set(map, cursor.lines[cursor.at]?.number ?? 0);
  for (let line = cursor.lines[cursor.at]; line?.indent === indent; line = cursor.lines[cursor.at]) {
    const match = KEY.exec(line.text);
    if (match === null) fail(cursor, line, 'expected "key: value"');
    const key = readKey(match[1] ?? '');
    if (Object.hasOwn(map, key) || key === '__proto__')
      fail(cursor, line, `the key ${key} is not allowed or a duplicate`);
    cursor.at += 1;
    if (match[2] !== undefined) map[key] = readValue(cursor, line, match[2]);
    else {
      const next = cursor.lines[cursor.at];
      if (next === undefined || next.indent <= indent) fail(cursor, line, `the key ${key} has no value`);
      map[key] = readBlock(cursor, next.indent);
    }
  }
  return map;
}

function readKey(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

function readValue(cursor: Cursor, line: Line, text: string): Node {
  if (!text.startsWith('[')) return readScalar(cursor, line, text);
  if (!text.endsWith(']')) fail(cursor, line, 'a list in brackets ends on its own line');
  const inner = text.slice(1, -1).trim();
  if (inner === '') return [];
  const parts = inner.match(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,'"\s][^,]*/g) ?? [];
  return parts.map((part) => readScalar(cursor, line, part.trim()));
}

function readScalar(cursor: Cursor, line: Line, text: string): Scalar {
  if (text.startsWith('"')) return readQuoted(cursor, line, text);
  if (text.startsWith("'")) {
    if (text.length < 2 || !/^'(?:[^']|'')*'$/.test(text)) fail(cursor, line, 'a quoted text ends on its own line');
    return text.slice(1, -1).replaceAll("''", "'");
  }
  if (/^[[\]{}&*!|>%@`,#?]/.test(text) || /: |:$| #/.test(text))
    fail(cursor, line, 'quote a text with YAML signs in it');
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  return NUMBER.test(text) ? Number(text) : text;
}

function readQuoted(cursor: Cursor, line: Line, text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return fail(cursor, line, 'a text in double quotes is written as in JSON');
  }
}

function fail(cursor: Cursor, line: Line, problem: string): never {
  throw new TableError(`${cursor.file}:${line.number}: ${problem}`);
}

/** The line of the innermost row on the way along `path`. */
function lineOf(root: Node, path: readonly PropertyKey[], starts: WeakMap<object, number>): number {
  let node: Node | undefined = root;
  let line = 1;
  for (const step of [undefined, ...path]) {
    if (step !== undefined) node = (node as { [key: PropertyKey]: Node })[step];
    if (typeof node !== 'object' || node === null) return line;
    line = starts.get(node) ?? line;
  }
  return line;
}
