/**
 * sim/journal/damage.test: a journal that cannot be continued is refused with place and reason, and no file changes. A quarter of the wrong
 * bytes is drawn; TEST_PART=0 to 3 are all of them.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { invariant } from '../../spec/result.ts';
import { contentsOf, testFolders } from './fixtures/folder.ts';
import { act, EMPTY, FIRST, openRun } from './fixtures/small-run.ts';
import { JournalError } from './journal-error.ts';
import { lineOf } from './line.ts';

const newFolder = testFolders();

function written(): string {
  const folder = newFolder();
  const run = openRun(folder);
  for (let turn = 0; turn < 40; turn += 1) act(run, turn);
  run.close();
  return folder;
}

/** The reason why the journal cannot be continued, with DIR for the folder. Expects that every file is as it was. */
function refusal(folder: string, identity = EMPTY): string {
  const before = contentsOf(folder);
  try {
    openRun(folder, {}, identity).close();
  } catch (error) {
    invariant(error instanceof JournalError, `a JournalError, not ${error}`);
    expect(contentsOf(folder)).toEqual(before);
    expect([...error.message].filter((sign) => sign < ' ')).toEqual([]);
    expect(error.message.length).toBeLessThan(420);
    return error.message.replaceAll(folder, 'DIR');
  }
  throw new Error('the journal was continued');
}

/** A journal with changed bytes. */
function changed(change: (text: string) => string): string {
  const folder = written();
  const path = join(folder, FIRST);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  return folder;
}

/** A journal with changed lines, whose checksums are right. */
const rewritten = (change: (lines: string[]) => string[]): string =>
  changed((text) => {
    const lines = text.trimEnd().split('\n');
    return Buffer.concat(change(lines.map((line) => line.slice(9))).map(lineOf)).toString();
  });

const replacing = (line: number, from: string | RegExp, to: string): string =>
  rewritten((lines) => lines.map((text, index) => (index === line ? text.replace(from, to) : text)));

/** The first record of a kind. */
const replacingFirst = (kind: string, from: string | RegExp, to: string): string =>
  rewritten((lines) => {
    const at = lines.findIndex((line) => line.includes(kind));
    return lines.map((text, index) => (index === at ? text.replace(from, to) : text));
  });

describe('a damaged line', () => {
  it.each([3, 20])('is refused whichever byte of it is wrong: line %i', (number) => {
    const folder = written();
    const path = join(folder, FIRST);
    const bytes = readFileSync(path);
    const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index);
    const [start = 0, end = 0] = [(ends[number - 2] ?? 0) + 1, ends[number - 1]];
    const places = [...bytes.keys()].slice(start, end + 1);
    for (const at of drawnPart(places, 4).part) {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(at) ^ (1 << (at % 8)), at);
      writeFileSync(path, copy);
      expect(refusal(folder)).toMatch(new RegExp(`^DIR/${FIRST}:${number} \\(byte ${start}\\): `));
    }
  });

  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  it.each<[string, () => string, RegExp]>([
    [
      'with a changed byte',
      () => changed((text) => text.replace('"n":2', '"n":3')),
      /:3 .*: the checksum is \w{8}, not/,
    ],
    ['that is empty', () => changed((text) => text.replace('\n', '\n\n')), /:2 \(byte \d+\): the line does not begin/],
    ['without checksum', () => changed((text) => text.replace(/\n\w{8} /, '\n')), /:2 .* does not begin with 8 hex/],
    [
      'in the place of another',
      () => changed((text) => text.replace(/(.*\n)(.*\n)(.*\n)/, '$1$3$2')),
      /:2 .*: record 2 where record 1 belongs/,
    ],
    [
      'behind a missing one',
      () => changed((text) => text.replace(/(.*\n)(.*\n)/, '$1')),
      /:2 .*: record 2 where record 1 belongs/,
    ],
    ['that is there twice', () => changed((text) => text.replace(/(.*\n)(.*\n)/, '$1$2$2')), /:3 .*: record 1 where/],
    ['in the header', () => changed((text) => text.replace('empty', 'EMPTY')), /:1 \(byte 0\): the checksum is/],
    ['of another file', () => changed(() => '{"markets":[]}\n'), /:1 \(byte 0\): the line does not begin/],
    [
      'of version 1',
      () => replacing(0, '"version":2', '"version":1'),
      /:1 .*: the journal has version 1 of its format, and this Touchstone reads version 2: name a new directory, or/,
    ],
    ['of no version', () => replacing(0, '"version":2', '"version":{"a":"\\u001b[31m"}'), /an unknown version/],
    ['of another format', () => replacing(0, 'touchstone-journal', 'other'), /:1 .*: the first line is no header/],
    ['that is no object', () => rewritten((lines) => ['null', ...lines]), /:1 .*: the first line is no header/],
    ['with an unknown command', () => replacing(2, 'open-wallet', 'constructor'), /:3 .*: do\.kind: Invalid discrim/],
    ['without a field', () => replacing(4, ',"wallet":0', ''), /:5 .*: do\.wallet: Invalid input/],
    ['with no number', () => replacing(4, /"amount":\d+/, '"amount":1e999'), /:5 .*: do\.amount: /],
    [
      'with a number too large',
      () => replacing(4, /"amount":\d+/, '"amount":9007199254740993'),
      /:5 .*: do\.amount: Too big/,
    ],
    [
      'that nests deeply',
      () => replacing(2, '"do":{"kind":"open-wallet"}', `"do":${deep}`),
      /:3 .*: do: Invalid input/,
    ],
    ['that is not JSON', () => rewritten(([header = '']) => [header, '{"n":1,}']), /:2 .*: the line is not JSON/],
    [
      'without end',
      () => changed((text) => text.replace(/\n.*/s, `\n${'x'.repeat(17 * 1024 * 1024)}\n`)),
      /: byte \d+: a line of more than 16777216 bytes/,
    ],
  ])('%s is refused', (_, make, reason) => {
    expect(refusal(make())).toMatch(reason);
  });
});

