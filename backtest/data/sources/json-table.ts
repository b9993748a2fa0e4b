/** backtest/data/sources/json-table: JSON lines of objects or arrays of them, or one document. Keys are the columns. */
import { isObject } from '../../../base/json.ts';
import { parseJson } from '../cell-texts.ts';
import { DataError } from '../data-error.ts';
import type { ByteReader } from './byte-reader.ts';
import type { RowBatch, Table } from './table.ts';
import { textBlocks } from './text-blocks.ts';

/** Objects from which the columns are known. */
const SAMPLE_ROWS = 100;
const BATCH_ROWS = 8_192;
/** A document is in memory as a whole; lines are not. */
const DOCUMENT_CHARACTERS_MAX = 1 << 28;
/** Frames that keep a websocket open: they have no data. */
const HEARTBEAT = /^(?:PING|PONG)$/i;

export async function jsonTable(name: string, bytes: ByteReader): Promise<Table> {
  const blocks = textBlocks(bytes, false);
  const next = async (): Promise<string | undefined> => {
    const { value, done } = await blocks.next();
    return done === true ? undefined : value.text;
  };
  const first = (await next()) ?? '';
  const isLines = linesOf(first).some((line, index) => rowsOf(line) !== undefined && (index === 0 || line[0] === '{'));
  const isDocument = !isLines || (first.trimStart().startsWith('[') && rowsOf(linesOf(first)[0] ?? '') === undefined);
  const document = isDocument ? await documentRows(name, first, next) : undefined;
  const sample = (document ?? linesOf(first).flatMap((line) => rowsOf(line) ?? [])).filter(isObject);
  if (sample.length === 0) {
    throw new DataError(`${name} has no line with a JSON object: expected one object a line, or one JSON document`);
  }
  return {
    name,
    columns: [...new Set(sample.slice(0, SAMPLE_ROWS).flatMap((row) => Object.keys(row)))],
    places: (names) => names.map((_, place) => place),
    async *batches(names) {
      if (document !== undefined) {
        for (let at = 0; at < document.length; at += BATCH_ROWS) {
          yield batchOf(
            document.slice(at, at + BATCH_ROWS).map((value) => [value]),
            names,
            at + 1,
          );
        }
        return;
      }
      let row = 1;
      for (let text: string | undefined = first; text !== undefined; text = await next()) {
        const lines = linesOf(text);
        yield batchOf(lines.map(rowsOf), names, row);
        row += lines.length;
      }
    },
  };
}

function linesOf(text: string): readonly string[] {
  return text
    .split(text.includes('\n') ? '\n' : '\r')
    .flatMap((line) => (HEARTBEAT.test(line.trim()) || line.trim() === '' ? [] : line));
}

/** The rows of the lines; a line that is undefined does not parse. */
function batchOf(lines: readonly ReturnType<typeof rowsOf>[], names: readonly string[], first: number): RowBatch {
  const rows: unknown[][] = [];
  const numbers: number[] = [];
  const refused: { row: number; what: string }[] = [];
  for (const [index, values] of lines.entries()) {
    for (const value of values ?? [undefined]) {
      if (isObject(value)) {
        rows.push(names.map((key) => value[key]));
        numbers.push(first + index);
      } else refused.push({ row: first + index, what: 'the line is not a JSON object' });
    }
  }
  return { rows, numbers, refused };
}

function rowsOf(line: string): readonly unknown[] | undefined {
  try {
    const value = parseJson(line);
    if (Array.isArray(value)) return value;
    return isObject(value) ? [value] : undefined;
  } catch {
    return undefined;
  }
}

async function documentRows(
  name: string,
  first: string,
  next: () => Promise<string | undefined>,
): Promise<readonly unknown[] | undefined> {
  const parts = [first];
  let length = first.length;
  for (let text = await next(); text !== undefined; text = await next()) {
    parts.push(text);
    length += text.length;
    if (length > DOCUMENT_CHARACTERS_MAX) {
      throw new DataError(`${name} is one JSON document of more than 256 MB: write one object a line`);
    }
  }
  return rowsOf(parts.join(''));
}
