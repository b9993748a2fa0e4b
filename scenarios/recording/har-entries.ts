/** scenarios/recording/har-entries: the entries of a HAR 1.2 file of any size, one at a time. Not trusted. */

import { isAscii } from 'node:buffer';
import { z } from 'zod';
import { parseUnbounded } from '../../base/json.ts';
import { type JsonBounds, jsonExcess } from '../../base/json-bounds.ts';
import { ok, type Result, refuse } from '../../base/result.ts';
import { placeIn } from '../../sim/option-fault.ts';
import type { ByteSource } from './byte-source.ts';
import { exchangeOf, type HarBase, HarEntry, isAnswered, parseHarBase } from './har-entry.ts';
import { HAR_BOUNDS, type HarParts, HarSplitter } from './har-split.ts';
import { EXCHANGES_MAX, RECORDED_LENGTH_MAX, type RecordedExchange, weightOf } from './recorded-exchange.ts';

export type HarEntries = {
  readonly count: number;
  /** Parses an entry. The refusal is one line that states its defect and its place. */
  entry(index: number): Result<HarEntry, string>;
  /** As `entry`, but a long text may be missing and its defects unknown. That is half the work. */
  outline(index: number): Result<HarEntry, string>;
};

/** Bytes that are split at a time. */
const PIECE = 256 * 1024;
/** Bytes of an entry. */
const ENTRY_MAX = 16_000_000;
const { entries: ENTRIES_MAX, frameBytes: FRAME_MAX, values: VALUES_MAX } = HAR_BOUNDS;
/** Bytes of a string that an outline lacks. */
const LONG = 4_096;
const OF_FRAME: JsonBounds = { depth: 200, values: 2 * ENTRIES_MAX, items: ENTRIES_MAX + 1, stringBytes: FRAME_MAX };

/** The text of a file with the number of each entry in its place. */
const Frame = z.object({ log: z.object({ entries: z.array(z.number()) }) });

/** The entries of a HAR file, or one line that states why the file is not one. */
export function harEntries(source: ByteSource): Result<HarEntries, string> {
  const splitter = new HarSplitter();
  for (let at = 0; at < source.size; at += PIECE) {
    const excess = splitter.take(source.read(at, Math.min(PIECE, source.size - at)));
    if (excess !== undefined) return refuse(`the file ${excess}: record less`);
  }
  const open = splitter.openEntry();
  if (open !== undefined)
    return refuse(
      `the file ends inside of log.entries[${open.index}], which begins at byte ${open.start}: export it again`,
    );
  const parts = splitter.parts();
  const numbers = entryNumbers(parts.frame);
  if (!numbers.ok) return numbers;
  const placed = (index: number): Placed => ({ number: numbers.value[index] ?? 0, place: `log.entries[${index}]` });
  return ok({
    count: numbers.value.length,
    entry: (index) => parseEntry(source, parts, placed(index)),
    outline(index) {
      const outline = parseEntry(source, parts, placed(index), true);
      // The missing text may be an URL or a method.
      return outline.ok ? outline : parseEntry(source, parts, placed(index));
    },
  });
}

function entryNumbers(frame: string): Result<readonly number[], string> {
  const excess = jsonExcess(frame, OF_FRAME);
  // Pictures and UTF-16 exceed bounds as well.
  if (excess !== undefined && /^\s*[{[]/.test(frame)) return refuse(`the file ${excess}: record less`);
  const json = excess === undefined ? parseUnbounded(frame.startsWith('\uFEFF') ? frame.slice(1) : frame) : undefined;
  if (json === undefined) return refuse('the file is not JSON: export the traffic as HAR');
  const har = Frame.safeParse(json);
  if (!har.success) return refuse('the file has no list log.entries: export the traffic as HAR');
  return ok(har.data.log.entries);
}

/** The number of an entry in the frame, and its place for messages. */
type Placed = { readonly number: number; readonly place: string };

function parseEntry(
  source: ByteSource,
  parts: HarParts,
  { number, place }: Placed,
  isOutline = false,
): Result<HarEntry, string> {
  const { starts, ends, heavy } = parts;
  const start = starts[number] ?? 0;
  const length = (ends[number] ?? 0) - start;
  const defect = (words: string): Result<never, string> => refuse(`${place} at byte ${start} ${words}`);
  if (length > ENTRY_MAX)
    return defect(`has ${(length / 1e6).toFixed(1)} MB, and an entry has at most ${ENTRY_MAX / 1e6} MB`);
  if (heavy.has(number)) return defect(`has more than ${VALUES_MAX} values, and is not read`);
  const whole = source.read(start, length);
  const bytes = isOutline
    ? withoutLong(whole, (parts.longStarts[number] ?? 0) - start, (parts.longEnds[number] ?? 0) - start)
    : whole;
  // A text of ASCII is decoded four times as fast.
  const json = parseUnbounded(bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'));
  if (json === undefined) return defect('is not JSON');
  const parsed = HarEntry.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return refuse(`${place}${placeIn(issue?.path ?? [])}: ${issue?.message ?? 'not as HAR 1.2 has it'}`);
}

function withoutLong(bytes: Buffer, from: number, to: number) {
  return to - from < LONG ? bytes : Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
}

type HarOptions = {
  /** Only requests below this URL are read; without it, all have to go to one origin. */
  readonly base?: string;
};

/** The exchanges of a HAR file in the order in which they began, or one line that states why it has no exchanges. */
export function readHar(source: ByteSource, options: HarOptions = {}): Result<readonly RecordedExchange[], string> {
  const har = harEntries(source);
  if (!har.ok) return har;
  const base = options.base === undefined ? onlyOrigin(har.value) : parseHarBase(options.base);
  if (!base.ok) return base;
  const exchanges: RecordedExchange[] = [];
  let weight = 0;
  for (let index = 0; index < har.value.count; index += 1) {
    const entry = har.value.entry(index);
    if (!entry.ok) return entry;
    const exchange = isAnswered(entry.value) ? exchangeOf(entry.value, base.value) : undefined;
    if (exchange === undefined) continue;
    exchanges.push(exchange);
    weight += weightOf(exchange);
    if (exchanges.length > EXCHANGES_MAX || weight > RECORDED_LENGTH_MAX) return refuse(tooMany(base.value));
  }
  if (exchanges.length === 0) return refuse(`no entry has a response from ${base.value.origin}${base.value.prefix}`);
  return ok(exchanges.toSorted((a, b) => a.at - b.at));
}

function tooMany({ origin, prefix }: HarBase): string {
  const most = `a scenario has at most ${EXCHANGES_MAX}, of ${RECORDED_LENGTH_MAX / 1e6} MB together`;
  return `the file has too many exchanges of ${origin}${prefix}: ${most}: record less`;
}

function onlyOrigin(har: HarEntries): Result<HarBase, string> {
  let first: string | undefined;
  for (let index = 0; index < har.count; index += 1) {
    const entry = har.entry(index);
    if (!entry.ok) return entry;
    const { origin } = new URL(entry.value.request.url);
    first ??= origin;
    if (origin !== first)
      return refuse(`the file has requests to ${first} and to ${origin}: pass the base URL of one of them`);
  }
  return first === undefined ? refuse('log.entries: there are no entries') : ok({ origin: first, prefix: '' });
}
