import { describe, expect, it } from 'vitest';
import { filesOf, problemLines, problemsOf } from './fixtures/memory-files.ts';
import { readScenario } from './read-scenario.ts';
import { parseSource } from './source.ts';

const step = 'steps: [{get: /a}]';

describe('a hostile file', () => {
  it.each([
    ['vars: {__proto__: {a: 1}}', '2:8 no key may be called __proto__'],
    ['vars: {a: 1, a: 2}', '2:14 the key "a" is a duplicate: keep one of them'],
    ['vars: {<<: {a: 1}}', '2:8 merge keys are not read: write the keys out'],
    ['vars: {? [a] : 1}', '2:10 a key is a plain text: put it in quotes'],
    ['vars: {a: *b}', '2:11 no anchor &b ends before this alias of it'],
    ['vars: {a: &b [*b]}', '2:15 no anchor &b ends before this alias of it'],
    ['vars: {a: 9007199254740993}', '2:11 this number is too long to keep all its digits: put it in quotes'],
    ['vars: {a: .nan}', '2:11 expected a number that JSON can hold'],
  ])('with %s is refused: %s', (text, message) => {
    expect(problemLines(`${text}\n${step}`)).toEqual([message]);
  });

  it('may have exact numbers and plain aliases', () => {
    expect(problemLines(`vars: {a: 9007199254740991, b: 1e300, c: &c [1], d: *c}\n${step}`)).toEqual([]);
  });

  it('is rejected at its place if it is not YAML', () => {
    expect(problemLines('vars: {a: [}')[0]).toMatch(/^2:\d+ this is not YAML: /);
    expect(problemLines(`vars: {a: !!js/function 'x'}\n${step}`)).toEqual([
      expect.stringContaining('not YAML: Unresolved tag'),
    ]);
    expect(problemLines(`${step}\n---\nb: 1`).join()).toContain('not YAML');
  });

  it('is refused before aliases multiply', () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(', ')}]`,
    );
    expect(problemLines(`l0: &l0 [1]\n${levels.join('\n')}\n${step}`)).toEqual([
      '1:1 the aliases of the file stand for too many values: write them out',
    ]);
  });

  it.each(['[', '{a: ', '- '])('is rejected soon if %s is endless', (opening) => {
    const started = performance.now();
    expect(problemsOf(`vars: ${opening.repeat(20_000)}`).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('with a key for every few letters is read in linear time', () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => `  v${n}: 1`).join('\n');
    expect(problemLines(`vars:\n${keys}\n${step}`)).toEqual([]);
  });

  it('larger than a megabyte is not even read', () => {
    const read = readScenario('a.yaml', filesOf({ 'a.yaml': `# ${'x'.repeat(1_000_000)}` }));
    expect(read).toMatchObject({ refusal: [{ message: expect.stringContaining('at most 1 MB') }] });
    expect(parseSource('x'.repeat(1_000_001), 'a.yaml').ok).toBe(false);
  });

  it('cannot send control characters to the terminal', () => {
    const problems = problemsOf('steps:\n  - "a\u001b[31mb": 1\n  - "\u202ec": 1');
    expect(problems).toHaveLength(2);
    const shown = problems.map(({ message, frame }) => message + frame).join('');
    expect(['\u001b', '\u202e'].filter((sign) => shown.includes(sign))).toEqual([]);
  });

  it('that does not exist is reported', () => {
    expect(readScenario('none.yaml', filesOf({}))).toMatchObject({
      refusal: [{ file: 'none.yaml', message: expect.stringContaining('ENOENT'), frame: '' }],
    });
  });
});

it('a code frame of a long line is the part around the place', () => {
  const [problem] = problemsOf(`vars: {a: '${'x'.repeat(300)}', b: .inf, c: '${'y'.repeat(300)}'}\n${step}`);
  const [, line = '', caret = ''] = problem?.frame.split('\n') ?? [];
  expect(line.length).toBeLessThan(130);
  expect(line.slice(caret.indexOf('^'))).toMatch(/^\.inf/);
});
