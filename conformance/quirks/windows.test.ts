/** conformance/quirks: the limit checks accept every lawful kind of request window, and actually reach each of them. */
import { expect, it } from 'vitest';
import { loadRegister } from '../../spec/clauses/register.ts';
import { allChecks } from '../suite.ts';
import { allQuirks } from './catalog.ts';
import { tryQuirk } from './trial.ts';

const options = { checks: allChecks(), register: loadRegister(), seed: '1' };
const quirks = allQuirks.filter(({ fillsWindows }) => fillsWindows === true);

it.each(quirks)('$id: $title', { timeout: 60_000 }, async (quirk) => {
  expect(await tryQuirk(quirk, options)).toMatchObject({ complaints: [], hasChanged: true });
});
