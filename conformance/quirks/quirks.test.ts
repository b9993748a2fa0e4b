/** conformance/quirks tests: no service that is merely odd fails a check or gets a warning, with writes. */
import { describe, expect, it } from 'vitest';
import { loadRegister } from '../../spec/clauses/register.ts';
import { allChecks } from '../suite.ts';
import { allQuirks } from './catalog.ts';
import { generalQuirks } from './families/general.ts';
import { together } from './oddities.ts';
import { tryQuirk } from './trial.ts';

const TIMEOUT = { timeout: 60_000 };
const options = { checks: allChecks(), register: loadRegister(), seed: '1' };

describe('quirks', () => {
  it('are at least twelve, each with a name of its own', () => {
    expect(new Set(allQuirks.map(({ id }) => id)).size).toBe(allQuirks.length);
    expect(allQuirks.length).toBeGreaterThanOrEqual(12);
  });

  it.each(allQuirks)('$id is not complained about: $title', TIMEOUT, async (quirk) => {
    expect(await tryQuirk(quirk, options)).toMatchObject({ complaints: [], hasChanged: true });
  });

  it('of the general family are not complained about all together', TIMEOUT, async () => {
    const paged = ['pages-of-one', 'pages-of-seven'];
    const wraps = generalQuirks.flatMap(({ id, wrap }) => (wrap === undefined || paged.includes(id) ? [] : [wrap]));
    const all = { id: 'all', title: 'all of the general family', wrap: together(wraps) };
    expect((await tryQuirk(all, options)).complaints).toEqual([]);
  });
});
