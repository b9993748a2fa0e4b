/** backtest/sweep/state-file tests: a state file is continued after any interruption, and never by another sweep. */
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { DEFAULT_ASSUMPTIONS } from '../options.ts';
import type { SweepSettings, TrialResult } from './settings.ts';
import { openStateFile, StateFileError } from './state-file.ts';

const { folder } = testFolder('sweep-state');
const file = join(folder, 'state.ndjson');
beforeEach(() => rmSync(file, { force: true }));

const SETTINGS: SweepSettings = {
  touchstone: '1.2.3',
  strategy: { name: 'maker.ts', sha256: 'a'.repeat(64) },
  recording: 'abc',
  params: {},
  space: { lists: [{ name: 'size', values: [1, 2, 3] }], ranges: [], draws: 1, seed: '1' },
  seeds: ['1'],
  marketSets: ['all'],
  assumptions: DEFAULT_ASSUMPTIONS,
  span: { from: 0, to: 10 },
  windows: [],
  allowRead: [],
};
const result = (message: string): TrialResult => ({ end: 'failed', message });

function write(...results: readonly (readonly [number, TrialResult])[]): void {
  const state = openStateFile(file, SETTINGS);
  expect([...state.earlier()]).toEqual([]);
  for (const [number, each] of results) state.append(number, each);
  state.close();
}

function read(settings = SETTINGS): readonly (readonly [number, TrialResult])[] {
  const state = openStateFile(file, settings);
  const found = [...state.earlier()];
  state.close();
  return found;
}

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(StateFileError);
    return String((error as Error).message).replace(file, 'FILE');
  }
  return 'no error';
};

describe('a state file', () => {
  it('has the results in the order in which they came', () => {
    write([2, result('one')], [0, result('zwö\u2028lf')]);
    expect(read()).toEqual([
      [2, result('one')],
      [0, result('zwö\u2028lf')],
    ]);
  });

  it('is continued at every place where a crash may have cut it', () => {
    write([0, result('one')], [1, result('two')]);
    const whole = readFileSync(file);
    const ends = [...whole.entries()].flatMap(([index, byte]) => (byte === 10 ? index + 1 : []));
    for (let length = 0; length < whole.length; length += 7) {
      writeFileSync(file, whole.subarray(0, length));
      const kept = Math.max(0, ends.filter((end) => end <= length).length - 1);
      const state = openStateFile(file, SETTINGS);
      expect([...state.earlier()].map(([number]) => number)).toEqual([0, 1].slice(0, kept));
      state.append(2, result('three'));
      state.close();
      expect(read().map(([number]) => number)).toEqual([...[0, 1].slice(0, kept), 2]);
    }
  });

  it('forgets a line that was cut off, however long it is', () => {
    write([0, result('one')]);
    appendFileSync(file, `{"trial":1,"result":{"end":"failed","message":"${'x'.repeat(5_000)}`);
    const state = openStateFile(file, SETTINGS);
    expect([...state.earlier()]).toHaveLength(1);
    state.append(2, result('three'));
    state.close();
    expect(read().map(([number]) => number)).toEqual([0, 2]);
    expect(readFileSync(file, 'utf8')).not.toContain('xxx');
  });

  it('longer than the memory that reads it has all its lines', () => {
    write(...Array.from({ length: 2_000 }, (_, index) => [index % 3, result('x'.repeat(100))] as const));
    expect(read()).toHaveLength(2_000);
  });

  it('of another sweep is refused, with what differs', () => {
    write();
    const assumptions = { ...DEFAULT_ASSUMPTIONS, minSize: 1 };
    expect(messageOf(() => read({ ...SETTINGS, assumptions, seeds: ['1', '2'] }))).toBe(
      'FILE is the state of another sweep, which differs in seeds.1 (nothing, now "2"); ' +
        'assumptions.minSize (5000000, now 1). Repeat its command to resume it, or name another file with --state',
    );
    const seeds = Array.from({ length: 50 }, (_, index) => String(index + 2));
    expect(messageOf(() => read({ ...SETTINGS, seeds }))).toContain('seeds.4 (nothing, now "6"); more. Repeat');
  });

  it.each([
    ['a text', 'hello\n', 'FILE is no state of a sweep'],
    ['a text without a line', 'hello', 'FILE is no state of a sweep'],
    ['JSON of something else', '{"touchstone":"orders"}\n', 'FILE is no state of a sweep'],
  ])('is not %s', (_, text, expected) => {
    writeFileSync(file, text);
    expect(messageOf(() => read())).toContain(expected);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it.each([
    ['no JSON', '{"trial":1,'],
    ['a trial that does not exist', '{"trial":3,"result":{"end":"failed","message":""}}'],
    ['no number', '{"trial":"1","result":{"end":"failed","message":""}}'],
    ['no result', '{"trial":1,"result":{"end":"complete"}}'],
  ])('with a line that is %s names the line', (_, line) => {
    write([0, result('one')]);
    appendFileSync(file, `${line}\n`);
    expect(messageOf(() => read())).toBe('FILE, line 3 is damaged: remove the line, so that its trial runs again');
  });

  it('that cannot be opened is named', () => {
    expect(messageOf(() => openStateFile(folder, SETTINGS))).toContain('cannot be opened (EISDIR)');
    truncateSync(openedFile(), 0);
    expect(read()).toEqual([]);
  });
});

function openedFile(): string {
  writeFileSync(file, '');
  return file;
}
