/**
 * conformance/checks/catalog/order: `order` and `ascending` on markets and creators (4.11, 4.20), by any column that
 * sorts the rows.
 */

import type { JsonObject } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { EventCreator, EventMarket } from '../../../spec/resources/catalog-market.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { match } from '../../../wire/pattern/match.ts';
import type { SortKey } from '../../../wire/pattern/matchers.ts';
import type { CheckContext, ClauseId, Exchange } from '../../check.ts';
import { bodyLike, brief, type Listed, success, textsOf } from '../assertions.ts';
import { check, claimCheck, itemsOf, refusedQueryCheck, sendGet } from '../definition.ts';
import { sameValue } from '../same-value.ts';

/** The two lists of the catalog that take `order`. */
export type SortedRoute = 'markets' | 'event-creators';

const columnsOf: Readonly<Record<SortedRoute, readonly string[]>> = {
  markets: Object.keys(EventMarket.shape),
  'event-creators': Object.keys(EventCreator.shape),
};

export type Direction = 'ascending' | 'descending';

/** The role of a row of each list. */
const ROLE_OF = { markets: 'market', 'event-creators': 'creator' } as const;

/** The first rows of a list; none if the request is refused. */
export async function firstRows(context: CheckContext, id: SortedRoute, query: Query = {}): Promise<Listed> {
  const response = await sendGet(context, id, { limit: '100', ...query });
  return { response, rows: isSuccess(response) ? itemsOf(routeById(id), response) : [] };
}

/** The sort key of a column other than the id. */
export function keyOf(column: string, direction: Direction): SortKey {
  const order = direction === 'ascending' ? 'asc' : 'desc';
  return { by: `/${column}`, order, as: /(?:At|Date)$/.test(column) ? 'moment' : 'text' };
}

/** The pattern of rows that are sorted by a column. Ids are sorted as numbers or as texts. */
function sortedBy(column: string, direction: Direction): JsonObject {
  const key = keyOf(column, direction);
  if (column === 'id') return { $any: ['number', 'text'].map((as) => ({ $sorted: { ...key, as } })) };
  return { $sorted: key };
}

export function isSortedBy(rows: readonly JsonObject[], column: string, direction: Direction): boolean {
  return match(sortedBy(column, direction), rows).length === 0;
}

/** True if a column has different values in the rows. */
export function differs(rows: readonly JsonObject[], column: string): boolean {
  return new Set(rows.map((row) => row[column])).size > 1;
}

/** True if some column ascends in one list and descends in the other, and differs in their first rows. */
function isReversedByColumn(down: readonly JsonObject[], up: readonly JsonObject[], columns: readonly string[]) {
  return columns.some(
    (column) =>
      down[0]?.[column] !== up[0]?.[column] &&
      isSortedBy(down, column, 'descending') &&
      isSortedBy(up, column, 'ascending'),
  );
}

/** True if the last rows of one whole list are the first of the other, in groups smaller than the list. */
function isReversedInGroups(down: readonly string[], up: readonly string[]) {
  const turned = up.toReversed();
  const open = new Map<string, number>();
  const count = (key: string, step: number) => {
    const value = (open.get(key) ?? 0) + step;
    if (value === 0) open.delete(key);
    else open.set(key, value);
  };
  return down.slice(0, -1).some((key, index) => {
    count(key, 1);
    count(turned[index] ?? '', -1);
    return open.size === 0;
  });
}

