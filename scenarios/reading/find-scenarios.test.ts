import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findScenarios } from './find-scenarios.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scenarios-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const named = (name: string): string => `scenario: ${name}\nsteps: [{get: /a}]\n`;
const namesOf = (paths: readonly string[], options = {}): readonly string[] =>
  findScenarios(paths, options).scenarios.map(({ name }) => name);

describe('scenarios of files and folders', () => {
  it('come in order of paths, then by code unit, folders and both endings alike', () => {
    write('f/b.yaml', named('b'));
    write('f/B.yml', named('B'));
    write('f/a/z.yaml', named('z'));
    write('f/notes.md', 'no scenario');
    const last = write('a.yaml', named('a'));
    expect(namesOf([join(folder, 'f'), last])).toEqual(['B', 'z', 'b', 'a']);
  });

  it('are read once, however often their file is named', () => {
    const file = write('f/a.yaml', named('a'));
    expect(namesOf([join(folder, 'f'), file, file])).toEqual(['a']);
  });

  it('leave files of macros out of folders, and refuse them by name', () => {
    const macros = write('m.yaml', 'macros: {m: {steps: [{get: /a}]}}');
    expect(findScenarios([folder])).toEqual({ scenarios: [], problems: [] });
    expect(findScenarios([macros]).problems).toMatchObject([
      { file: macros, message: expect.stringContaining('macros') },
    ]);
  });

  it('that can be read are returned beside the problems of the others', () => {
    write('a.yaml', 'scenario: a');
    write('b.yaml', named('b'));
    const { scenarios, problems } = findScenarios([folder]);
    expect(scenarios.map(({ name }) => name)).toEqual(['b']);
    expect(problems).toMatchObject([{ file: join(folder, 'a.yaml') }]);
  });

  it('have a problem if a path does not exist', () => {
    const path = join(folder, 'none');
    expect(findScenarios([path]).problems).toMatchObject([{ file: path, message: expect.stringContaining('ENOENT') }]);
  });

  it('are not found through links inside a folder', () => {
    const outside = write('outside/a.yaml', named('a'));
    mkdirSync(join(folder, 'f'));
    symlinkSync(outside, join(folder, 'f/a.yaml'));
    symlinkSync(dirname(outside), join(folder, 'f/more'));
    expect(findScenarios([join(folder, 'f')])).toEqual({ scenarios: [], problems: [] });
  });

  it('use files of the folder that is named, or of the root', () => {
    write('common/m.yaml', 'macros: {m: {steps: [{get: /a}]}}');
    const file = write('orders/a.yaml', 'scenario: a\nuse: [../common/m.yaml]\nsteps: [{call: m}]\n');
    expect(namesOf([folder])).toEqual(['a']);
    expect(namesOf([file], { root: folder })).toEqual(['a']);
    expect(namesOf([dirname(file)], { root: folder })).toEqual(['a']);
    expect(findScenarios([file]).problems[0]?.message).toContain('the path leaves');
    expect(findScenarios([dirname(file)]).problems[0]?.message).toContain('the path leaves');
  });

  it('do not use files outside the root through a link', () => {
    write('outside/m.yaml', 'macros: {m: {steps: [{get: /a}]}}');
    const file = write('root/a.yaml', 'scenario: a\nuse: [m.yaml]\nsteps: [{call: m}]\n');
    symlinkSync(join(folder, 'outside/m.yaml'), join(folder, 'root/m.yaml'));
    expect(findScenarios([file]).problems[0]?.message).toContain('a link on the path leaves');
  });

  it('are named as the user named them', () => {
    const file = relative('.', write('a.yaml', named('a')));
    expect(findScenarios([file]).scenarios[0]?.file).toBe(file);
  });
});
