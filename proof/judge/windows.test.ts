/**
 * proof/judge/quirks: the limit checks accept every lawful kind of request window, and actually reach each of them. A sixth of the
 * kinds is judged here; `touchstone quirks --only 'windows-*' --only 'throttled-*'` judges all of them.
 */
import { expect, it } from 'vitest';
import { allChecks } from '../../conformance/suite.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { allQuirks } from './quirk-catalog.ts';
import { tryQuirk } from './trial.ts';

const options = { checks: allChecks(), register: loadRegister(), seed: '1' };
const { title, part } = drawnPart(
  allQuirks.filter(({ fillsWindows }) => fillsWindows === true),
  6,
);

it.each(part)(`${title}: $id: $title`, { timeout: 60_000 }, async (quirk) => {
  expect(await tryQuirk(quirk, options)).toMatchObject({ complaints: [], hasChanged: true });
});
