/** proof/judge/quirks tests: quirks cause no complaint: a random part, and a sixth of the request windows. */
import { describe, expect, it } from 'vitest';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { allQuirks } from './catalog.ts';
import { newJudge } from './trial.ts';

/** A run over an unusual connection takes many times as long when others use the machine. */
const TIMEOUT = { timeout: 240_000 };

const judge = newJudge();
const { title, part } = drawnPart(allQuirks, 135);
const windows = drawnPart(
  allQuirks.filter(({ fillsWindows }) => fillsWindows === true),
  6,
);

describe('quirks', () => {
  it('are at least twelve, each with a unique id in kebab-case', () => {
    expect(new Set(allQuirks.map(({ id }) => id)).size).toBe(allQuirks.length);
    expect(allQuirks.length).toBeGreaterThanOrEqual(12);
    for (const { id } of allQuirks) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it.each([...part, ...windows.part])(
    `of ${title} and windows of ${windows.title} are lawful: $id`,
    TIMEOUT,
    async (quirk) => {
      expect(await judge(quirk, '1')).toMatchObject({ complaints: [], outcome: 'lawful' });
    },
  );
});
