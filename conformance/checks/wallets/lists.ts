/** conformance/checks/wallets/lists: decisions about wallet data: order, sort keys, limits and groups of lists. */
import { entriesOf, keysOf } from '../../../base/record.ts';
import { routeById } from '../../../spec/routes.ts';
import { SameAs } from '../../check.ts';
import { bodyLike, emptyList, refusal } from '../assertions.ts';
import { check, sendSample } from '../definition.ts';
import { NO_CONDITION } from '../unknown-names.ts';
import { readHolders, rowsOf } from './page.ts';

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
  async run(context) {
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
  async run(context) {
    const [first = '', second] = context.bindings.heldMarkets;
    const cut = await readHolders(context, [first], { limit: '3', minBalance: '0' });
    const most = { $sum: { by: '/holders', is: { $lte: 3 } } };
    context.judge(bodyLike('D/holders-limit.both-outcomes', cut.response, most, 'limit is 3'));
    const unknown = await readHolders(context, [NO_CONDITION]);
    context.judge(emptyList('D/holders-limit.unknown', unknown.response));
    if (second === undefined) return;
    const alone = [await readHolders(context, [second]), await readHolders(context, [first])];
    const { response } = await readHolders(context, [second, first]);
    const body = alone.flatMap((holders) =>
      holders.groups.map(({ at }) => ({ token: new SameAs(holders.response, `/${at}/token`) })),
    );
    context.judge(bodyLike('D/holders-limit.groups', response, body, 'this is the order of the markets'));
  },
});

type Id = 'positions' | 'closed-positions';

function tiesCheck(id: Id, column: string, sortBy: string) {
  return check(id, 'ties', {
    title: 'rows with equal values are in order of conditionId, then outcomeIndex',
    clauses: ['D/sort-keys.ties'],
    kind: 'ordering',
    async run(context) {
      const { response, rows } = await rowsOf(context, id, { sortBy });
      if (!rows.some((row, index) => row[column] === rows[index - 1]?.[column]))
        context.notTestable(`no two rows have the same ${column}`, 'name a wallet with ties in the target file');
      const keys = [{ by: `/${column}`, order: 'desc' }, { by: '/conditionId' }, { by: '/outcomeIndex' }];
      context.judge(bodyLike('D/sort-keys.ties', response, { $sorted: keys }));
    },
  });
}

type SortKey = 'PRICE' | 'TOKENS' | 'CURRENT' | 'TITLE' | 'RESOLVING';

/** The column that each sort key means. Texts are compared by code unit. */
const columnsOf: Readonly<Record<Id, Readonly<Partial<Record<SortKey, string>>>>> = {
  positions: { PRICE: 'curPrice', TOKENS: 'size', CURRENT: 'currentValue', TITLE: 'title', RESOLVING: 'endDate' },
  'closed-positions': { PRICE: 'curPrice', TITLE: 'title' },
};

function keysCheck(id: Id) {
  return check(id, 'sort-keys', {
    title: 'sort keys name the columns of the decision; TITLE sorts by code unit',
    clauses: keysOf(columnsOf[id]).map((key) => `D/sort-keys.${key}` as const),
    kind: 'ordering',
    cost: { [id]: 5 },
    async run(context) {
      for (const [key, column] of entriesOf(columnsOf[id])) {
        const { response } = await rowsOf(context, id, { sortBy: key, sortDirection: 'ASC' });
        const must = { body: { $sorted: { by: `/${column}` } } };
        context.judge({ clauses: `D/sort-keys.${key}`, of: response, must, because: 'the key means this column' });
      }
    },
  });
}

export const walletListChecks = [
  activityCheck,
  holdersCheck,
  tiesCheck('positions', 'size', 'TOKENS'),
  tiesCheck('closed-positions', 'timestamp', 'TIMESTAMP'),
  keysCheck('positions'),
  keysCheck('closed-positions'),
];