function directionCheck(id: SortedRoute) {
  const [clause, accepted] = [clauseOf(id, 'ascending.reverses'), clauseOf(id, 'ascending.accepted')];
  return check(id, 'ascending.reverses', {
    title: 'ascending=true reverses the list',
    clauses: [clause, accepted],
    kind: 'ordering',
    needs: [ROLE_OF[id]],
    cost: { [id]: 2 },
    async run(context) {
      const { response: down, rows: first } = await firstRows(context, id, { ascending: 'false' });
      const { response: up, rows: second } = await firstRows(context, id, { ascending: 'true' });
      for (const response of [down, up]) context.judge(success(accepted, response, 'ascending is true or false'));
      const [firstIds, secondIds] = [textsOf(first, 'id'), textsOf(second, 'id')];
      if (first.length < 2) context.notTestable('the list has fewer than two rows', 'give the target a longer list');
      const isWhole = first.length < 100 && first.length === second.length;
      const same = sameValue(firstIds, secondIds);
      const holds =
        isReversedByColumn(first, second, columnsOf[id]) || (isWhole && isReversedInGroups(firstIds, secondIds));
      if (!holds && !isWhole && !same) {
        context.notTestable(
          'the column the list is sorted by is not among its fields',
          'no action is needed: the two orders differ',
        );
      }
      const expected = `the opposite order of ${brief(firstIds.slice(0, 4))}`;
      const fault = holds ? undefined : { expected, actual: secondIds.slice(0, 4) };
      context.judgeBy(clause, up, fault, 'the column that sorts the list is not known');
    },
  });
}

/** Columns that differ from row to row; a list may be sorted by them. */
export const orderedColumns: Readonly<Record<SortedRoute, readonly string[]>> = {
  markets: ['slug', 'question', 'endDate', 'createdAt'],
  'event-creators': ['creatorName', 'creatorHandle', 'createdAt'],
};

const isDown = (rows: readonly JsonObject[], column: string) =>
  differs(rows, column) && isSortedBy(rows, column, 'descending');

const NO_COLUMN = 'noSuchColumnTouchstone';

/** Different values without which a direction may be a matter of collation. */
const CERTAIN = 4;

/** True if the column of many values ascends, and does not descend by any collation. */
const isUp = (rows: readonly JsonObject[], column: string) =>
  new Set(rows.map((row) => row[column])).size >= CERTAIN &&
  isSortedBy(rows, column, 'ascending') &&
  !isSortedBy(rows, column, 'descending');

function orderedCheck(id: SortedRoute) {
  const clause = clauseOf(id, 'ascending.reverses');
  return check(id, 'ascending.ordered', {
    title: 'ascending=true reverses a list sorted by order',
    clauses: [clause],
    kind: 'ordering',
    needs: [ROLE_OF[id]],
    cost: { [id]: 2 + 2 * orderedColumns[id].length },
    async run(context) {
      const plain = await firstRows(context, id);
      const isConclusive = (column: string) => !isSortedBy(plain.rows, column, 'descending');
      /** A list that ascends by the column for any other value of order, too, is not sorted by it. */
      const isSortedUp = async (column: string, rows: readonly JsonObject[]) =>
        isUp(rows, column) &&
        !isUp(plain.rows, column) &&
        !isUp((await firstRows(context, id, { order: NO_COLUMN })).rows, column);
      for (const column of orderedColumns[id].filter(isConclusive)) {
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

/** Columns tried for `order`: `id` first, then texts, then a moment and a flag if the rows have them. */
const tried: Readonly<Record<SortedRoute, readonly string[]>> = {
  markets: ['id', 'slug', 'question', 'endDate', 'createdAt', 'closed'],
  'event-creators': ['id', 'creatorName', 'creatorHandle', 'createdAt'],
};

function columnCheck(id: SortedRoute) {
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
  context.judge(
    bodyLike('D/catalog-order.numeric-id', response, { $sorted: { ...keyOf('id', direction), as: 'number' } }),
  );
}

function defaultCheck(id: SortedRoute) {
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

function unknownColumnCheck(id: SortedRoute) {
  const clause = id === 'markets' ? 'D/catalog-order.unknown' : 'D/catalog-order.creators.unknown';
  const definition = { title: 'an unknown column is refused', clauses: [clause] } as const;
  return refusedQueryCheck(id, 'order.unknown', definition, { order: NO_COLUMN }, 'the list has no such column');
}

const LISTS = ['markets', 'event-creators'] as const;

export const catalogOrderChecks = [
  ...LISTS.map(directionCheck),
  ...LISTS.map(orderedCheck),
  ...LISTS.flatMap((id) => [columnCheck(id), defaultCheck(id), unknownColumnCheck(id)]),
];
