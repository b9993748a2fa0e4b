/** sim/world/written/description-file.test: a service whose world is in a YAML file, and invalid files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { testFolder } from '../../../spec/fixtures/test-folder.ts';
import { REGATTA } from '../../fixtures/written-world.ts';
import { compareRuns } from '../../journal/bisect.ts';
import { createSimulator } from '../../simulator.ts';
import { WorldError } from '../world-error.ts';

const { newFolder } = testFolder('description-file');

function file(text: string | Uint8Array): string {
  const path = join(newFolder(), 'world.yaml');
  writeFileSync(path, text);
  return path;
}

describe('a world in a YAML file', () => {
  it('is the world of the same description', () => {
    const fromFile = createSimulator({ world: file(stringify(REGATTA)) });
    const fromValue = createSimulator({ world: REGATTA });
    expect(fromFile.hash()).toBe(fromValue.hash());
    expect(fromFile.named).toEqual(fromValue.named);
  });

  const bomb = ['a: &a [x, x]', 'b: &b [*a, *a]', 'c: &c [*b, *b, *b]', `d: [${'*c, '.repeat(60)}*c]`].join('\n');
  it.each([
    ['markets: {rain: {tick: 0.03}}\nwallets: {}\n', ': markets.rain.tick: a tick divides'],
    ['markets: {rain: {outcomes: [Yes, Yes]}}\n', ': markets.rain.outcomes: two different names'],
    ["markets: {rain: {outcomes: ['', No]}}\n", ': markets.rain.outcomes'],
    ['wallets: {}\n', ': markets: '],
    ['markets: [rain\n', ': not YAML: '],
    ['{}\n---\n{}\n', ': not YAML: '],
    [bomb, ': not YAML: '],
    ['__proto__: {markets: {}, wallets: {}}\n', ': '],
    [new Uint8Array([0xff, 0xfe, 0x00]), ': cannot be read'],
    [' '.repeat(4 * 1024 * 1024 + 1), ': larger than'],
  ])('%# is refused in one line that begins with the path', (text, message) => {
    const path = file(text);
    let thrown: unknown;
    try {
      createSimulator({ world: path });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(WorldError);
    const line = (thrown as WorldError).message;
    expect(line.startsWith(`${path}${message}`), line).toBe(true);
    expect(line).not.toContain('\n');
  });

  it('that is not there is refused', () => {
    expect(() => createSimulator({ world: '/nowhere/world.yml' })).toThrow('/nowhere/world.yml: cannot be read');
  });
});

describe('a journal of a written world', () => {
  const serve = (directory: string, world = REGATTA) =>
    createSimulator({ world, journal: { directory, sync: 'never' } });

  it('resumes from its records', () => {
    const directory = newFolder();
    const first = serve(directory);
    first.advance(5_000);
    const { hash, now } = { hash: first.hash(), now: first.now() };
    first.close();
    const again = serve(directory);
    expect([again.hash(), again.now(), again.journal?.recovered]).toEqual([hash, now, 1]);
    again.close();
  });

  const inFile = (directory: string, world: string) =>
    createSimulator({ world, journal: { directory, sync: 'never' } });

  it('in a file resumes after the file has moved', () => {
    const directory = newFolder();
    const first = inFile(directory, file(stringify(REGATTA)));
    first.advance(5_000);
    first.close();
    const again = inFile(directory, file(stringify(REGATTA)));
    expect([again.hash(), again.journal?.recovered]).toEqual([first.hash(), 1]);
    again.close();
  });

  it('in a file that has changed is refused, also with the same markets', () => {
    const directory = newFolder();
    const path = file('markets: {rain: {}, snow: {}}\n');
    inFile(directory, path).close();
    writeFileSync(path, 'markets: {snow: {}, rain: {}}\n');
    expect(() => inFile(directory, path)).toThrow(
      /its world is ".*world\.yaml \(digest \w{16}\)", not ".*world\.yaml \(digest \w{16}\)"/,
    );
    writeFileSync(path, 'markets: {rain: {}, snow: {}}\n');
    inFile(directory, path).close();
  });

  it('in files with the same bytes is the same for bisect', () => {
    const [one, other] = [newFolder(), newFolder()];
    for (const directory of [one, other]) inFile(directory, file(stringify(REGATTA))).close();
    expect(compareRuns(one, other)).toMatchObject({ verdict: 'same' });
    const third = newFolder();
    inFile(third, file(`# another one\n${stringify(REGATTA)}`)).close();
    expect(compareRuns(one, third)).toMatchObject({
      verdict: 'other-start',
      fields: [{ field: 'world', a: expect.stringContaining('(digest '), b: expect.stringContaining('(digest ') }],
    });
  });

  it('is refused for another description', () => {
    const directory = newFolder();
    serve(directory).close();
    expect(() => serve(directory, { ...REGATTA, history: [] })).toThrow(/written:/);
  });
});
