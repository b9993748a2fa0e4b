/**
 * conformance/quirks tests: a lawful oddity causes no failure or warning. A sample drawn from a seed runs here, in the world of
 * seed 1; `touchstone quirks` runs all of them with any seed. `QUIRK_SEED=N` draws the same sample again.
 */
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../sim/world/rng.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { allChecks } from '../suite.ts';
import { allQuirks } from './catalog.ts';
import { generalQuirks } from './families/general.ts';
import { together } from './oddities.ts';
import { layerOf, type QuirkLayer } from './quirk.ts';
import { tryQuirk } from './trial.ts';

/** A run over an odd connection takes many times as long when others use the machine. */
const TIMEOUT = { timeout: 240_000 };
const SEEDS = 200;
/** A few seconds altogether. */
const SAMPLE: Readonly<Record<QuirkLayer, number>> = { handler: 1, world: 1, transport: 1 };

const seed = process.env['QUIRK_SEED'] ?? String(randomInt(1, SEEDS + 1));
const suite = { checks: allChecks(), register: loadRegister() };
const rng = createRng(seed);
const sample = Object.entries(SAMPLE).flatMap(([layer, size]) =>
  rng.fork(layer).sample(
    allQuirks.filter((quirk) => layerOf(quirk) === layer),
    size,
  ),
);

describe('quirks', () => {
  it('are at least twelve, each with a unique id in kebab-case', () => {
    expect(new Set(allQuirks.map(({ id }) => id)).size).toBe(allQuirks.length);
    expect(allQuirks.length).toBeGreaterThanOrEqual(12);
    for (const { id } of allQuirks) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it.each(sample)(`of the sample with seed ${seed}: $id ($title)`, TIMEOUT, async (quirk) => {
    expect((await tryQuirk(quirk, { ...suite, seed: '1' })).complaints).toEqual([]);
  });

  it('of the general family are lawful all together', TIMEOUT, async () => {
    const paged = ['pages-of-one', 'pages-of-seven'];
    const wraps = generalQuirks.flatMap(({ id, wrap }) => (wrap === undefined || paged.includes(id) ? [] : [wrap]));
    const all = { id: 'all', title: 'all of the general family', wrap: together(wraps) };
    expect((await tryQuirk(all, { ...suite, seed: '1' })).complaints).toEqual([]);
  });
});
