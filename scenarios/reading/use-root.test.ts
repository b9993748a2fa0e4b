import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findScenarios } from './find-scenarios.ts';
import { useRoot } from './use-root.ts';

/** Its files use those of another folder. */
const folder = join(import.meta.dirname, '../library/settlement');

describe('useRoot', () => {
  it.each([
    [['stories'], '/here'],
    [['stories/**/*.yaml', '/there/a.yaml'], '/here'],
    [['**/*.yaml'], '/here'],
    [[], '/here'],
    [['/there/suite/stories'], '/there'],
    [['/there/suite/stories/{a,b}/*.yaml'], '/there'],
    [['../beside/suite/one.yaml'], '/beside'],
  ])('of %j is %s', (paths, root) => {
    expect(useRoot(paths, '/here')).toBe(root);
  });

  it('lets the files of a pattern use files of other folders, as the same folder named as a path does', () => {
    const pattern = join(folder, '*.yaml');
    const found = findScenarios(globSync(pattern).sort(), { root: useRoot([pattern], '/elsewhere') });
    expect(found.problems).toEqual([]);
    const named = findScenarios([folder], { root: useRoot([folder], '/elsewhere') });
    expect(found.scenarios.map(({ name }) => name)).toEqual(named.scenarios.map(({ name }) => name));
    expect(found.scenarios.length).toBeGreaterThan(3);
  });
});
