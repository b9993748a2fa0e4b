/** sim/journal/damage.test: what cannot be gone on from is refused with its place and a reason, and nothing on disk changes. */
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invariant } from '../../spec/result.ts';
import { act, EMPTY, openRun } from './fixtures/deeds.ts';
import { contentsOf, testFolders } from './fixtures/folder.ts';
import { JournalError } from './journal-error.ts';
import { lineOf } from './line.ts';

const newFolder = testFolders();
const FIRST = 'g0001-0000000001.journal';

const written = (options: { segmentBytes?: number } = {}): string => {
  const folder = newFolder();
  const run = openRun(folder, options);
  for (let turn = 0; turn < 40; turn += 1) act(run, turn);
  run.close();
  return folder;
};

/** Why the journal cannot be gone on from, with the folder's path taken out; every file is as it was. */
function refusal(folder: string, identity = EMPTY): string {
  const before = contentsOf(folder);
  try {
    openRun(folder, {}, identity).close();
  } catch (error) {
    invariant(error instanceof JournalError, `a JournalError, not ${error}`);
    expect(contentsOf(folder)).toEqual(before);
    expect([...error.message].filter((sign) => sign < ' ')).toEqual([]);
    expect(error.message.length).toBeLessThan(400);
    return error.message.replaceAll(folder, 'DIR');
  }
  throw new Error('the journal was taken');
}

/** A copy of the journal with its lines changed; each line is the JSON text behind the checksum. */
function rewritten(change: (lines: string[]) => string[]): string {
  const folder = written();
  const path = join(folder, FIRST);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const texts = change(lines.map((line) => line.slice(9)));
  writeFileSync(path, Buffer.concat(texts.map(lineOf)));
  return folder;
}

/** Replaces text in one line, with a checksum that is right. */
const replacing = (line: number, from: string | RegExp, to: string) =>
  rewritten((lines) => lines.map((text, index) => (index === line ? text.replace(from, to) : text)));

describe('a damaged last line', () => {
  it('is refused with its place whichever byte of it is wrong, its line feed and the one before included', () => {
    const folder = written();
    const path = join(folder, FIRST);
    const bytes = readFileSync(path);
    const before = bytes.lastIndexOf('\n', bytes.length - 2);
    const previous = bytes.lastIndexOf('\n', before - 1) + 1;
    for (let at = before; at < bytes.length; at += 1) {
      const isFeed = bytes[at] === 0x0a;
      for (const bit of isFeed ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8]) {
        const copy = Buffer.from(bytes);
        copy.writeUInt8(copy.readUInt8(at) ^ (1 << bit), at);
        writeFileSync(path, copy);
        const line = at === before ? previous : before + 1;
        expect(refusal(folder)).toMatch(new RegExp(`^DIR/${FIRST}:\\d+ \\(byte ${line}\\): `));
      }
    }
  });

  it('is refused where the line feed before an interrupted write is wrong', () => {
    const folder = written();
    const path = join(folder, FIRST);
    const bytes = readFileSync(path).subarray(0, -7);
    bytes.writeUInt8(0x0b, bytes.lastIndexOf('\n'));
    writeFileSync(path, bytes);
    expect(refusal(folder)).toMatch(/ \(byte \d+\): a line feed is damaged$/);
  });

  it('is refused where it is the header', () => {
    const folder = newFolder();
    openRun(folder).close();
    const path = join(folder, FIRST);
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from('*')]));
    expect(refusal(folder)).toBe(`DIR/${FIRST}:1 (byte 0): a line feed is damaged`);
  });
});

