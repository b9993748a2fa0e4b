/**
 * conformance/checks/wallets/position-filters: the filters of `/positions` and `/closed-positions` (interface 4.7, 4.8), each held
 * against the whole list of the same wallet. A filter is verified on the first wallets whose list has rows it keeps and rows
 * it drops.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, numberAt, textAt } from '../../../spec/json.ts';
import type { Route } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Query } from '../../../wire/message.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { clauseOf, itemsOf, paramOf, rolesFor, sendSample, subjectsOf } from '../requests.ts';

const positions = routeById('positions');
const closed = routeById('closed-positions');

/** All rows of one wallet; `subject` names it and asks for every row. */
type Whole = { readonly route: Route; readonly subject: Query; readonly rows: readonly JsonObject[] };

/** Wallets tried before a filter counts as impossible to tell, and pages read of each. */
const SUBJECTS = 8;
const PAGES = 4;

const assets = (rows: readonly JsonObject[]): readonly string[] => rows.map((row) => textAt(row, 'asset') ?? '').sort();

/** All rows of the wallet, in pages of the largest size; undefined where it has too many. */
async function wholeList(context: CheckContext, route: Route, user: Query): Promise<Whole | undefined> {
  const size = paramOf(route, 'limit').max ?? 50;
  const subject: Query = { ...user, ...(route.id === 'positions' ? { sizeThreshold: '0' } : {}), limit: String(size) };
  const rows: JsonObject[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const found = itemsOf(route, await sendSample(context, route, { ...subject, offset: String(page * size) }));
    rows.push(...found);
    if (found.length < size) return { route, subject, rows };
  }
  return undefined;
}

/** Judges one filter; false where the wallet's rows cannot show it. */
async function judge(
  context: CheckContext,
  clause: string,
  query: Query,
  whole: Whole,
  keeps: (row: JsonObject) => boolean,
): Promise<boolean> {
  const { route, subject } = whole;
  const kept = whole.rows.filter(keeps);
  if (kept.length === 0 || kept.length === whole.rows.length) return false;
  const size = paramOf(route, 'limit').max ?? 50;
  const answer = await sendSample(context, route, { ...subject, ...query });
  const rows = itemsOf(route, answer);
  const exact =
    kept.length <= size
      ? JSON.stringify(assets(rows)) === JSON.stringify(assets(kept))
      : rows.length === size && rows.every(keeps);
  context.expect(clause, isSuccess(answer) && exact, answer, {
    expected: `the ${kept.length} rows of ${whole.rows.length} that satisfy ${JSON.stringify(query)}`,
    actual: isSuccess(answer)
      ? `${rows.length} rows, ${rows.filter((row) => !keeps(row)).length} of them others`
      : `status ${answer.status}`,
  });
  return true;
}

/** True where the wallet's rows could show what the check is about. */
type Trial = (context: CheckContext, whole: Whole) => Promise<boolean>;

function filterCheck(route: Route, what: string, title: string, clauses: readonly string[], trial: Trial): Check {
  return {
    id: `${route.id}.${what}`,
    title,
    clauses,
    kind: 'filter',
    route: route.id,
    capability: 'wallet',
    safety: 'read',
    needs: rolesFor(route),
    cost: { [route.id]: 2 * SUBJECTS },
    run: async (context: CheckContext) => {
      for (const user of subjectsOf(route, context.bindings).slice(0, SUBJECTS)) {
        const whole = await wholeList(context, route, user);
        if (whole !== undefined && whole.rows.length > 1 && (await trial(context, whole))) return;
      }
      context.notTestable(
        'no wallet has both rows that the filter keeps and rows that it drops',
        'name a wallet with more positions in the target file',
      );
    },
  };
}

function contains(row: JsonObject, piece: string): boolean {
  return (textAt(row, 'title') ?? '').toLowerCase().includes(piece.toLowerCase());
}

/** A word of a title that some rows have and some have not, in its own letters. */
function pieceOf(rows: readonly JsonObject[]): string {
  const words = rows
    .slice(0, 5)
    .flatMap((row) => (textAt(row, 'title') ?? '').split(' ').filter((word) => word.length > 3));
  return words.find((word) => rows.some((row) => !contains(row, word))) ?? words[0] ?? '';
}

