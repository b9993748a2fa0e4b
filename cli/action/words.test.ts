import { expect, it } from 'vitest';
import { checkWords, splitWords } from './words.ts';

it.each([
  ['', []],
  ['--allow-writes --max-time 5m', ['--allow-writes', '--max-time', '5m']],
  ['--strict\n  --label "commit=a b"\n', ['--strict', '--label', 'commit=a b']],
  [`--label='it is "so"' ""`, ['--label=it is "so"', '']],
  ['--header x=$TOKEN\\n', ['--header', 'x=$TOKEN\\n']],
])('splits %j', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

it.each(["--label 'a b", '--label a"b c', `'"`])('refuses %j', (text) => {
  expect(() => splitWords(text)).toThrow(/^args: the quote ['"] is not closed$/);
});

it('makes a flag of every line of a list, and none of an empty input', () => {
  const none = { url: '', credentials: '', profile: '', expect: '', 'min-coverage': '', baseline: '', args: '' };
  const words = checkWords({ ...none, only: '\nmarkets.*\n  events.shape \n', skip: 'x y' }, { json: 'r.json' });
  expect(words.join('|')).toBe('check|--only|markets.*|--only|events.shape|--skip|x y|--report|json=r.json');
});
