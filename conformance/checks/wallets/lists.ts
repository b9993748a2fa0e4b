/**
 * conformance/checks/wallets/lists: order and length of activity and holders, which the interface leaves open and decisions
 * define (`D/activity-list`, `D/holders-limit`).
 */

import { routeById } from '../../../spec/routes.ts';
import { type Check, SameAs } from '../../check.ts';
import { bodyLike, emptyList, refusal } from '../assertions.ts';
import { check } from '../definition.ts';
import { sendSample } from '../requests.ts';
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
    const { response, rows } = await rowsOf(context, 'activity');
    const body = { $sorted: { by: '/timestamp', order: 'desc' } };
    context.judge(bodyLike('D/activity-list.newest-first', response, body));
    const silent = await sendSample(context, activityRoute);
    const length = { $length: Math.min(rows.length, 100) };
    context.judge(bodyLike('D/activity-list.limit.default', silent, length));
    context.judge(emptyList('D/activity-list.limit.min', await sendSample(context, activityRoute, { limit: '0' })));
    const below = await sendSample(context, activityRoute, { limit: '-1' });
    context.judge(refusal('D/activity-list.limit.min', below, 'a limit is 0 or more'));
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
    const most = { $sum: { by: '/holders', is: { $lte: 3 } } };
    context.judge(bodyLike('D/holders-limit.both-outcomes', cut.response, most, 'limit is 3'));
    const unknown = await askHolders(context, [NO_CONDITION]);
    context.judge(emptyList('D/holders-limit.unknown', unknown.response));
    if (second === undefined) return;
    const alone = [await askHolders(context, [second]), await askHolders(context, [first])];
    const { response } = await askHolders(context, [second, first]);
    const body = alone.flatMap((holders) =>
      holders.groups.map(({ at }) => ({ token: new SameAs(holders.response, `/${at}/token`) })),
    );
    context.judge(bodyLike('D/holders-limit.groups', response, body, 'this is the order of the markets'));
  },
});

export const walletListChecks: readonly Check[] = [activityCheck, holdersCheck];
