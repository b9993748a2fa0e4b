/** backtest/sweep/state-file: the file that makes a sweep resumable: settings, then a line for each trial. */
import { createHash } from 'node:crypto';
import { closeSync, constants, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { parseUnbounded } from '../../base/json.ts';
import { systemCode } from '../../base/system-code.ts';
import { SweepSettings, TrialResult } from './settings.ts';
import { isTrialNumber } from './trials.ts';

export class StateFileError extends Error {
  override readonly name = 'StateFileError';
}

export type StateFile = {
  /** The results so far, as they were written. Read to the end before the first `append`. */
  earlier(): Generator<readonly [number: number, result: TrialResult]>;
  append(number: number, result: TrialResult): void;
  close(): void;
};

const Head = z.strictObject({
  touchstone: z.literal('sweep'),
  version: z.literal(1),
  hash: z.string(),
  settings: SweepSettings,
});
const Line = z.strictObject({ trial: z.int(), result: TrialResult });

/** Opens the state file of a sweep, or begins one. Throws `StateFileError`. */
export function openStateFile(file: string, settings: SweepSettings): StateFile {
  const descriptor = opened(file);
  const head = `${JSON.stringify({ touchstone: 'sweep', version: 1, hash: hashOf(settings), settings })}\n`;
  let end = 0;
  try {
    const [first] = linesOf(descriptor);
    if (first === undefined) begin(file, descriptor, head);
    else assertSame(file, first.text, settings);
    end = first?.end ?? Buffer.byteLength(head);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return {
    *earlier() {
      let line = 1;
      for (const { text, end: next } of linesOf(descriptor, end)) {
        line += 1;
        yield resultIn(text, settings, `${file}, line ${line}`);
        end = next;
      }
      ftruncateSync(descriptor, end);
    },
    append(number, result) {
      try {
        end += writeAll(descriptor, `${JSON.stringify({ trial: number, result })}\n`, end);
      } catch (error) {
        throw new StateFileError(
          `${file} cannot be written (${systemCode(error, 'unknown error')}): the sweep ends here`,
        );
      }
    },
    close: () => closeSync(descriptor),
  };
}

function opened(file: string) {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT, 0o666);
  } catch (error) {
    throw new StateFileError(
      `${file} cannot be opened (${systemCode(error, 'unknown error')}): name another file with --state`,
    );
  }
}

/** Without a whole line the file may hold the first part of one, cut off by a crash; others are foreign. */
function begin(file: string, descriptor: number, head: string) {
  const start = Buffer.alloc(Buffer.byteLength(head));
  const read = readSync(descriptor, start, 0, start.length, 0);
  if (!head.startsWith(start.toString('utf8', 0, read))) throw foreign(file);
  writeAll(descriptor, head, 0);
}

function writeAll(descriptor: number, text: string, position: number): number {
  const bytes = Buffer.from(text);
  for (let sent = 0; sent < bytes.length; ) {
    sent += writeSync(descriptor, bytes, sent, bytes.length - sent, position + sent);
  }
  return bytes.length;
}

function foreign(file: string) {
  return new StateFileError(`${file} is no state of a sweep: name another file with --state`);
}

function assertSame(file: string, text: string, settings: SweepSettings) {
  const head = Head.safeParse(parseUnbounded(text));
  if (!head.success) throw foreign(file);
  if (head.data.hash === hashOf(settings)) return;
  const differences = differencesOf(head.data.settings, settings);
  throw new StateFileError(
    `${file} is the state of another sweep, which differs in ${differences.join('; ')}. ` +
      'Repeat its command to resume it, or name another file with --state',
  );
}

function hashOf(settings: SweepSettings) {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex');
}

const DIFFERENCES_MAX = 5;
const VALUE_MAX = 60;

/** The first difference between two values, as in `assumptions.minSize (5, now 1)`. */
function differencesOf(before: unknown, now: unknown, path = ''): readonly string[] {
  if (Object.is(before, now)) return [];
  if (!isObject(before) || !isObject(now)) return [`${path} (${shown(before)}, now ${shown(now)})`];
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  const all = [...keys].flatMap((key) =>
    differencesOf(Reflect.get(before, key), Reflect.get(now, key), path === '' ? key : `${path}.${key}`),
  );
  return all.length > DIFFERENCES_MAX ? [...all.slice(0, DIFFERENCES_MAX), 'more'] : all;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
}

function resultIn(text: string, settings: SweepSettings, place: string): readonly [number, TrialResult] {
  const line = Line.safeParse(parseUnbounded(text));
  if (line.success && isTrialNumber(settings, line.data.trial)) return [line.data.trial, line.data.result];
  throw new StateFileError(`${place} is damaged: remove the line, so that its trial runs again`);
}

const CHUNK = 1 << 16;
/** A line of a sweep is shorter; a file without line feeds is not read into memory. */
const LINE_MAX = 1 << 28;

/** Whole lines from a place on, each with the place behind it. */
function* linesOf(descriptor: number, from = 0): Generator<{ readonly text: string; readonly end: number }> {
  let rest = Buffer.alloc(0);
  let start = from;
  for (;;) {
    const chunk = Buffer.alloc(CHUNK);
    const count = readSync(descriptor, chunk, 0, CHUNK, start + rest.length);
    if (count === 0 || rest.length > LINE_MAX) return;
    rest = Buffer.concat([rest, chunk.subarray(0, count)]);
    for (let feed = rest.indexOf(10); feed >= 0; feed = rest.indexOf(10)) {
      start += feed + 1;
      yield { text: rest.toString('utf8', 0, feed), end: start };
      rest = rest.subarray(feed + 1);
    }
  }
}
