/**
 * conformance/checks/wallets/position-filters: filters of position lists, judged against the whole list of the same
 * wallet (interface 4.7, 4.8).
 */

import { flagAt, type JsonObject, numberAt, textAt, textOrEmpty } from '../../../base/json.ts';
import { clauseOf, type RouteOf } from '../../../spec/clauses/clause-of.ts';
import type { Route } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { isAtLeast, withoutNoise } from '../../../wire/pattern/closeness.ts';
import type { Check, CheckContext, ClauseId } from '../../check.ts';
import { bodyLike, everyRow, NO_CONDITION, success, textsOf } from '../assertions.ts';
import { check, itemsOf, paramOf, sendSample, subjectsOf } from '../definition.ts';

/** All rows of one wallet. `subject` is the query for every row; a page has at most `size` of them. */
type Whole = Readonly<{
  route: Route;
  subject: Query;
  rows: readonly JsonObject[];
  size: number;
}>;

/** Wallets tried before the check gives up, and pages read of each. */
const SUBJECTS = 8;
const PAGES = 4;

/** All rows of the wallet; undefined if it has too many. Short pages are read on: other checks report them. */
async function wholeList(context: CheckContext, route: Route, user: Query): Promise<Whole | undefined> {
  const limit = paramOf(route, 'limit').max ?? 50;
  const subject: Query = { ...user, ...(route.id === 'positions' ? { sizeThreshold: '0' } : {}), limit: String(limit) };
  const pages: (readonly JsonObject[])[] = [];
  const known = new Set<string>();
  while (pages.length <= PAGES) {
    const offset = String(pages.flat().length);
    const page = itemsOf(route, await sendSample(context, route, { ...subject, offset }));
    const news = textsOf(page, 'asset').filter((asset) => !known.has(asset));
    // Every page except the last one is full.
    if (news.length === 0) return { route, subject, rows: pages.flat(), size: pages.at(-2)?.length ?? limit };
    for (const asset of news) known.add(asset);
    pages.push(page);
  }
  return undefined;
}

type Keeps = (row: JsonObject) => boolean;

/**
 * A filter: its parameters, and the rows that satisfy it. `orKeeps`: a second valid reading of the interface.
 * `mayKeepNone`: an empty list verifies it as well. `mayBeRefused`: the interface leaves open whether the request is
 * refused.
 */
type Filter = Readonly<{
  query: Query;
  keeps: Keeps;
  orKeeps?: Keeps;
  mayKeepNone?: boolean;
  mayBeRefused?: boolean;
}>;

/** Judges one filter; false if the wallet's rows cannot verify it. */
async function judgeFilter(
  context: CheckContext,
  clause: ClauseId,
  { route, subject, rows: all, size }: Whole,
  { query, keeps, orKeeps, mayKeepNone = false, mayBeRefused = false }: Filter,
): Promise<boolean> {
  const kept = all.filter(keeps);
  if ((kept.length === 0 && !mayKeepNone) || kept.length === all.length) return false;
  const response = await sendSample(context, route, { ...subject, ...query });
  if (mayBeRefused && !isSuccess(response)) return false;
  /** The page of the rows that are kept, in any order. */
  const pageOf = (isKept: Keeps): unknown => {
    const assets = textsOf(all.filter(isKept), 'asset');
    const isPart = assets.length > size;
    const rows = isPart ? { $every: { asset: { $in: assets } } } : { $sameSet: { by: '/asset', of: assets } };
    return { $all: [{ $length: isPart ? size : assets.length }, rows] };
  };
  context.judge({
    clauses: clause,
    of: response,
    must: { status: '2xx', body: orKeeps === undefined ? pageOf(keeps) : { $any: [pageOf(keeps), pageOf(orKeeps)] } },
    because: `${kept.length} of ${all.length} rows satisfy the filter`,
  });
  return true;
}

/** Judges several filters of one kind; true if the wallet's rows could verify one of them. */
async function judgeFilters(
  context: CheckContext,
  clauses: { readonly filter: ClauseId; readonly accepted: ClauseId },
  whole: Whole,
  filters: readonly Filter[],
): Promise<boolean> {
  let isVerified = false;
  for (const filter of filters) isVerified = (await judgeFilter(context, clauses.filter, whole, filter)) || isVerified;
  if (isVerified) context.verified(clauses.accepted);
  return isVerified;
}