describe('a damaged line before the end', () => {
  it('is refused whichever byte of it is wrong', () => {
    const folder = written();
    const path = join(folder, FIRST);
    const bytes = readFileSync(path);
    const start = bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1;
    const end = bytes.indexOf('\n', start);
    for (let at = start; at <= end; at += 1) {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(at) ^ 0x10, at);
      writeFileSync(path, copy);
      expect(refusal(folder)).toMatch(new RegExp(`^DIR/${FIRST}:3 \\(byte ${start}\\): `));
    }
  });

  it.each([
    [
      'a changed byte',
      (text: string) => text.replace('"n":2', '"n":3'),
      /:3 \(byte \d+\): the checksum is [0-9a-f]{8}, not [0-9a-f]{8} as/,
    ],
    [
      'an empty line',
      (text: string) => text.replace('\n', '\n\n'),
      /:2 \(byte \d+\): the line does not begin with 8 hex/,
    ],
    [
      'a line without checksum',
      (text: string) => text.replace(/\n[0-9a-f]{8} /, '\n'),
      /:2 .* does not begin with 8 hex/,
    ],
    [
      'lines that are exchanged',
      (text: string) => text.replace(/(.*\n)(.*\n)(.*\n)/, '$1$3$2'),
      /:2 .*: record 2 where record 1 belongs/,
    ],
    [
      'a line that is missing',
      (text: string) => text.replace(/(.*\n)(.*\n)/, '$1'),
      /:2 .*: record 2 where record 1 belongs/,
    ],
    [
      'a line twice',
      (text: string) => text.replace(/(.*\n)(.*\n)/, '$1$2$2'),
      /:3 .*: record 1 where record 2 belongs/,
    ],
    ['a header that is damaged', (text: string) => text.replace('empty', 'EMPTY'), /:1 \(byte 0\): the checksum is/],
    ['a file of another kind', () => '{"markets":[]}\n', /:1 \(byte 0\): the line does not begin/],
  ])('%s is refused with its place', (_, damage, reason) => {
    const folder = written();
    const path = join(folder, FIRST);
    writeFileSync(path, damage(readFileSync(path, 'latin1')), 'latin1');
    expect(refusal(folder)).toMatch(reason);
  });
});

