/** conformance/checks/wallets/position-filters: market and title of position lists, before the cut (4.7, 4.8). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { clauseOf, type RouteOf } from '../../../spec/clauses/clause-of.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { bodyLike, everyRow, success } from '../assertions.ts';
import { check, itemsOf, paramOf, sendSample } from '../definition.ts';
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

function contains(row: JsonObject, piece: string) {
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

/** Texts with a special meaning in LIKE and in regular expressions. */
const PATTERNS = ['%', '_', '.*'] as const;

const isInField = (row: JsonObject, field: string, piece: string) =>
  (textAt(row, field) ?? '').toLowerCase().includes(piece.toLowerCase());

const largest = (route: RouteOf<'title.substring'>) => ({ limit: String(paramOf(route, 'limit').max ?? 50) });

/** Judges that every row found by `title=piece` contains the piece in its title. */
async function judgePiece(context: CheckContext, route: RouteOf<'title.substring'>, piece: string) {
  const clause = clauseOf(route.id, 'title.substring');
  const response = await sendSample(context, route, { ...largest(route), title: piece });
  if (!context.judge(success(clause, response, `${JSON.stringify(piece)} is a text`))) return;
  context.judge(everyRow(clause, response, { title: { $caseless: { $contains: [piece.toLowerCase()] } } }));
}

function patternCheck(route: RouteOf<'title.substring'>) {
  return check(route.id, 'title.literal', {
    title: `title matches ${PATTERNS.join(', ')} literally, not as patterns`,
    clauses: [clauseOf(route.id, 'title.substring')],
    kind: 'filter',
    cost: { [route.id]: PATTERNS.length + 1 },
    async run(context: CheckContext) {
      const rows = itemsOf(route, await sendSample(context, route, largest(route)));
      const distinctive = PATTERNS.filter((piece) => rows.some((row) => !isInField(row, 'title', piece)));
      if (distinctive.length === 0) context.notTestable('the list is empty', 'name another wallet in the target file');
      for (const piece of distinctive) await judgePiece(context, route, piece);
    },
  });
}

/** A part of a slug, with a hyphen, that occurs in no title of the list. */
function slugPiece(rows: readonly JsonObject[]): string | undefined {
  const pieces = rows.flatMap((row) => (textAt(row, 'slug') ?? '').match(/\b[a-z]+-[a-z]+/gi) ?? []);
  return pieces.find((piece) => rows.every((row) => !isInField(row, 'title', piece)));
}

function slugCheck(route: RouteOf<'title.substring'>) {
  return check(route.id, 'title.not-slug', {
    title: 'title does not match text that is only in the slug',
    clauses: [clauseOf(route.id, 'title.substring')],
    kind: 'filter',
    cost: { [route.id]: 2 },
    async run(context: CheckContext) {
      const response = await sendSample(context, route, largest(route));
      const piece = isSuccess(response) ? slugPiece(itemsOf(route, response)) : undefined;
      if (piece === undefined) {
        context.notTestable('every text of a slug is also in a title', 'name another wallet in the target file');
      }
      await judgePiece(context, route, piece);
    },
  });
}

export const titleTextChecks = [routeById('positions'), routeById('closed-positions')].flatMap((route) => [
  patternCheck(route),
  slugCheck(route),
]);
