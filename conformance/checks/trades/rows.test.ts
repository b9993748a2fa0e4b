/**
 * conformance/checks/trades/rows: the check waits for the activity of a trade if the only trade of the market is younger than
 * the delay of the feed.
 */
import { expect, it } from 'vitest';
import type { Quirk } from '../../../proof/judge/quirk.ts';
import { allQuirks } from '../../../proof/judge/quirk-catalog.ts';
import { tryQuirk } from '../../../proof/judge/trial.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import { allChecks } from '../../suite.ts';

it('a young trade that a late feed does not show yet is no finding', { timeout: 60_000 }, async () => {
  const [world, late] = ['orders-open-again', 'late-activity'].map((id) => allQuirks.find((one) => one.id === id));
  const quirk = { ...world, wrap: late?.wrap } as Quirk;
  const checks = allChecks().filter(({ id }) => id === 'builder-trades.activity');
  const trial = await tryQuirk(quirk, { checks, register: loadRegister(), seed: '17' });
  expect(trial).toMatchObject({ complaints: [], hasChanged: true });
});
