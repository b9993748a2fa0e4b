/**
 * conformance/checks/trades/rows: the check waits for the activity of a trade if the only trade of the market is
 * younger than the delay of the feed.
 */
import { expect, it } from 'vitest';
import { allQuirks } from '../../../proof/judge/catalog.ts';
import { newJudge } from '../../../proof/judge/trial.ts';
import type { Quirk } from '../../../proof/judge/variant.ts';
import { allChecks } from '../../suite.ts';

it('a young trade that a late feed does not show yet is no finding', { timeout: 60_000 }, async () => {
  const [world, late] = ['orders-open-again', 'late-activity'].map((id) => allQuirks.find((one) => one.id === id));
  const quirk = { ...world, wrap: late?.wrap } as Quirk;
  const checks = allChecks().filter(({ id }) => id === 'builder-trades.activity');
  expect(await newJudge({ checks })(quirk, '17')).toMatchObject({ complaints: [], outcome: 'lawful' });
});
