/**
 * conformance/checks/wallets/lists: order and length of activity and holders, which the interface leaves open and decisions
 * define (`D/activity-list`, `D/holders-limit`).
 */

import { numberAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import { firstOutOfOrder } from '../../../wire/pattern/collation.ts';
import { type Check, SameAs } from '../../check.ts';
import { emptyList, expectRow, refusal } from '../assertions.ts';
import { check } from '../definition.ts';
import { countLimited, itemsOf, sendSample } from '../requests.ts';
import { sameValue } from '../same-value.ts';
import { NO_CONDITION } from '../unknown-names.ts';
import { askHolders } from './holder-groups.ts';
import { rowsOf } from './page.ts';

const activityRoute = routeById('activity');

const activityCheck = check('activity', 'list', {
  title: 'entries are sorted newest first, 100 by default; bounds start at 0',
  clauses: [
    'D/activity-list.newest-first',
    'D/activity-list.limit.default',
    'D/activity-list.limit.min',
    'D/activity-list.offset.min',
  ],
  kind: 'ordering',
  cost: { activity: 5 },
  run: async (context) => {
    const listed = await rowsOf(context, 'activity');
    const moments = listed.rows.map((row) => numberAt(row, 'timestamp') ?? 0);
    const newest = { clause: 'D/activity-list.newest-first', field: 'timestamp' };
    const odd = firstOutOfOrder(moments, 'descending');
    expectRow(
      context,
      listed,
      {
        ...newest,
        expected: 'not later than the entry before',
        list: { $sorted: { by: '/timestamp', order: 'desc' } },
      },
      odd,
    );
    const silent = await sendSample(context, activityRoute);
    const [count, expected] = [itemsOf(activityRoute, silent).length, Math.min(listed.rows.length, 100)];
    context.expect('D/activity-list.limit.default', count === expected, silent, {
      expected: `${expected} entries`,
      expectation: { body: { $length: expected } },
      actual: count,
    });
    const none = await sendSample(context, activityRoute, { limit: '0' });
    const below = await sendSample(context, activityRoute, { limit: '-1' });
    const left = itemsOf(activityRoute, none).length;
    context.expect('D/activity-list.limit.min', isSuccess(none) && left === 0 && !isSuccess(below), none, {
      expected: 'no entries for 0, an error for -1',
      actual: `${left} entries, status ${below.status}`,
    });
    const negative = await sendSample(context, activityRoute, { offset: '-1' });
    context.judge(refusal('D/activity-list.offset.min', negative, 'an offset is 0 or more'));
  },
});

const holdersCheck = check('holders', 'list', {
  title: 'limit counts both outcomes, groups are in the order of the request, unknown markets have no group',
  clauses: ['D/holders-limit.both-outcomes', 'D/holders-limit.groups', 'D/holders-limit.unknown'],
  kind: 'ordering',
  cost: { holders: 5 },
  run: async (context) => {
    const [first = '', second] = context.bindings.heldMarkets;
    const cut = await askHolders(context, [first], { limit: '3', minBalance: '0' });
    const count = countLimited(routeById('holders'), cut.response);
    context.expect('D/holders-limit.both-outcomes', count <= 3, cut.response, {
      expected: 'at most 3 holders of the market',
      actual: count,
    });
    const unknown = await askHolders(context, [NO_CONDITION]);
    context.judge(emptyList('D/holders-limit.unknown', unknown.response));
    if (second === undefined) return;
    const alone = [await askHolders(context, [second]), await askHolders(context, [first])];
    const expected = alone.flatMap(({ groups }) => groups.map(({ token }) => token));
    const both = await askHolders(context, [second, first]);
    const actual = both.groups.map(({ token }) => token);
    context.expect('D/holders-limit.groups', sameValue(actual, expected), both.response, {
      expected: 'groups of the first market, then of the second',
      expectation: {
        body: alone.flatMap(({ response, groups }) =>
          groups.map(({ at }) => ({ token: new SameAs(response, `/${at}/token`) })),
        ),
      },
      actual,
    });
  },
});

export const walletListChecks: readonly Check[] = [activityCheck, holdersCheck];
