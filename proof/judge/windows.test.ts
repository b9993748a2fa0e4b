/**
 * proof/judge/quirks: the limit checks accept every lawful kind of request window, and actually reach each of them. A
 * sixth of the kinds is judged here; `touchstone quirks --only 'windows-*' --only 'throttled-*'` judges all of them.
 */
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
