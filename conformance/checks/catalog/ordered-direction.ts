/** conformance/checks/catalog/ordered-direction: `ascending` with a column that only `order` sorts by (4.11, 4.20). */
import type { JsonObject } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import type { Check } from '../../check.ts';
import { check } from '../definition.ts';
import { differs, firstRows, isSortedBy, ROLE_OF, type SortedRoute, sortedBy } from './direction.ts';

/** Columns that differ from row to row; a list may be sorted by them. */
export const columnsOf: Readonly<Record<SortedRoute, readonly string[]>> = {
  markets: ['slug', 'question', 'endDate', 'createdAt'],
  'event-creators': ['creatorName', 'creatorHandle', 'createdAt'],
};

const isDown = (rows: readonly JsonObject[], column: string): boolean =>
  differs(rows, column) && isSortedBy(rows, column, 'descending');

export const NO_COLUMN = 'noSuchColumnTouchstone';

/** Different values without which a direction may be a matter of collation. */
const CERTAIN = 4;

/** True if the column of many values ascends, and does not descend by any collation. */
const isUp = (rows: readonly JsonObject[], column: string): boolean =>
  new Set(rows.map((row) => row[column])).size >= CERTAIN &&
  isSortedBy(rows, column, 'ascending') &&
  !isSortedBy(rows, column, 'descending');

function orderedCheck(id: SortedRoute): Check {
  const clause = clauseOf(id, 'ascending.reverses');
  return check(id, 'ascending.ordered', {
    title: 'ascending=true reverses a list sorted by order',
    clauses: [clause],
    kind: 'ordering',
    needs: [ROLE_OF[id]],
    cost: { [id]: 2 + 2 * columnsOf[id].length },
    async run(context) {
      const plain = await firstRows(context, id);
      const isConclusive = (column: string) => !isSortedBy(plain.rows, column, 'descending');
      /** A list that ascends by the column for any other value of order, too, is not sorted by it. */
      const isSortedUp = async (column: string, rows: readonly JsonObject[]): Promise<boolean> =>
        isUp(rows, column) &&
        !isUp(plain.rows, column) &&
        !isUp((await firstRows(context, id, { order: NO_COLUMN })).rows, column);
      for (const column of columnsOf[id].filter(isConclusive)) {
        const down = await firstRows(context, id, { order: column });
        if (!isDown(down.rows, column) && !(await isSortedUp(column, down.rows))) continue;
        const up = await firstRows(context, id, { order: column, ascending: 'true' });
        const body = { $all: [{ $length: { $gt: 1 } }, sortedBy(column, 'ascending')] };
        const must = { status: '2xx', body };
        context.judge({ clauses: clause, of: up.response, must, because: 'ascending is true' });
        return;
      }
      context.notTestable(
        'no known column changes the order of the rows that are shown',
        'give the target rows whose ids, names and dates run in different orders, or do nothing: ' +
          'the interface leaves the columns open',
      );
    },
  });
}

export const orderedDirectionChecks: readonly Check[] = (['markets', 'event-creators'] as const).map(orderedCheck);
