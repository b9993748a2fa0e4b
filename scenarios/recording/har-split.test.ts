import { fc, it } from '@fast-check/vitest';
import { expect } from 'vitest';
import { HarSplitter } from './har-split.ts';

/** The entries of a file that arrives in pieces that end at `borders`. Throws unless frame and entries are JSON. */
function entriesIn(bytes: Buffer, borders: readonly number[] = []): unknown {
  const splitter = new HarSplitter();
  const ends = [...borders.map((border) => border % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  for (const [index, end] of ends.entries()) splitter.take(bytes.subarray(ends[index - 1] ?? 0, end));
  if (splitter.openEntry() !== undefined) throw new Error('it ends in an entry');
  const { frame, starts, ends: lasts } = splitter.parts();
  const entries = starts.map((start, index) => JSON.parse(bytes.toString('utf8', start, lasts[index])));
  return JSON.parse(frame).log.entries.map((number: number) => entries[number]);
}

// A key has no quote and no backslash: after an object with the key "\\", V8 13.6 reads the key "\"" as "\\".
const name = fc.constantFrom('log', 'entries', '__proto__', ']', '{', ',', ':', 'a');
const text = fc.constantFrom('log', '"', '\\', '\\"', ']', '{', ',', ':');
const value = fc.jsonValue({ depthSize: 'small' });
const entries = fc.array(fc.oneof(value, fc.dictionary(name, fc.oneof(text, value))));
const members = fc.array(fc.tuple(name, fc.oneof(value, entries, fc.record({ entries }))), { maxLength: 3 });
const space = fc.constantFrom(undefined, 1, '\t', '\n');
const borders = fc.array(fc.nat(), { maxLength: 40 });

/** Members with the same name are written, too. */
function objectOf(parts: readonly (readonly [string, unknown])[], indent?: number | string): string {
  const texts = parts.map(([key, part]) => ` ${JSON.stringify(key)} :${JSON.stringify(part, undefined, indent)}`);
  return `{${texts.join()}}`;
}

const files = fc
  .tuple(members, members, entries, members, members, space)
  .map(([first, before, list, after, last, indent]) => {
    const log = objectOf([...before, ['entries', list], ...after], indent);
    const [comma, end] = [first, last].map((parts) => (parts.length > 0 ? ',' : ''));
    return `${objectOf(first).slice(0, -1)}${comma}"l\\u006fg": ${log}${end}${objectOf(last).slice(1)}`;
  });

it.prop([files, borders])('finds the entries that JSON.parse finds', (text, at) => {
  const { log } = JSON.parse(text);
  if (Array.isArray(log?.entries)) expect(entriesIn(Buffer.from(text), at)).toEqual(log.entries);
});

it.prop([files, fc.nat(), fc.constantFrom(...'"\\,:[]{}0 \0\u00e9', ''), borders])(
  'accepts a damaged file only if JSON.parse does',
  (text, place, sign, at) => {
    const damaged = text.slice(0, place % text.length) + sign + text.slice((place % text.length) + 1);
    const read = (parse: () => unknown) => {
      try {
        return parse();
      } catch {
        return undefined;
      }
    };
    const list = read(() => JSON.parse(damaged).log.entries.map((entry: unknown) => entry));
    expect(read(() => entriesIn(Buffer.from(damaged), at))).toEqual(list);
  },
);

it('keeps the bytes of an entry, even if they are not UTF-8', () => {
  const bytes = Buffer.from('{"log":{"entries":["\xff\xe2", 7 ]}}', 'latin1');
  for (let border = 0; border < bytes.length; border += 1)
    expect(entriesIn(bytes, [border])).toEqual(['\ufffd\ufffd', 7]);
});

it('is bounded in entries, in the rest of the file, and in the values of an entry', () => {
  const take = (text: string): unknown => {
    const splitter = new HarSplitter({ entries: 2, frameBytes: 40, values: 2 });
    return splitter.take(Buffer.from(text)) ?? [...splitter.parts().heavy];
  };
  expect(take(`{"log":{"entries":[[1, 2, 3], "${'[,'.repeat(50)}"]}}`)).toEqual([0]);
  expect(take(`{"log":{"entries":[1, 2, 3]}}`)).toBe('has more than 2 entries');
  expect(take(' '.repeat(41))).toBe('has more than 0.00004 MB beside its entries');
});
