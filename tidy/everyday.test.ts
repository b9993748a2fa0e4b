import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isEveryday, LEFT_TO_CI } from './everyday.ts';

const npmTest = { npm_lifecycle_event: 'test', npm_command: 'test' };

it.each([
  ['npm test', ['run'], npmTest, true],
  ['npm test -- tidy/static', ['run', 'tidy/static'], npmTest, false],
  ['npm cit', ['run'], { ...npmTest, npm_command: 'install-ci-test' }, false],
  ['CI=true npm test', ['run'], { ...npmTest, CI: 'true' }, false],
  ['npx vitest run', ['run'], { npm_lifecycle_event: 'npx' }, false],
])('%s: arguments %j', (_, argv, env, expected) => {
  expect(isEveryday({ argv, env })).toBe(expected);
});

it.each(LEFT_TO_CI)('%s names tests', (pattern) => {
  expect(globSync(pattern, { cwd: join(import.meta.dirname, '..') })).not.toEqual([]);
});
