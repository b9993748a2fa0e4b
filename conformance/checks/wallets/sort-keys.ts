/**
 * conformance/checks/wallets/sort-keys: the meaning of sort keys of the position lists according to the decisions
 * (`D/sort-keys`): ties, the columns, and texts by code unit.
 */
import { entriesOf, keysOf } from '../../../spec/record.ts';
import type { Check, CheckContext } from '../../check.ts';
import { bodyLike } from '../assertions.ts';
import { check } from '../definition.ts';
import { rowsOf } from './page.ts';

type Id = 'positions' | 'closed-positions';

function tiesCheck(id: Id, column: string, sortBy: string): Check {
  return check(id, 'ties', {
    title: 'rows with equal values are in order of conditionId, then outcomeIndex',
    clauses: ['D/sort-keys.ties'],
    kind: 'ordering',
    run: async (context: CheckContext) => {
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

function keysCheck(id: Id): Check {
  return check(id, 'sort-keys', {
    title: 'sort keys name the columns of the decision; TITLE sorts by code unit',
    clauses: keysOf(columnsOf[id]).map((key) => `D/sort-keys.${key}` as const),
    kind: 'ordering',
    cost: { [id]: 5 },
    run: async (context) => {
      for (const [key, column] of entriesOf(columnsOf[id])) {
        const { response } = await rowsOf(context, id, { sortBy: key, sortDirection: 'ASC' });
        const must = { body: { $sorted: { by: `/${column}` } } };
        context.judge({ clauses: `D/sort-keys.${key}`, of: response, must, because: 'the key means this column' });
      }
    },
  });
}

export const sortKeyChecks: readonly Check[] = [
  tiesCheck('positions', 'size', 'TOKENS'),
  tiesCheck('closed-positions', 'timestamp', 'TIMESTAMP'),
  keysCheck('positions'),
  keysCheck('closed-positions'),
];
