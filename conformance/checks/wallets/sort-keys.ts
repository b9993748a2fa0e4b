/**
 * conformance/checks/wallets/sort-keys: the meaning of sort keys of the position lists according to the decisions
 * (`D/sort-keys`): ties, the columns, and texts by code unit.
 */
import type { JsonObject } from '../../../spec/json.ts';
import { numberAt, textAt } from '../../../spec/json.ts';
import { firstOutOfOrder } from '../../../wire/pattern/collation.ts';
import type { Check, CheckContext } from '../../check.ts';
import { expectRow } from '../assertions.ts';
import { check } from '../definition.ts';
import { textsOf } from '../rows.ts';
import { rowsOf } from './page.ts';

type Id = 'positions' | 'closed-positions';

const tie = (row: JsonObject): string => `${textAt(row, 'conditionId')}:${numberAt(row, 'outcomeIndex')}`;

function tiesCheck(id: Id, column: string, sortBy: string): Check {
  return check(id, 'ties', {
    title: 'rows with equal values are in order of conditionId, then outcomeIndex',
    clauses: ['D/sort-keys.ties'],
    kind: 'ordering',
    run: async (context: CheckContext) => {
      const listed = await rowsOf(context, id, { sortBy });
      const { rows } = listed;
      const pairs = rows
        .slice(1)
        .map((row, index) => [rows[index] ?? row, row] as const)
        .filter(([left, right]) => left[column] === right[column]);
      if (pairs.length === 0)
        context.notTestable(`no two rows have the same ${column}`, 'name a wallet with ties in the target file');
      const [wrong] = pairs.find(([left, right]) => tie(left) > tie(right)) ?? [];
      const tied = wrong === undefined ? [] : rows.filter((row) => row[column] === wrong[column]);
      const ordered = tied.toSorted((left, right) => (tie(left) < tie(right) ? -1 : 1));
      const first = tied.findIndex((row, index) => row !== ordered[index]);
      const { conditionId, outcomeIndex } = ordered[first] ?? {};
      const rule = { clause: 'D/sort-keys.ties', field: '', expected: 'the smaller conditionId first' };
      const index = rows.indexOf(tied[first] ?? {});
      expectRow(context, listed, { ...rule, pattern: { conditionId, outcomeIndex } }, index);
    },
  });
}

/** A sort key, the column that it means, and how that column is compared. */
type Key = { readonly key: string; readonly column: string; readonly by: 'number' | 'code unit' };

const keysOf: Readonly<Record<Id, readonly Key[]>> = {
  positions: [
    { key: 'PRICE', column: 'curPrice', by: 'number' },
    { key: 'TOKENS', column: 'size', by: 'number' },
    { key: 'CURRENT', column: 'currentValue', by: 'number' },
    { key: 'TITLE', column: 'title', by: 'code unit' },
    { key: 'RESOLVING', column: 'endDate', by: 'code unit' },
  ],
  'closed-positions': [
    { key: 'PRICE', column: 'curPrice', by: 'number' },
    { key: 'TITLE', column: 'title', by: 'code unit' },
  ],
};

/** Index of the first row that is smaller than the one before, or -1. */
function firstDescent(rows: readonly JsonObject[], { column, by }: Key): number {
  const numbers = rows.map((row) => numberAt(row, column) ?? 0);
  if (by === 'number') return firstOutOfOrder(numbers, 'ascending');
  const texts = textsOf(rows, column);
  return texts.findIndex((text, index) => index > 0 && (texts[index - 1] ?? '') > text);
}

function keysCheck(id: Id): Check {
  return check(id, 'sort-keys', {
    title: 'sort keys name the columns of the decision; TITLE sorts by code unit',
    clauses: keysOf[id].map(({ key }) => `D/sort-keys.${key}`),
    kind: 'ordering',
    cost: { [id]: 5 },
    run: async (context) => {
      for (const row of keysOf[id]) {
        const { key, column, by } = row;
        const listed = await rowsOf(context, id, { sortBy: key, sortDirection: 'ASC' });
        const expected = `${column} ascending${by === 'number' ? '' : ' by code unit'}`;
        expectRow(
          context,
          listed,
          { clause: `D/sort-keys.${key}`, field: column, expected, list: { $sorted: { by: `/${column}` } } },
          firstDescent(listed.rows, row),
        );
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
