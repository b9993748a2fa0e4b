/** proof/judge/quirks: limit checks accept and reach every lawful kind of window: a sixth of them. */
import { expect, it } from 'vitest';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { allQuirks } from './catalog.ts';
import { newJudge } from './trial.ts';

const judge = newJudge();
const { title, part } = drawnPart(
  allQuirks.filter(({ fillsWindows }) => fillsWindows === true),
  6,
);

it.each(part)(`${title}: $id: $title`, { timeout: 60_000 }, async (quirk) => {
  expect(await judge(quirk, '1')).toMatchObject({ complaints: [], outcome: 'lawful' });
});
