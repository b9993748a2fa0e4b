/**
 * conformance/checks/limits/sustained: the windows of ten minutes on trading writes (interface 8.3). Ten full bursts, each
 * within its own window, fill the long one. That takes tens of thousands of requests, so these checks run only on request.
 */
import type { RouteId } from '../../../spec/route.ts';
import type { Check } from '../../check.ts';
import { sameStatus } from '../assertions.ts';
import { check } from '../definition.ts';
import { type Ask, burst, gained, judgeExcess, oneMore, WINDOW_MS } from './burst.ts';
import { emptyCancel, emptyOrder, windowOf } from './windows.ts';

function sustainedCheck(scope: 'write-order' | 'write-cancel', route: RouteId, ask: Ask): Check {
  const clause = `8.3/${scope}.sustained` as const;
  const short = windowOf(scope, 0);
  const long = windowOf(scope, 1);
  const bursts = long.max / short.max;
  return check('limits', `${scope}-sustained`, {
    title: `${bursts} bursts of ${short.max} requests are accepted; then one more is throttled although the short window has room`,
    clauses: [clause, '8.3/both'],
    capability: 'limits-sustained',
    safety: 'session',
    needs: ['write-market'],
    route,
    cost: { [route]: long.max + 2 },
    run: async (context) => {
      const since = context.serviceSeconds();
      let first = await ask(context);
      for (let turn = 0; turn < bursts; turn += 1) {
        const sent = await burst(context, turn === 0 ? short.max - 1 : short.max, ask);
        first = sent.first;
        const because = `burst ${turn + 1} of ${bursts} fits into both windows`;
        if (!context.judge(sameStatus(clause, sent.throttled ?? first, first, because))) return;
        await context.pause(WINDOW_MS);
      }
      const { last, ...excess } = await oneMore(context, first, ask);
      let { over } = excess;
      const filled = { ...long, since };
      for (let extra = 1; over === undefined && extra <= gained(context, filled); extra += short.max - 1) {
        over = (await burst(context, short.max - 1, ask)).throttled;
        await context.pause(WINDOW_MS);
      }
      const expected = `request ${long.max + 1} within ${long.seconds} seconds to be throttled`;
      judgeExcess(context, [clause, '8.3/both'], { over, last }, first, expected);
      if (over === undefined) return;
      await context.pause(long.seconds * 1_000);
      const again = await ask(context);
      context.judge(sameStatus(clause, again, first, `the window of ${long.seconds} seconds is over`));
    },
  });
}

export const sustainedLimitChecks: readonly Check[] = [
  sustainedCheck('write-order', 'place-order', emptyOrder),
  sustainedCheck('write-cancel', 'cancel-order', emptyCancel),
];