type FilterCheckOptions = Pick<Check, 'title' | 'clauses'> & {
  /** True if the wallet's rows could verify the clauses. */
  readonly trial: (context: CheckContext, whole: Whole) => Promise<boolean>;
};

/** A check that tries one wallet after the other. */
function filterCheck(route: Route, what: string, { trial, ...options }: FilterCheckOptions) {
  return check(route.id, what, {
    ...options,
    kind: 'filter',
    cost: { [route.id]: 2 * SUBJECTS },
    async run(context) {
      for (const user of subjectsOf(route, context.bindings).slice(0, SUBJECTS)) {
        const whole = await wholeList(context, route, user);
        if (whole !== undefined && whole.rows.length > 1 && (await trial(context, whole))) return;
      }
      context.notTestable(
        'no wallet has both rows that the filter keeps and rows that it drops',
        'name a wallet with more positions in the target file',
      );
    },
  });
}

/** Halfway to the next whole number: a bound that drops `size`, unless the service cuts it to a whole number. */
export function justAbove(size: number): number {
  return (size + Math.floor(size) + 1) / 2;
}

const positions = routeById('positions');

const FLAGS = ['redeemable', 'mergeable'] as const;

type Flag = (typeof FLAGS)[number];

const isSet = (row: JsonObject, flag: Flag) => flagAt(row, flag) === true;

function flagCheck(flag: Flag) {
  const [filter, accepted] = [clauseOf('positions', `${flag}.filter`), clauseOf('positions', `${flag}.accepted`)];
  return filterCheck(positions, `${flag}.filter`, {
    title: `${flag}=true keeps only ${flag} rows`,
    clauses: [filter, accepted],
    trial(context, whole) {
      const set = { query: { [flag]: 'true' }, keeps: (row: JsonObject) => isSet(row, flag) };
      return judgeFilters(context, { filter, accepted }, whole, [set]);
    },
  });
}

function unsetCheck(flag: Flag) {
  const clause = clauseOf('positions', `${flag}.false`);
  return filterCheck(positions, `${flag}.false`, {
    title: `${flag}=false has the same result as no ${flag}`,
    clauses: [clause],
    async trial(context, { subject, rows, size }) {
      if (!rows.some((row) => isSet(row, flag))) return false;
      const response = await sendSample(context, positions, { ...subject, [flag]: 'false' });
      const length = Math.min(rows.length, size);
      context.judge(bodyLike(clause, response, { $length: length }, `${flag} is not set`));
      return true;
    },
  });
}

/** Two sizes of the list for which "at least" and "more than" differ, and a value slightly above one of them. */
function thresholds(rows: readonly JsonObject[]): readonly number[] {
  const sizes = [...new Set(rows.map((row) => withoutNoise(sizeOf(row))))].sort((a, b) => a - b);
  const middle = sizes[Math.floor(sizes.length / 2)];
  const above = middle === undefined ? undefined : justAbove(middle);
  return [sizes[1], middle, above].filter((size) => size !== undefined);
}

const sizeOf = (row: JsonObject) => numberAt(row, 'size') ?? 0;

const sizeClauses = { filter: '4.8/sizeThreshold.filter', accepted: '4.8/sizeThreshold.accepted' } as const;

const sizeCheck = filterCheck(positions, 'sizeThreshold.filter', {
  title: 'sizeThreshold keeps positions of at least that size',
  clauses: Object.values(sizeClauses),
  trial(context, whole) {
    const filters = thresholds(whole.rows).map((size) => ({
      query: { sizeThreshold: String(size) },
      keeps: (row: JsonObject) => isAtLeast(sizeOf(row), size),
      // A size with noise is below the threshold for a service that keeps the noise.
      orKeeps: (row: JsonObject) => sizeOf(row) >= size,
    }));
    return judgeFilters(context, sizeClauses, whole, filters);
  },
});

function flagInMarket({ rows }: Whole): Filter | undefined {
  const flag = FLAGS.find((name) => rows.some((row) => isSet(row, name)));
  if (flag === undefined) return undefined;
  const row = rows.find((each) => isSet(each, flag));
  const market = textOrEmpty(row, 'conditionId');
  return {
    query: { [flag]: 'true', market },
    keeps: (each) => isSet(each, flag) && textAt(each, 'conditionId') === market,
  };
}