describe('a journal with another outcome', () => {
  it.each<[string, () => string, RegExp]>([
    [
      'amount',
      () => replacing(4, /"amount":\d+/, '"amount":7'),
      /:5 .*: record 4 \(deposit\) led to state \w{16} with 4 events when it was written, to \w{16} with 4 now: /,
    ],
    ['hash', () => replacing(7, /"hash":"...../, '"hash":"00000'), /:8 .*: record 7 \(\S+\) led to state 00000/],
    ['number of events', () => replacing(20, /"events":\d+/, '"events":1'), /:21 .*: record 20 .* with 1 events when/],
    ['moment', () => replacing(20, /"at":\d+/, '"at":0'), /:21 .*: record 20 goes back in time/],
    [
      'wallet, which is refused,',
      () => replacing(6, '"wallet":0', '"wallet":9'),
      /:7 .*: record 6 \(split\) was accepted when it was written and is refused now \(unknown-wallet\)/,
    ],
    [
      'heartbeat id',
      () => replacingFirst('"rotation"', /"rotation":\d+/, '"rotation":5'),
      /\(heartbeat\) is number 5 in a chain of heartbeats that is at \d: /,
    ],
    [
      'beginning',
      () => replacing(0, /"hash":"..../, '"hash":"0000'),
      /:1 .*: the run began in state 0000\w{12} and would begin in \w{16} now/,
    ],
  ])('%s is refused with both sides', (_, make, reason) => {
    expect(refusal(make())).toMatch(reason);
  });

  it('because its rules, seed, world or profile are others is refused', () => {
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
  const splice =
    (at: number, removed: number, more: Uint8Array): Change =>
    (bytes) => {
      const index = Math.floor(at * bytes.length);
      return Buffer.concat([bytes.subarray(0, index), more, bytes.subarray(index + removed)]);
    };
  const changes: fc.Arbitrary<Change> = fc
    .tuple(place, fc.nat({ max: 400 }), fc.uint8Array({ maxLength: 40 }))
    .map(([at, removed, more]) => splice(at, removed, more));

  it('is refused, or restores a state that the run was in', () => {
    const bytes = readFileSync(join(written(), FIRST));
    const known = new Set([...bytes.toString('latin1').matchAll(/"hash":"(\w{16})"/g)].map(([, hash]) => hash));
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 3 }), (list) => {
        const folder = newFolder();
        const damaged = list.reduce<Buffer>((present, change) => change(present), bytes);
        writeFileSync(join(folder, FIRST), damaged);
        try {
          const run = openRun(folder);
          expect(known).toContain(run.venue.hash());
          run.close();
        } catch (error) {
          expect(error).toBeInstanceOf(JournalError);
          expect(contentsOf(folder)).toEqual({ [FIRST]: damaged.toString('latin1') });
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('a directory', () => {
  it('of a journal of version 1 is refused with advice', () => {
    const folder = replacing(0, '"version":2', '"version":1');
    renameSync(join(folder, FIRST), join(folder, 'g0001-0000000001.journal'));
    expect(refusal(folder)).toMatch(/^DIR\/g0001-0000000001\.journal:1 .*this Touchstone reads version 2: name a new/);
  });

  it('of other files is refused', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'a.txt'), '');
    expect(refusal(folder)).toBe('DIR holds no journal but other files: name an empty or a new directory');
  });

  it('that is a file, or has no parent folder, is refused', () => {
    const folder = newFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => openRun(file)).toThrow(/file cannot be made a journal directory \(ENOTDIR\): check the path/);
    expect(() => openRun(join(folder, 'no', 'where'))).toThrow(/\(ENOENT\): make its parent folder first/);
  });

  // A pipe would block a test that fails; a device and a folder are no files either.
  it.each<[string, (path: string) => void]>([
    ['folder', (path) => mkdirSync(path)],
    ['device', (path) => symlinkSync('/dev/null', path)],
  ])('with a %s in place of the journal is refused', (_, make) => {
    const folder = newFolder();
    make(join(folder, FIRST));
    expect(() => openRun(folder)).toThrow(`${FIRST} is no regular file: remove it, or name another directory`);
    rmSync(join(folder, FIRST), { recursive: true });
    expect(contentsOf(folder)).toEqual({});
  });
});
