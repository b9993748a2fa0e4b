/**
 * conformance/quirks: lawful services that reading checks once failed or warned about, each tried in every run of the
 * tests. (`quirks.test.ts` tries a sample that changes with its seed.)
 */
import { expect, it } from 'vitest';
import { loadRegister } from '../../spec/clauses/register.ts';
import { allChecks } from '../suite.ts';
import { allQuirks } from './catalog.ts';
import { tryQuirk } from './trial.ts';

const ACCUSED = [
  'markets-without-event',
  'unknown-filter-not-found',
  'creator-without-scope',
  'two-spellings',
  'relative-icons',
  'single-outcome',
  'flat-comments',
  'comment-itself',
  'malformed-entity-not-found',
  'no-leading-zero',
  'leading-zeros',
  'orders-as-levels',
  'levels-by-arrival',
  'levels-off-tick',
  'items-without-token',
  'blank-sides',
  'random-sample',
  'few-simplified',
  'entry-per-leg',
  'floating-point-noise',
  'noise-between-rows',
  'noise-between-answers',
];

const suite = { checks: allChecks(), register: loadRegister(), seed: '1' };

it.each(ACCUSED)('%s is lawful', { timeout: 60_000 }, async (id) => {
  const quirk = allQuirks.find((each) => each.id === id);
  if (quirk === undefined) throw new Error(`no quirk ${id}`);
  expect(await tryQuirk(quirk, suite)).toMatchObject({ complaints: [], hasChanged: true });
});
