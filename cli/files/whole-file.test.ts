import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyVerdict } from '../../reports/fixtures/report.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';
import { assertApart, assertWritable, writePrivate, writeWhole } from './whole-file.ts';

const { folder, file: path } = testFolder('whole');
const printed = capturePrinted();

describe('a text is written', () => {
  it('to a regular file in one step', () => {
    const before = statSync(path('plain', 'old')).ino;
    writeWhole(path('plain'), 'new');
    expect(readFileSync(path('plain'), 'utf8')).toBe('new');
    expect(statSync(path('plain')).ino).not.toBe(before);
  });

  it('in pieces, none of which is left when one cannot be made', () => {
    writeWhole(path('pieces'), ['one\n', Buffer.from('two\n')]);
    expect(readFileSync(path('pieces'), 'utf8')).toBe('one\ntwo\n');
    const files = readdirSync(folder);
    function* broken(): Generator<string> {
      yield 'three';
      throw new RangeError('a bug');
    }
    expect(() => writeWhole(path('pieces'), broken())).toThrow(new RangeError('a bug'));
    expect(readFileSync(path('pieces'), 'utf8')).toBe('one\ntwo\n');
    expect(readdirSync(folder)).toEqual(files);
  });

  it.each([
    ['that is there', 'old'],
    ['that is not there yet', undefined],
  ])('where links lead, to a file %s', (_, old) => {
    const own = mkdtempSync(path('links-'));
    mkdirSync(join(own, 'far'));
    if (old !== undefined) writeFileSync(join(own, 'far', 'file'), old);
    symlinkSync('far/next', join(own, 'first'));
    symlinkSync('file', join(own, 'far', 'next'));
    assertWritable(join(own, 'first'));
    writeWhole(join(own, 'first'), 'new');
    expect(readFileSync(join(own, 'far', 'file'), 'utf8')).toBe('new');
    expect(lstatSync(join(own, 'first')).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(own, 'far', 'next')).isSymbolicLink()).toBe(true);
    expect(readdirSync(join(own, 'far')).toSorted()).toEqual(['file', 'next']);
  });

  it.each([
    ['writeWhole', writeWhole],
    ['writePrivate', writePrivate],
  ])('into a FIFO over a link, both of which stay (%s)', (name, write) => {
    const [fifo, link] = [path(`${name}-fifo`), path(`${name}-link`)];
    spawnSync('mkfifo', [fifo]);
    symlinkSync(fifo, link);
    const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      assertWritable(link);
      write(link, 'new');
      const read = Buffer.alloc(16);
      expect(read.toString('utf8', 0, readSync(reader, read))).toBe('new');
    } finally {
      closeSync(reader);
    }
    expect(statSync(fifo).isFIFO()).toBe(true);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  // By a name in `/proc`, where nothing can be replaced in error; `/dev/stdout` is a link to it.
  it.skipIf(!existsSync('/proc/self/fd'))('to standard output that is a file, beside what is printed', () => {
    const child = `const { writeWhole } = await import(${JSON.stringify(join(import.meta.dirname, 'whole-file.ts'))});
      console.log('before'); writeWhole('/proc/self/fd/1', 'text\\n'); console.log('after');`;
    const out = openSync(path('printed'), 'w');
    spawnSync(process.execPath, ['--input-type=module', '-e', child], { stdio: ['ignore', out, 'inherit'] });
    closeSync(out);
    expect(readFileSync(path('printed'), 'utf8')).toBe('before\ntext\nafter\n');
  });

  it('nowhere, with one line, over links that lead in a circle', () => {
    symlinkSync('circle', path('circle'));
    expect(() => assertWritable(path('circle'))).toThrow(/circle cannot be written \(ELOOP\)/);
    expect(() => writeWhole(path('circle'), 'new')).toThrow(/circle cannot be written \(ELOOP\)/);
  });
});

describe('a file that a command reads', () => {
  const kept = path('kept.json', JSON.stringify(everyVerdict));
  const link = path('kept-link');
  symlinkSync('kept.json', link);

  it.each([
    ['report', kept, '--output', link],
    ['merge', kept, '--output', kept],
    ['compare', kept, kept, '--report', `json=${kept}`],
    ['matrix', kept, kept, '--output', kept],
    ['history', folder, '--report', `html=${kept}`],
    ['check', '--har', kept, '--report', `json=${kept}`],
    ['check', '--expect', kept, '--report', `json=${kept}`],
    ['proxy', 'http://127.0.0.1:1', '--expect', kept, '--report', `json=${kept}`],
  ])('is not replaced by an output: %s', async (...args) => {
    expect(await run(args)).toBe(EXIT.usage);
    expect(printed.err).toMatch(/would replace .*kept.*, which the command reads: name another file/);
    expect(readFileSync(kept, 'utf8')).toBe(JSON.stringify(everyVerdict));
  });
});

describe('two outputs', () => {
  it('into one file are refused before anything runs', async () => {
    const file = path('same');
    symlinkSync('same', path('alias'));
    expect(await run(['check', '--report', `json=${file}`, '--report', `junit=${path('alias')}`])).toBe(EXIT.usage);
    expect(printed.err).toMatch(/--report json and --report junit name one file, .*alias: give each its own\n$/);
    expect(await run(['check', '--report', `json=${file}`, '--timings', file])).toBe(EXIT.usage);
    expect(printed.err).toMatch(/--report json and --timings name one file/);
    expect(await run(['run', '--library', '--junit', file, '--trace', file])).toBe(EXIT.usage);
    expect(printed.err).toMatch(/--trace and --junit name one file/);
    expect(await run(['serve', '--record', file, '--credentials-out', path('alias')])).toBe(EXIT.usage);
    expect(printed.err).toMatch(/--credentials-out and --record name one file/);
  });

  it('into one device are not', () => {
    const [first, second] = [
      { flag: '--a', file: '/dev/null' },
      { flag: '--b', file: '/dev/null' },
    ];
    expect(() => assertApart([first, second])).not.toThrow();
  });
});
