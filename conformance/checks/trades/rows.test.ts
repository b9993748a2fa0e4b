/**
 * conformance/checks/trades/rows: the check waits for the activity of a trade if the only trade of the market is younger than
 * the delay of the feed.
 */
import { expect, it } from 'vitest';
import { loadRegister } from '../../../spec/clauses/register.ts';
import { allQuirks } from '../../quirks/catalog.ts';
import { tryService } from '../../quirks/trial.ts';
import { allChecks } from '../../suite.ts';

it('a young trade that a late feed does not show yet is no finding', { timeout: 60_000 }, async () => {
  const quirks = allQuirks.filter(({ id }) => ['orders-open-again', 'late-activity'].includes(id));
  const checks = allChecks().filter(({ id }) => id === 'builder-trades.activity');
  const trials = await tryService(quirks, { checks, register: loadRegister(), seed: '17' });
  expect(trials).toMatchObject(quirks.map(() => ({ complaints: [], hasChanged: true })));
});