describe('lines whose checksum is right', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  it.each<[string, () => string, RegExp]>([
    [
      'of another version',
      () => replacing(0, '"version":1', '"version":2'),
      /:1 .*: the journal has version 2 of its format; this Touchstone reads version 1$/,
    ],
    [
      'of a version that is none',
      () => replacing(0, '"version":1', '"version":{"a":"\\u001b[31m"}'),
      /an unknown version/,
    ],
    [
      'of another format',
      () => replacing(0, 'touchstone-journal', 'other'),
      /:1 .*: the first line is no header of a Touchstone journal/,
    ],
    ['that are no objects', () => rewritten((lines) => ['null', ...lines]), /:1 .*: the first line is no header/],
    [
      'with a field too many in the header',
      () => replacing(0, '"generation"', '"colour":1,"generation"'),
      /:1 .*: has fields of another version/,
    ],
    [
      'with a field too many in a record',
      () => replacing(3, '"n":', '"note":1,"n":'),
      /:4 .*: has fields of another version/,
    ],
    [
      'with a field too many in a command',
      () => replacing(2, '"do":{', '"do":{"\\u001b[31m":1,'),
      /:3 .*: do: has fields of another version/,
    ],
    [
      'with __proto__',
      () => replacing(2, '"do":{', '"do":{"__proto__":{"kind":"x"},'),
      /:3 .*: do: has fields of another version/,
    ],
    [
      'with an unknown command',
      () => replacing(2, 'open-wallet', 'constructor'),
      /:3 .*: do\.kind: Invalid discriminator/,
    ],
    ['with a field missing', () => replacing(4, ',"wallet":0', ''), /:5 .*: do\.wallet: Invalid input/],
    ['with a number that is none', () => replacing(4, /"amount":\d+/, '"amount":1e999'), /:5 .*: do\.amount: /],
    [
      'with a number too large',
      () => replacing(4, /"amount":\d+/, '"amount":9007199254740993'),
      /:5 .*: do\.amount: Too big/,
    ],
    [
      'that nest without end',
      () => replacing(2, '"do":{"kind":"open-wallet"}', `"do":${deep}`),
      /:3 .*: do: Invalid input/,
    ],
    [
      'that are not JSON',
      () => rewritten(([header = '']) => [header, '{"n":1,}', '{}']),
      /:2 .*: the line is not JSON/,
    ],
    ['that go back in time', () => replacing(20, /"at":\d+/, '"at":0'), /:21 .*: record 20 goes back in time/],
    ['that lose events', () => replacing(20, /"events":\d+/, '"events":1'), /:21 .*: record 20 has fewer events/],
  ])('%s are refused', (_, make, reason) => {
    expect(refusal(make())).toMatch(reason);
  });

  it('and longer than any that is written are refused before they are read to the end', () => {
    const folder = written();
    const path = join(folder, FIRST);
    const [header = ''] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${header}\n${'x'.repeat(17 * 1024 * 1024)}\n`);
    expect(refusal(folder)).toMatch(/:2: byte \d+: a line of more than 16777216 bytes/);
  });
});

describe('a journal whose records lead elsewhere', () => {
  it.each<[string, () => string, RegExp]>([
    [
      'a changed amount',
      () => replacing(4, /"amount":\d+/, '"amount":7'),
      /:5 .*: record 4 \(deposit\) led to state [0-9a-f]{16} with 4 events when it was written, to [0-9a-f]{16} with 4 now: /,
    ],
    [
      'a changed hash',
      () => replacing(7, /"hash":"...../, '"hash":"00000'),
      /:8 .*: record 7 \(\S+\) led to state 00000/,
    ],
    [
      'a command that is refused',
      () => replacing(6, '"wallet":0', '"wallet":9'),
      /:7 .*: record 6 \(split\) was accepted when it was written and is refused now \(unknown-wallet\)/,
    ],
    [
      'another heartbeat id',
      () => replacing(heartbeatLine(), /"rotation":\d+/, '"rotation":5'),
      /\(heartbeat\) is number 5 in a chain of heartbeats that is at \d: /,
    ],
    [
      'another beginning',
      () => replacing(0, /"hash":"..../, '"hash":"0000'),
      /:1 .*: the run began in state 0000[0-9a-f]{12} and would begin in [0-9a-f]{16} now/,
    ],
  ])('%s is refused and both sides are told', (_, make, reason) => {
    expect(refusal(make())).toMatch(reason);
  });

  it('is what a journal of other rules, seed, world or profile is', () => {
    const folder = written();
    expect(refusal(folder, { ...EMPTY, seed: '2' })).toBe(
      'DIR is the journal of another run: its seed is "1", not "2"; name another directory',
    );
    expect(refusal(folder, { ...EMPTY, world: 'small' })).toMatch(/its world is "empty", not "small"/);
    expect(refusal(folder, { ...EMPTY, profile: 'strict' })).toMatch(/its profile is "document", not "strict"/);
    expect(refusal(folder, { ...EMPTY, rules: { ...EMPTY.rules, minedAfterMs: 1 } })).toMatch(/has other rules/);
  });
});

describe('any change of the bytes', () => {
  type Change = (bytes: Buffer) => Buffer;
  const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  const changes: fc.Arbitrary<Change> = fc.oneof(
    fc.tuple(place, fc.nat({ max: 254 })).map(
      ([at, by]): Change =>
        (bytes) => {
          const copy = Buffer.from(bytes);
          const index = Math.floor(at * copy.length);
          copy.writeUInt8(((copy[index] ?? 0) + 1 + by) % 256, index);
          return copy;
        },
    ),
    fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 40 })).map(
      ([at, more]): Change =>
        (bytes) => {
          const index = Math.floor(at * bytes.length);
          return Buffer.concat([bytes.subarray(0, index), more, bytes.subarray(index)]);
        },
    ),
    fc.tuple(place, fc.integer({ min: 1, max: 400 })).map(
      ([at, length]): Change =>
        (bytes) => {
          const index = Math.floor(at * bytes.length);
          return Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + length)]);
        },
    ),
  );

  it('is refused, or the state is one that the run was in', () => {
    const source = join(written(), FIRST);
    const bytes = readFileSync(source);
    const known = new Set([...bytes.toString('latin1').matchAll(/"hash":"(\w{16})"/g)].map(([, hash]) => hash));
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 3 }), (list) => {
        const folder = newFolder();
        const changed = list.reduce<Buffer>((present, change) => change(present), bytes);
        writeFileSync(join(folder, FIRST), changed);
        try {
          const run = openRun(folder);
          expect(known).toContain(run.venue.hash());
          run.close();
        } catch (error) {
          expect(error).toBeInstanceOf(JournalError);
          expect(contentsOf(folder)).toEqual({ [FIRST]: changed.toString('latin1') });
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('a directory', () => {
  const segments = (folder: string): string[] => Object.keys(contentsOf(folder));
  it.each<[string, (folder: string, names: string[]) => void, RegExp]>([
    [
      'without its first segment',
      (folder, [name = '']) => rmSync(join(folder, name)),
      /^DIR: the segment with records 1 to \d+ is missing/,
    ],
    [
      'without a segment in the middle',
      (folder, [, name = '']) => rmSync(join(folder, name)),
      /^DIR: the segment with records \d+ to \d+ is missing/,
    ],
    [
      'without its last segment',
      (folder, names) => rmSync(join(folder, names.at(-1) ?? '')),
      /^DIR: the segment with records \d+ to the end is missing/,
    ],
    [
      'with a segment twice',
      (folder, [name = '']) => copyFileSync(join(folder, name), join(folder, FIRST)),
      /another segment holds record 1 as well/,
    ],
    [
      'with a closed segment that is empty',
      (folder, [, name = '']) => writeFileSync(join(folder, name), ''),
      /is empty: put the segment back/,
    ],
    [
      'with a closed segment that is cut',
      (folder, [, name = '']) => writeFileSync(join(folder, name), readFileSync(join(folder, name)).subarray(0, -5)),
      /:\d+ \(byte \d+\): the line is not complete/,
    ],
    [
      'with a closed segment that lacks a line',
      (folder, [, name = '']) =>
        writeFileSync(join(folder, name), readFileSync(join(folder, name), 'utf8').replace(/[^\n]*\n$/, '')),
      /ends with record \d+, not with \d+ as its name says/,
    ],
    [
      'with a segment under another name',
      (folder, names) => renameSync(join(folder, names.at(-1) ?? ''), join(folder, 'g0001-0000000999.journal')),
      /segment with records \d+ to 998 is missing/,
    ],
    [
      'with other files only',
      (folder, names) => {
        for (const name of names) rmSync(join(folder, name));
        writeFileSync(join(folder, 'a.txt'), '');
      },
      /^DIR holds no journal but other files/,
    ],
  ])('%s is refused', (_, damage, reason) => {
    const folder = written({ segmentBytes: 2_000 });
    damage(folder, segments(folder));
    expect(refusal(folder)).toMatch(reason);
  });

  it.each([
    ['empty', 0],
    ['begun', 40],
  ])('with a last segment that is %s, and fewer records before it than it follows, is refused', (_, length) => {
    const folder = written({ segmentBytes: 2_000 });
    const [closed = '', last = ''] = segments(folder)
      .slice(-2)
      .map((name) => join(folder, name));
    writeFileSync(last, readFileSync(last).subarray(0, length));
    const bytes = readFileSync(closed);
    writeFileSync(
      closed.replace(/-\d{10}\.journal$/, '.journal'),
      bytes.subarray(0, bytes.lastIndexOf('\n', bytes.length - 2) + 1),
    );
    rmSync(closed);
    expect(refusal(folder)).toMatch(
      /no whole header and is to begin with record \d+, but the records before it end at \d+: put/,
    );
  });

  it('with a segment that follows from another one is refused', () => {
    const folder = written({ segmentBytes: 2_000 });
    const path = join(folder, segments(folder).at(-1) ?? '');
    const [header = '', ...rest] = readFileSync(path, 'utf8').split('\n');
    const other = lineOf(header.slice(9).replace(/"hash":"..../, '"hash":"0000')).toString();
    writeFileSync(path, other + rest.join('\n'));
    expect(refusal(folder)).toMatch(/:1 \(byte 0\): the segment does not continue the one before it, which ends with/);
  });

  it('that is a file, or lies nowhere, is refused', () => {
    const folder = newFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => openRun(file)).toThrow(/file cannot be made a journal directory \(ENOTDIR\): check the path/);
    expect(() => openRun(join(folder, 'no', 'where'))).toThrow(/\(ENOENT\): make the folder it is to lie in first/);
    mkdirSync(join(folder, FIRST));
    expect(() => openRun(folder)).toThrow(new RegExp(`${basename(FIRST)} is no regular file`));
  });
});

function heartbeatLine(): number {
  const lines = readFileSync(join(written(), FIRST), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes('"rotation"'));
}
