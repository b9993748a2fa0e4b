import { describe, expect, it } from 'vitest';
import { filesOf, loadedOf, problemLines } from './fixtures/memory-files.ts';
import { readScenario } from './read-scenario.ts';

const rest = "macros: {rest: {params: {price: null, who: alice}, steps: [{order: {price: '${price}', size: 5}}]}}\n";

describe('calls of macros', () => {
  it.each([
    ['{call: rset, with: {price: 1}}', '3:16 no macro "rset": did you mean "rest"? there are rest'],
    ['{call: rest}', '3:16 rest needs the parameter price: add it to with:'],
    [
      '{call: rest, with: {price: 1, whom: bob}}',
      '3:39 rest has no parameter "whom": did you mean "who"? (it has price, who)',
    ],
  ])('%s reports: %s', (call, message) => {
    expect(problemLines(`${rest}steps: [${call}]`)).toEqual([message]);
  });

  it('are looked for inside blocks and macros', () => {
    expect(problemLines('macros: {a: {steps: [{call: b}]}}\nsteps: [{repeat: {times: 1, do: [{call: c}]}}]')).toEqual([
      '2:29 no macro "b": there are a',
      '3:41 no macro "c": there are a',
    ]);
  });

  it('do not go in a circle', () => {
    expect(problemLines('macros: {a: {steps: [{call: b}]}, b: {steps: [{call: a}]}}\nsteps: [{call: a}]')).toEqual([
      '2:10 macros call each other in a circle: a -> b -> a',
    ]);
  });

  it('a macro may be called many times over without being read as often', () => {
    const twice = Array.from({ length: 60 }, (_, n) => `  m${n}: {steps: [{call: m${n + 1}}, {call: m${n + 1}}]}`);
    const macros = ['macros:', ...twice, '  m60: {steps: [{get: /a}]}'].join('\n');
    expect(Object.keys(loadedOf(`${macros}\nsteps: [{call: m0}]`).macros)).toHaveLength(61);
  });
});

describe('files that are used', () => {
  const uses = (path: string): string => `use: ['${path}']\nsteps: [{get: /a}]`;

  it.each([
    ['../b.yaml', 'the path leaves s'],
    ['b/../../b.yaml', 'the path leaves s'],
    ['/etc/b.yaml', 'expected a path relative to this file'],
    ['C:b.yaml', 'expected a path relative to this file'],
    ['b\\c.yaml', 'expected a path relative to this file'],
    ['b.yaml', 's/b.yaml'],
  ])('%s is refused: %s', (path, message) => {
    expect(problemLines(uses(path))).toEqual([expect.stringContaining(message)]);
  });

  it('are not reached through links that leave the folder', () => {
    const texts = { 's/a.yaml': `scenario: a\n${uses('b.yaml')}`, 's/b.yaml': 'macros: {}' };
    expect(readScenario('s/a.yaml', filesOf(texts)).ok).toBe(true);
    const read = readScenario('s/a.yaml', filesOf(texts, { 's/b.yaml': 'elsewhere/b.yaml' }));
    expect(read).toMatchObject({ refusal: [{ message: expect.stringContaining('a link on the path leaves s') }] });
  });

  it('may be in a folder beside that of the scenario, if the root contains both', () => {
    const texts = { 't/s/a.yaml': `scenario: a\n${uses('../b.yaml')}`, 't/b.yaml': 'macros: {}' };
    expect(readScenario('t/s/a.yaml', { ...filesOf(texts), root: 't' }).ok).toBe(true);
    expect(readScenario('t/s/a.yaml', filesOf(texts)).ok).toBe(false);
  });

  it('do not use each other in a circle', () => {
    const others = { 's/b.yaml': 'use: [c.yaml]', 's/c.yaml': 'use: [b.yaml]' };
    expect(problemLines(uses('b.yaml'), others)).toEqual([
      '1:7 files use each other in a circle: s/b.yaml -> s/c.yaml -> s/b.yaml',
    ]);
    expect(problemLines(uses('a.yaml'))).toEqual([expect.stringContaining('s/a.yaml -> s/a.yaml')]);
  });

  it('are read once if two files use them', () => {
    const others = { 's/b.yaml': 'use: [d.yaml]', 's/c.yaml': 'use: [d.yaml]', 's/d.yaml': rest };
    expect(problemLines('use: [b.yaml, c.yaml]\nsteps: [{call: rest, with: {price: 1}}]', others)).toEqual([]);
  });

  it('have no macros of the same name', () => {
    expect(problemLines(`${rest}use: [b.yaml]\nsteps: [{get: /a}]`, { 's/b.yaml': rest })).toEqual([
      '2:10 there is a macro "rest" in s/b.yaml already: rename one',
    ]);
  });

  it('are no scenarios, and at most a hundred', () => {
    expect(problemLines(uses('b.yaml'), { 's/b.yaml': 'scenario: b' })).toEqual([
      expect.stringContaining('is a scenario'),
    ]);
    const chain = Array.from({ length: 101 }, (_, n) => [`s/f${n}.yaml`, `use: [f${n + 1}.yaml]`] as const);
    expect(problemLines(uses('f0.yaml'), Object.fromEntries(chain))).toEqual([
      expect.stringContaining('at most 100 files'),
    ]);
  });

  it('report their problems under their own names', () => {
    const read = readScenario(
      's/a.yaml',
      filesOf({ 's/a.yaml': `scenario: a\n${uses('b.yaml')}`, 's/b.yaml': 'macros:\n  m: {steps: [{gett: /a}]}' }),
    );
    expect(read).toMatchObject({ refusal: [{ file: 's/b.yaml', line: 2, column: 16 }] });
  });
});
