/** conformance/checks/wallets/sort-order: every sort key of the wallet lists, in both directions (4.7, 4.8). */
import type { JsonObject } from '../../../base/json.ts';
import { clauseOf, parameterClause, type RouteWith } from '../../../spec/clauses/clause-of.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Check, CheckContext, ClauseId } from '../../check.ts';
import { bodyLike, type Listed, success } from '../assertions.ts';
import { check, itemsOf, paramOf, sendSample } from '../definition.ts';

/** The column that a sort key names, as `$sorted` compares it. */
type Column = { readonly by: string; readonly as?: 'text' | 'moment' };

const columns: Readonly<Record<string, Column>> = {
  CURRENT: { by: '/currentValue' },
  INITIAL: { by: '/initialValue' },
  TOKENS: { by: '/size' },
  CASHPNL: { by: '/cashPnl' },
  PERCENTPNL: { by: '/percentPnl' },
  TITLE: { by: '/title', as: 'text' },
  RESOLVING: { by: '/endDate', as: 'moment' },
  PRICE: { by: '/curPrice' },
  AVGPRICE: { by: '/avgPrice' },
  REALIZEDPNL: { by: '/realizedPnl' },
  TIMESTAMP: { by: '/timestamp' },
};

export const columnOf = (key: string): Column => columns[key] ?? { by: `/${key}` };
const nameOf = ({ by }: Column) => by.slice(1);

/** Judges that the rows are in order; ends the check if they have fewer than two values of the column. */
function judgeOrder(
  context: CheckContext,
  clauses: readonly ClauseId[],
  { response, rows }: Listed,
  key: Column & { readonly order: 'asc' | 'desc' },
) {
  if (!isConclusive(rows, key)) {
    context.notTestable(`fewer than two values of ${nameOf(key)}`, 'name a wallet with more rows in the target file');
  }
  context.judge(bodyLike(clauses, response, { $sorted: key }));
}

/** Rows requested at first: many ties at the top are rare, and the largest page costs five times as much. */
const PAGE = 100;

function isConclusive(rows: readonly JsonObject[], column: Column) {
  return new Set(rows.map((row) => row[nameOf(column)])).size > 1;
}

type SortedId = RouteWith<'sortDirection.ASC'>;

function sortingCheck(id: SortedId, member: string, order: 'ASC' | 'DESC') {
  const route = routeById(id);
  const keyClause = parameterClause(id, 'sortBy', member);
  const directionClause = clauseOf(id, `sortDirection.${order}`);
  const taken = [clauseOf(id, 'sortBy.accepted'), clauseOf(id, 'sortDirection.accepted')];
  const column = columnOf(member);
  const direction = order === 'ASC' ? 'ascending' : 'descending';
  return check(id, `sortBy.${member.toLowerCase()}-${order.toLowerCase()}`, {
    title: `sortBy=${member}, sortDirection=${order} lists ${nameOf(column)} ${direction}`,
    clauses: [keyClause, directionClause, ...taken],
    kind: 'ordering',
    cost: { [id]: 2 },
    async run(context) {
      const read = (limit: number) =>
        sendSample(context, route, { sortBy: member, sortDirection: order, limit: String(limit) });
      const longest = paramOf(route, 'limit').max ?? PAGE;
      const first = await read(Math.min(PAGE, longest));
      const response = isConclusive(itemsOf(route, first), column) || longest <= PAGE ? first : await read(longest);
      if (!context.judge(success(keyClause, response, `${member} is a listed value`))) return;
      for (const clause of taken) context.verified(clause);
      const listed = { response, rows: itemsOf(route, response) };
      judgeOrder(context, [keyClause, directionClause], listed, { ...column, order: order === 'ASC' ? 'asc' : 'desc' });
    },
  });
}

/** A direction without a key is that of the default key. */
function directionAloneCheck(id: SortedId) {
  const route = routeById(id);
  const member = String(paramOf(route, 'sortBy').default);
  const column = columnOf(member);
  const clause = clauseOf(id, 'sortDirection.ASC');
  return check(id, 'sortDirection.alone', {
    title: `sortDirection=ASC without a key sorts ${nameOf(column)} ascending`,
    clauses: [clause, clauseOf(id, 'sortBy.default')],
    kind: 'ordering',
    async run(context) {
      const limit = Math.min(PAGE, paramOf(route, 'limit').max ?? PAGE);
      const response = await sendSample(context, route, { sortDirection: 'ASC', limit: String(limit) });
      if (!context.judge(success(clause, response, 'ASC is a listed value'))) return;
      const listed = { response, rows: itemsOf(route, response) };
      judgeOrder(context, [clause, clauseOf(id, 'sortBy.default')], listed, { ...column, order: 'asc' });
    },
  });
}

export const sortOrderChecks: readonly Check[] = (['positions', 'closed-positions'] as const).flatMap((id) => [
  ...(paramOf(routeById(id), 'sortBy').members ?? []).flatMap((member) => [
    sortingCheck(id, member, 'DESC'),
    sortingCheck(id, member, 'ASC'),
  ]),
  directionAloneCheck(id),
]);
