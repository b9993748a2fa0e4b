import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync(['conformance/checks/**/*.ts', 'conformance/traffic/*.ts'], { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

/** May only fall. */
const BY_CODE_MAX = 30;

const countOf = (form: RegExp): number => sources.reduce((sum, [, text]) => sum + [...text.matchAll(form)].length, 0);

/** The text of an argument in braces from `start` on. */
function objectAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

/** The statement of a judgement if it reads the body of its own response. `SameAs` of another response is fine. */
function ownBodies(text: string): readonly string[] {
  const stated = [...text.matchAll(/\b(?:bodyLike|everyRow|fieldLike)\([^,;]+, (\w+), ([^;]*)/g)]
    .filter(([, name, pattern = '']) => new RegExp(`\\b${name}\\.(?:json|text)\\b`).test(pattern))
    .map(([statement]) => statement);
  return stated.concat(
    [...text.matchAll(/\.judge\(\{/g)].flatMap(({ index }) => {
      const statement = objectAt(text, index + '.judge('.length);
      const of = /\bof(?:: (\w+))?/.exec(statement);
      const name = of?.[1] ?? 'of';
      const own =
        /\bmust: ([\s\S]*)/.exec(statement)?.[1] ?? text.slice(text.lastIndexOf('const must =', index), index);
      return new RegExp(`\\b${name}\\.(?:json|text)\\b`).test(own) ? [statement] : [];
    }),
  );
}

describe('judgements of checks', () => {
  it('are made by code in few places, and in less than 15% of all', () => {
    const byCode = countOf(/\.judgeBy\(/g);
    expect(byCode).toBeLessThanOrEqual(BY_CODE_MAX);
    expect(byCode / (byCode + countOf(/\.judge\(|\bstates: |\bclaim: |judgeLater\(/g))).toBeLessThan(0.15);
  });

  it('state nothing that is computed from the response itself', () => {
    expect(sources.flatMap(([file, text]) => ownBodies(text).map((statement) => `${file}: ${statement}`))).toEqual([]);
  });

  it.each([
    'context.judge({ clauses, of: page, must: { body: page.json } });',
    'context.judge(bodyLike(clause, page, idsOf(page.json)));',
    'const must = { body: idsOf(page.json) };\ncontext.judge({ clauses, of: page, must });',
  ])('would be found: %s', (text) => {
    expect(ownBodies(text)).toHaveLength(1);
  });
});
