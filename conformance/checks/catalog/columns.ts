/** conformance/checks/catalog/columns: `order` on markets and creators (4.11, 4.20) accepts at least one column. */
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, ClauseId, Exchange } from '../../check.ts';
import { bodyLike, type Listed, success } from '../assertions.ts';
import { check, claimCheck, refusedQueryCheck } from '../definition.ts';
import { textsOf } from '../rows.ts';
import {
  type Direction,
  differs,
  firstRows,
  keyOf,
  NO_COLUMN,
  ROLE_OF,
  type SortedRoute,
  sortedBy,
} from './direction.ts';

/** Columns tried for `order`: `id` first, then texts, then a moment and a flag if the rows have them. */
const tried: Readonly<Record<SortedRoute, readonly string[]>> = {
  markets: ['id', 'slug', 'question', 'endDate', 'createdAt', 'closed'],
  'event-creators': ['id', 'creatorName', 'creatorHandle', 'createdAt'],
};

function columnCheck(id: SortedRoute): Check {
  const clause = clauseOf(id, 'order.accepted');
  const decided = id === 'markets' ? 'D/catalog-order.column' : 'D/catalog-order.creators.column';
  return check(id, 'order.column', {
    title: 'order sorts by the named field, in both directions',
    clauses: [clause, decided, 'D/catalog-order.numeric-id'],
    kind: 'ordering',
    needs: [ROLE_OF[id]],
    cost: { [id]: 2 * tried[id].length },
    async run(context) {
      const accepted: string[] = [];
      let [last, taken]: Exchange[] = [];
      for (const column of tried[id]) {
        for (const direction of ['descending', 'ascending'] as const) {
          const ascending = String(direction === 'ascending');
          const listed = await firstRows(context, id, { order: column, ascending });
          last = listed.response;
          if (!isSuccess(last)) continue;
          taken ??= last;
          accepted.push(column);
          judgeColumn(context, decided, listed, column, direction);
        }
      }
      if (last === undefined) return;
      context.fact(`order.${id}`, [...new Set(accepted)].join(' ') || 'none of those tried');
      const why = `order accepts one of ${tried[id].join(', ')}`;
      context.judge(success(clause, taken ?? last, why));
    },
  });
}

function judgeColumn(
  context: CheckContext,
  decided: ClauseId,
  { response, rows }: Listed,
  column: string,
  direction: Direction,
) {
  if (!differs(rows, column)) return;
  context.judge(bodyLike(decided, response, sortedBy(column, direction)));
  const ids = textsOf(rows, 'id');
  const isConclusive = new Set(ids.map((text) => text.length)).size > 1;
  if (column !== 'id' || !isConclusive || !ids.every((text) => /^\d+$/.test(text))) return;
  const must = { body: { $sorted: { ...keyOf('id', direction), as: 'number' } } };
  context.judge({ clauses: 'D/catalog-order.numeric-id', of: response, must });
}

function defaultCheck(id: SortedRoute): Check {
  const clause = id === 'markets' ? 'D/catalog-order.default' : 'D/catalog-order.creators.default';
  return claimCheck(id, 'order.default', {
    title: 'without order the list is sorted by id, largest first',
    clauses: [clause],
    kind: 'ordering',
    needs: [ROLE_OF[id]],
    async claim(context) {
      const { response, rows } = await firstRows(context, id);
      if (!differs(rows, 'id'))
        context.notTestable('the list has fewer than two rows', 'give the target a longer list');
      return { of: response, must: { body: sortedBy('id', 'descending') } };
    },
  });
}

function unknownColumnCheck(id: SortedRoute): Check {
  const clause = id === 'markets' ? 'D/catalog-order.unknown' : 'D/catalog-order.creators.unknown';
  const definition = { title: 'an unknown column is refused', clauses: [clause] } as const;
  return refusedQueryCheck(id, 'order.unknown', definition, { order: NO_COLUMN }, 'the list has no such column');
}

export const catalogColumnChecks: readonly Check[] = (['markets', 'event-creators'] as const).flatMap((id) => [
  columnCheck(id),
  defaultCheck(id),
  unknownColumnCheck(id),
]);
