/** sim/simulator-options.test: an invalid option is named in one line, and valid ones pass. */
import { describe, expect, it } from 'vitest';
import { loadProfile, type Profile } from '../spec/profile.ts';
import { testFolders } from './journal/fixtures/folder.ts';
import { createSimulator } from './simulator.ts';
import type { SimulatorOptions } from './simulator-options.ts';

const newFolder = testFolders();

/** Untyped callers can pass any value. */
const create = (options: unknown): unknown => createSimulator(options as SimulatorOptions);

describe('options of createSimulator', () => {
  it.each([
    [{ seed: Number.NaN }, 'seed must be a finite number or a text, not NaN'],
    [{ seed: {} }, 'seed must be a finite number or a text, not {}'],
    [{ world: null }, 'world must be a name, a path or a description, not null'],
    [{ limits: 'on' }, 'limits must be "enforce" or "off", not "on"'],
    [{ allowlist: 'x' }, 'allowlist must be an array of addresses, such as ["127.0.0.1"], not "x"'],
    [{ allowlist: ['127.0.0.1', 4] }, 'allowlist[1] must be an address, not 4'],
    [{ onBug: 'print' }, 'onBug must be a function, not "print"'],
    [{ journal: 'folder' }, 'journal must be an object with a `directory`, not "folder"'],
    [{ journal: { directory: '' } }, 'journal.directory must be the path of a directory, not ""'],
    [
      { journal: { directory: 'x', snapshotEvery: -1 } },
      'journal.snapshotEvery must be a whole number, 0 for no snapshots, not -1',
    ],
    [{ tape: [] }, 'tape must be a tape, such as commandTape makes of commands, not []'],
    [null, 'the options must be an object, not null'],
  ])('%j is refused', (options, message) => {
    expect(() => create(options)).toThrow(new Error(`createSimulator: ${message}`));
  });

  it('a profile is rejected with its first invalid field', () => {
    const whole = loadProfile('document');
    const bad = { ...whole, order: { ...whole.order, selfTrade: 'never' } };
    expect(() => create({ profile: bad })).toThrow(
      /^createSimulator: profile\.order\.selfTrade must be a valid value .* \(.*"cancel-newest".*\), not "never"$/,
    );
    expect(() => create({ profile: 5 })).toThrow(
      /: profile must be the name of a profile, or a whole one \(.*\), not 5$/,
    );
  });

  it('a later change of the profile has no effect', () => {
    const profile = structuredClone(loadProfile('document')) as { statuses: { notFound: number } };
    const simulator = createSimulator({ profile: profile as Profile });
    const before = simulator.profile.statuses.notFound;
    profile.statuses.notFound = 410;
    expect(simulator.profile.statuses.notFound).toBe(before);
  });

  it('the clock of the command line is rejected with the valid ones in process', () => {
    expect(() => create({ clock: 'real' })).toThrow(
      'clock must be "virtual" or a function that returns milliseconds since the epoch, such as Date.now, not "real"',
    );
  });

  it('unknown names are rejected with the nearest known one', () => {
    expect(() => create({ sead: 1 })).toThrow('there is no option "sead"; did you mean "seed"? All: seed, world,');
    expect(() => create({ journal: { directory: 'x', synk: 'always' } })).toThrow(
      'there is no option "journal.synk"; did you mean "journal.sync"? All: directory, sync, snapshotEvery',
    );
    expect(() => create({ zzz: 1 })).toThrow('there is no option "zzz"; All: seed, world,');
  });

  it('a journal without snapshots is wanted in process as on the command line', () => {
    const directory = newFolder();
    createSimulator({ journal: { directory, snapshotEvery: 0 } }).close();
  });

  it('an undefined option is absent', () => {
    const names = ['seed', 'world', 'profile', 'clock', 'limits', 'allowlist', 'onBug', 'onProgress', 'journal'];
    const simulator = createSimulator(Object.fromEntries(names.map((name) => [name, undefined])));
    expect(simulator.hash()).toBe(createSimulator().hash());
  });

  it('a profile and its name are equivalent', () => {
    expect(createSimulator({ profile: loadProfile('document') }).profile.name).toBe('document');
  });
});

describe('arguments of a simulator', () => {
  const simulator = createSimulator();

  it('advance names its valid values', () => {
    expect(() => simulator.advance(-1)).toThrow(new Error('advance takes whole milliseconds, 0 or more, not -1'));
  });

  it('fault names the known faults', () => {
    expect(() => simulator.fault('x' as 'none')).toThrow(
      new Error('fault takes none, internal-error, not-allowlisted, not x'),
    );
  });
});