/** Both flags, if some rows have only one of them, so that "both" and "either" differ. */
function bothFlags({ rows }: Whole): Filter | undefined {
  if (!rows.some((row) => isSet(row, 'redeemable') !== isSet(row, 'mergeable'))) return undefined;
  return {
    query: { redeemable: 'true', mergeable: 'true' },
    keeps: (row) => FLAGS.every((flag) => isSet(row, flag)),
    mayKeepNone: true,
  };
}

function titleElsewhere({ rows }: Whole): Filter | undefined {
  const [first] = rows;
  const title = textOrEmpty(first, 'title');
  const other = rows.find((row) => textAt(row, 'title')?.toLowerCase().includes(title.toLowerCase()) === false);
  if (title === '' || other === undefined) return undefined;
  const market = textOrEmpty(other, 'conditionId');
  return { query: { title: title.slice(0, 100), market }, keeps: () => false, mayKeepNone: true };
}

const jointCheck = filterCheck(positions, 'filters.combine', {
  title: 'several filters keep the rows that satisfy all of them',
  clauses: ['4.8/filters.combine'],
  async trial(context, whole) {
    let isProven = false;
    for (const filter of [flagInMarket(whole), bothFlags(whole), titleElsewhere(whole)]) {
      if (filter === undefined) continue;
      isProven = (await judgeFilter(context, '4.8/filters.combine', whole, filter)) || isProven;
    }
    return isProven;
  },
});

function marketCheck(route: RouteOf<'title.substring'>) {
  const clauses = { filter: clauseOf(route.id, 'market.filter'), accepted: clauseOf(route.id, 'market.accepted') };
  const filterOf = (wanted: readonly string[]): Filter => ({
    query: { market: wanted.join(',') },
    keeps: (row) => wanted.includes(textOrEmpty(row, 'conditionId')),
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
  return textOrEmpty(row, 'title').toLowerCase().includes(piece.toLowerCase());
}

/** A word of a title that some rows have and others lack, in its own spelling. */
function pieceOf(rows: readonly JsonObject[]): string {
  const words = textsOf(rows.slice(0, 5), 'title').flatMap((title) =>
    title.split(' ').filter(({ length }) => length > 3),
  );
  return words.find((word) => rows.some((row) => !contains(row, word))) ?? words[0] ?? '';
}

function titleCheck(route: RouteOf<'title.substring'>) {
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

function pageCheck(route: RouteOf<'title.substring'>) {
  const clause = clauseOf(route.id, 'filters.page');
  return filterCheck(route, 'filter-then-page', {
    title: 'filters apply before the page is cut',
    clauses: [clause],
    async trial(context, { subject, rows }) {
      const market = textOrEmpty(rows.at(-1), 'conditionId');
      const response = await sendSample(context, route, { ...subject, market, limit: '1' });
      context.judge(bodyLike(clause, response, { $length: 1 }, `${market} has rows`));
      return true;
    },
  });
}

/** Texts with a special meaning in LIKE and in regular expressions. */
const PATTERNS = ['%', '_', '.*'] as const;

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
    async run(context) {
      const rows = itemsOf(route, await sendSample(context, route, largest(route)));
      const distinctive = PATTERNS.filter((piece) => rows.some((row) => !contains(row, piece)));
      if (distinctive.length === 0) context.notTestable('the list is empty', 'name another wallet in the target file');
      for (const piece of distinctive) await judgePiece(context, route, piece);
    },
  });
}

/** A part of a slug, with a hyphen, that occurs in no title of the list. */
function slugPiece(rows: readonly JsonObject[]): string | undefined {
  const pieces = rows.flatMap((row) => textOrEmpty(row, 'slug').match(/\b[a-z]+-[a-z]+/gi) ?? []);
  return pieces.find((piece) => rows.every((row) => !contains(row, piece)));
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

const LISTS = [positions, routeById('closed-positions')] as const;

export const positionFilterChecks = [
  ...LISTS.flatMap((route) => [marketCheck(route), titleCheck(route), pageCheck(route)]),
  ...LISTS.flatMap((route) => [patternCheck(route), slugCheck(route)]),
  ...FLAGS.flatMap((flag) => [flagCheck(flag), unsetCheck(flag)]),
  sizeCheck,
  jointCheck,
];
