/** conformance/checks/wallets/filters: filters of position lists, judged against the whole list of the same wallet. */
import type { JsonObject } from '../../../base/json.ts';
import type { Route } from '../../../spec/route.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import type { Check, CheckContext, ClauseId } from '../../check.ts';
import { check, itemsOf, paramOf, sendSample, subjectsOf } from '../definition.ts';
import { textsOf } from '../rows.ts';

/** All rows of one wallet. `subject` is the query for every row; a page has at most `size` of them. */
export type Whole = Readonly<{
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
export type Filter = Readonly<{
  query: Query;
  keeps: Keeps;
  orKeeps?: Keeps;
  mayKeepNone?: boolean;
  mayBeRefused?: boolean;
}>;

/** Judges one filter; false if the wallet's rows cannot verify it. */
export async function judgeFilter(
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
export async function judgeFilters(
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
export function filterCheck(route: Route, what: string, { trial, ...options }: FilterCheckOptions): Check {
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
