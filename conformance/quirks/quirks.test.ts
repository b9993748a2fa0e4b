/**
 * conformance/quirks tests: a lawful oddity causes no failure or warning. Random bundles of those that `touchstone quirks --together 8`
 * judges as a whole run here, in the world of seed 1.
 */
import { describe, expect, it } from 'vitest';
import { loadRegister } from '../../spec/clauses/register.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { allChecks } from '../suite.ts';
import { bundlesOf } from './bundle.ts';
import { allQuirks } from './catalog.ts';
import { tryService } from './trial.ts';

/** A run over an odd connection takes many times as long when others use the machine. */
const TIMEOUT = { timeout: 240_000 };

const options = { checks: allChecks(), register: loadRegister(), seed: '1' };
const bundles = bundlesOf(allQuirks, 8, options.seed).map((quirks) => ({
  quirks,
  ids: quirks.map(({ id }) => id).join(', '),
}));
const { title, part } = drawnPart(bundles, 26);

describe('quirks', () => {
  it('are at least twelve, each with a unique id in kebab-case', () => {
    expect(new Set(allQuirks.map(({ id }) => id)).size).toBe(allQuirks.length);
    expect(allQuirks.length).toBeGreaterThanOrEqual(12);
    for (const { id } of allQuirks) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it.each(part)(`of ${title} are lawful together: $ids`, TIMEOUT, async ({ quirks }) => {
    const trials = await tryService(quirks, options);
    expect(trials.flatMap(({ complaints }) => complaints)).toEqual([]);
  });
});
