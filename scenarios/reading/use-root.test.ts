import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findScenarios } from './find-scenarios.ts';
import { useRoot } from './use-root.ts';

const library = join(import.meta.dirname, '../library');

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
    const pattern = join(library, '**/*.yaml');
    const files = globSync(pattern);
    const { scenarios, problems } = findScenarios(
      files.filter((file) => !file.includes('/common/')),
      { root: useRoot([pattern], '/elsewhere') },
    );
    expect(problems).toEqual([]);
    expect(scenarios.length).toBe(findScenarios([library]).scenarios.length);
  });
});