function sharedFilters(route: Route): readonly Check[] {
  const market = clauseOf(route, 'market', 'filter');
  const title = clauseOf(route, 'title', 'substring');
  const page = clauseOf(route, 'filters', 'page');
  const accepted = (name: string) => clauseOf(route, name, 'accepted');
  return [
    filterCheck(
      route,
      'market.filter',
      'market keeps the rows of the conditions listed',
      [market, accepted('market')],
      async (context: CheckContext, whole) => {
        const ids = [...new Set(whole.rows.map((row) => textAt(row, 'conditionId') ?? ''))];
        let told = false;
        for (const wanted of [ids.slice(0, 1), ids.slice(0, 3), ids.slice(-1)]) {
          const keeps = (row: JsonObject) => wanted.includes(textAt(row, 'conditionId') ?? '');
          told = (await judge(context, market, { market: wanted.join(',') }, whole, keeps)) || told;
        }
        if (told) context.verified(accepted('market'));
        return told;
      },
    ),
    filterCheck(
      route,
      'title.filter',
      'title keeps the rows whose title contains it, anywhere in the title',
      [title, accepted('title')],
      async (context: CheckContext, whole) => {
        const piece = pieceOf(whole.rows);
        let told = false;
        for (const part of [piece, piece.slice(1), piece.slice(0, -1)]) {
          told = (await judge(context, title, { title: part }, whole, (row) => contains(row, part))) || told;
        }
        if (told) context.verified(accepted('title'));
        return told;
      },
    ),
    filterCheck(
      route,
      'filter-then-page',
      'filters apply before the page is cut',
      [page],
      async (context: CheckContext, whole) => {
        const id = textAt(whole.rows.at(-1), 'conditionId') ?? '';
        const answer = await sendSample(context, route, { ...whole.subject, market: id, limit: '1' });
        context.expect(page, itemsOf(route, answer).length === 1, answer, {
          expected: `one row of the market ${id}, which has some`,
          actual: itemsOf(route, answer).length,
        });
        return true;
      },
    ),
  ];
}

const flagFilters = (['redeemable', 'mergeable'] as const).flatMap((flag) => [
  filterCheck(
    positions,
    `${flag}.filter`,
    `${flag}=true keeps only ${flag} rows`,
    [`4.8/${flag}.filter`, `4.8/${flag}.accepted`],
    async (context: CheckContext, whole) => {
      const told = await judge(
        context,
        `4.8/${flag}.filter`,
        { [flag]: 'true' },
        whole,
        (row) => flagAt(row, flag) === true,
      );
      if (told) context.verified(`4.8/${flag}.accepted`);
      return told;
    },
  ),
  filterCheck(
    positions,
    `${flag}.false`,
    `${flag}=false asks for the same list as leaving it out`,
    [`4.8/${flag}.false`],
    async (context: CheckContext, whole) => {
      if (!whole.rows.some((row) => flagAt(row, flag) === true)) return false;
      const answer = await sendSample(context, positions, { ...whole.subject, [flag]: 'false' });
      const expected = Math.min(whole.rows.length, 500);
      context.expect(`4.8/${flag}.false`, itemsOf(positions, answer).length === expected, answer, {
        expected: `${expected} rows`,
        actual: itemsOf(positions, answer).length,
      });
      return true;
    },
  ),
]);

/** Two sizes of the list between which a threshold tells "at least" from "more than". */
function thresholds(rows: readonly JsonObject[]): readonly number[] {
  const sizes = [...new Set(rows.map((row) => numberAt(row, 'size') ?? 0))].sort((a, b) => a - b);
  return [sizes[1], sizes[Math.floor(sizes.length / 2)]].filter((size) => size !== undefined);
}

const sizeFilter = filterCheck(
  positions,
  'sizeThreshold.filter',
  'sizeThreshold keeps the positions at it and above',
  ['4.8/sizeThreshold.filter', '4.8/sizeThreshold.accepted'],
  async (context: CheckContext, whole) => {
    let told = false;
    for (const size of thresholds(whole.rows)) {
      const keeps = (row: JsonObject) => (numberAt(row, 'size') ?? 0) >= size;
      told = (await judge(context, '4.8/sizeThreshold.filter', { sizeThreshold: String(size) }, whole, keeps)) || told;
    }
    if (told) context.verified('4.8/sizeThreshold.accepted');
    return told;
  },
);

const combined = filterCheck(
  positions,
  'filters.combine',
  'several filters keep the rows that satisfy all of them',
  ['4.8/filters.combine'],
  async (context: CheckContext, whole) => {
    const flag = (['mergeable', 'redeemable'] as const).find((name) =>
      whole.rows.some((row) => flagAt(row, name) === true),
    );
    const flagged = whole.rows.find((row) => flag !== undefined && flagAt(row, flag) === true);
    if (flag === undefined || flagged === undefined) return false;
    const id = textAt(flagged, 'conditionId') ?? '';
    const keeps = (row: JsonObject) => flagAt(row, flag) === true && textAt(row, 'conditionId') === id;
    return judge(context, '4.8/filters.combine', { [flag]: 'true', market: id }, whole, keeps);
  },
);

/** Filters of both position lists. */
export const positionFilterChecks: readonly Check[] = [
  ...sharedFilters(positions),
  ...sharedFilters(closed),
  ...flagFilters,
  sizeFilter,
  combined,
];
