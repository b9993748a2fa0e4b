/** conformance/checks/wallets/position-filters: market and title of position lists, before the cut (4.7, 4.8). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { clauseOf, type RouteOf } from '../../../spec/clauses/clause-of.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Check } from '../../check.ts';
import { bodyLike } from '../assertions.ts';
import { sendSample } from '../requests.ts';
import { textsOf } from '../rows.ts';
import { NO_CONDITION } from '../unknown-names.ts';
import { type Filter, filterCheck, judgeFilters } from './filters.ts';

function marketCheck(route: RouteOf<'title.substring'>): Check {
  const clauses = { filter: clauseOf(route.id, 'market.filter'), accepted: clauseOf(route.id, 'market.accepted') };
  const filterOf = (wanted: readonly string[]): Filter => ({
    query: { market: wanted.join(',') },
    keeps: (row) => wanted.includes(textAt(row, 'conditionId') ?? ''),
  });
  return filterCheck(route, 'market.filter', {
    title: 'market keeps the rows of the conditions listed',
    clauses: Object.values(clauses),
    trial(context, whole) {
      const ids = [...new Set(textsOf(whole.rows, 'conditionId'))];
      const lists = [ids.slice(0, 1), ids.slice(0, 3), ids.slice(-1)];
      const besideUnknown = { ...filterOf([NO_CONDITION, ...ids.slice(0, 1)]), mayBeRefused: true };
      return judgeFilters(context, clauses, whole, [...lists.map(filterOf), besideUnknown]);
    },
  });
}

function contains(row: JsonObject, piece: string): boolean {
  return (textAt(row, 'title') ?? '').toLowerCase().includes(piece.toLowerCase());
}

/** A word of a title that some rows have and others lack, in its own spelling. */
function pieceOf(rows: readonly JsonObject[]): string {
  const words = textsOf(rows.slice(0, 5), 'title').flatMap((title) =>
    title.split(' ').filter(({ length }) => length > 3),
  );
  return words.find((word) => rows.some((row) => !contains(row, word))) ?? words[0] ?? '';
}

function titleCheck(route: RouteOf<'title.substring'>): Check {
  const clauses = { filter: clauseOf(route.id, 'title.substring'), accepted: clauseOf(route.id, 'title.accepted') };
  // The interface does not say whether letter case counts.
  const filterOf = (title: string): Filter => ({
    query: { title },
    keeps: (row) => contains(row, title),
    orKeeps: (row) => textAt(row, 'title')?.includes(title) === true,
  });
  return filterCheck(route, 'title.filter', {
    title: 'title keeps rows whose title contains the text, at any position',
    clauses: Object.values(clauses),
    trial(context, whole) {
      const piece = pieceOf(whole.rows);
      return judgeFilters(context, clauses, whole, [piece, piece.slice(1), piece.slice(0, -1)].map(filterOf));
    },
  });
}

function pageCheck(route: RouteOf<'title.substring'>): Check {
  const clause = clauseOf(route.id, 'filters.page');
  return filterCheck(route, 'filter-then-page', {
    title: 'filters apply before the page is cut',
    clauses: [clause],
    async trial(context, { subject, rows }) {
      const market = textAt(rows.at(-1), 'conditionId') ?? '';
      const response = await sendSample(context, route, { ...subject, market, limit: '1' });
      context.judge(bodyLike(clause, response, { $length: 1 }, `${market} has rows`));
      return true;
    },
  });
}

export const positionFilterChecks = [routeById('positions'), routeById('closed-positions')].flatMap((route) => [
  marketCheck(route),
  titleCheck(route),
  pageCheck(route),
]);
