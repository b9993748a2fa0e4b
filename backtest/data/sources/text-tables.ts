/**
 * backtest/data/sources/text-tables: CSV files with a header, and JSON lines, arrays or documents whose keys are the
 * columns.
 */
import { parse } from 'csv-parse/sync';
import { isObject } from '../../../base/json.ts';
import { parseJson } from '../cell-values.ts';
import { DataError } from '../data-error.ts';
import type { ByteReader } from './byte-reader.ts';
import type { RowBatch, Table } from './table.ts';
import { type TextBlock, textBlocks } from './text-blocks.ts';

/** Objects from which the columns are known. */
const SAMPLE_ROWS = 100;
const BATCH_ROWS = 8_192;
/** A document is in memory as a whole; lines are not. */
const DOCUMENT_CHARACTERS_MAX = 1 << 28;
/** Frames that keep a websocket open: they have no data. */
const HEARTBEAT = /^(?:PING|PONG)$/i;

type Row = RowBatch['rows'][number];

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
  const rows = lines.map((values) =>
    (values ?? [undefined]).map((value) => (isObject(value) ? names.map((key) => value[key]) : undefined)),
  );
  return numbered(rows, first, 'the line is not a JSON object');
}

/** The rows of lines by number. A row that is undefined is refused: its line is `what`. */
function numbered(lines: readonly (readonly (Row | undefined)[])[], first: number, what: string): RowBatch {
  const rows: Row[] = [];
  const numbers: number[] = [];
  const refused: { row: number; what: string }[] = [];
  for (const [index, line] of lines.entries()) {
    for (const row of line) {
      if (row === undefined) refused.push({ row: first + index, what });
      else {
        rows.push(row);
        numbers.push(first + index);
      }
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

export async function csvTable(name: string, bytes: ByteReader): Promise<Table> {
  const blocks = textBlocks(bytes, true);
  const { value: first, done } = await blocks.next();
  if (done === true || first === undefined) throw new DataError(`${name} is empty: expected a header line`);
  const [header = [], ...rows] = split(first);
  const columns = header.map((column) => column.trim());
  return {
    name,
    columns,
    places: (names) => names.map((column) => columns.indexOf(column)),
    async *batches() {
      let row = 1;
      for (let lines: readonly string[][] | undefined = rows; lines !== undefined; lines = await nextLines(blocks)) {
        const whole = lines.map((cells) => [cells.length === columns.length ? cells : undefined]);
        yield numbered(whole, row, `the row does not have ${columns.length} cells as the header`);
        row += lines.length;
      }
    },
  };
}

async function nextLines(blocks: AsyncGenerator<TextBlock>): Promise<readonly string[][] | undefined> {
  const { value, done } = await blocks.next();
  return done === true ? undefined : split(value);
}

function split({ text, hasQuotes }: TextBlock): string[][] {
  if (hasQuotes) {
    try {
      return parse(text, { relax_column_count: true, skip_empty_lines: true });
    } catch {
      // An unexpected quote: every line stands for itself, and the one with the quote fails at its cell.
    }
  }
  return splitAtCommas(text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text);
}

/** Cuts cells straight out of the block: a text for each line in between takes half as long again. */
function splitAtCommas(text: string): string[][] {
  const lines: string[][] = [];
  let comma = text.indexOf(',');
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const cells: string[] = [];
    while (comma >= 0 && comma < end) {
      cells.push(text.slice(start, comma));
      start = comma + 1;
      comma = text.indexOf(',', start);
    }
    cells.push(text.slice(start, end));
    if (cells.length > 1 || cells[0] !== '') lines.push(cells);
    start = end + 1;
  }
  return lines;
}
