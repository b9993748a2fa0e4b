/**
 * conformance/checks/position-filters: the filters of `/positions` and `/closed-positions` (interface 4.7, 4.8), each held
 * against the whole list of the same wallet. A filter is verified where the list has rows it keeps and rows it drops.
 */

import type { JsonObject } from '../../spec/json.ts';
import { flagAt, numberAt, textAt } from '../../spec/json.ts';
import type { Route } from '../../spec/route.ts';
import { routeById } from '../../spec/routes.ts';
import type { Check, CheckContext, Exchange } from '../check.ts';
import { clauseOf, isSuccess, itemsOf, paramOf, rolesFor, sendSample } from './requests.ts';

const positions = routeById('positions');
const closed = routeById('closed-positions');

type Whole = { readonly answer: Exchange; readonly rows: readonly JsonObject[] };
type Query = Readonly<Record<string, string>>;

const assets = (rows: readonly JsonObject[]): readonly string[] => rows.map((row) => textAt(row, 'asset') ?? '').sort();

/** All rows of the wallet, in pages of the largest size. */
async function wholeList(context: CheckContext, route: Route): Promise<Whole> {
  const size = paramOf(route, 'limit').max ?? 50;
  const threshold: Query = route.id === 'positions' ? { sizeThreshold: '0' } : {};
  const rows: JsonObject[] = [];
  for (let page = 0; page < 4; page += 1) {
    const answer = await sendSample(context, route, { ...threshold, limit: String(size), offset: String(page * size) });
    rows.push(...itemsOf(route, answer));
    if (itemsOf(route, answer).length < size) return { answer, rows };
  }
  context.notTestable(
    'the wallet has too many rows to hold filters against',
    'name a wallet with fewer positions in the target file',
  );
}

async function judge(
  context: CheckContext,
  route: Route,
  clause: string,
  query: Query,
  whole: Whole,
  keeps: (row: JsonObject) => boolean,
): Promise<void> {
  const kept = whole.rows.filter(keeps);
  if (kept.length === 0 || kept.length === whole.rows.length) return;
  const size = paramOf(route, 'limit').max ?? 50;
  const threshold: Query = route.id === 'positions' ? { sizeThreshold: '0' } : {};
  const answer = await sendSample(context, route, { ...threshold, limit: String(size), ...query });
  const rows = itemsOf(route, answer);
  const expected = assets(kept);
  const exact =
    kept.length <= size
      ? JSON.stringify(assets(rows)) === JSON.stringify(expected)
      : rows.length === size && rows.every(keeps);
  context.expect(clause, isSuccess(answer) && exact, answer, {
    expected: `the ${kept.length} rows of ${whole.rows.length} that satisfy ${JSON.stringify(query)}`,
    actual: isSuccess(answer)
      ? `${rows.length} rows, ${rows.filter((row) => !keeps(row)).length} of them others`
      : `status ${answer.status}`,
  });
}

function filterCheck(
  route: Route,
  what: string,
  title: string,
  clauses: readonly string[],
  requests: number,
  run: (context: CheckContext, whole: Whole) => Promise<void>,
): Check {
  return {
    id: `${route.id}.${what}`,
    title,
    clauses,
    kind: 'filter',
    route: route.id,
    capability: 'wallet',
    safety: 'read',
    needs: rolesFor(route),
    cost: { [route.id]: requests + 2 },
    run: async (context) => {
      const whole = await wholeList(context, route);
      if (whole.rows.length < 2)
        context.notTestable(
          'the wallet has fewer than two rows',
          'name a wallet with more positions in the target file',
        );
      await run(context, whole);
    },
  };
}

/** A piece of the title that some rows have and some have not: a word of the first title, in its own letters. */
function pieceOf(rows: readonly JsonObject[]): string {
  const words = (textAt(rows[0], 'title') ?? '').split(' ').filter((word) => word.length > 3);
  return words.find((word) => rows.some((row) => !contains(row, word))) ?? words[0] ?? '';
}

function contains(row: JsonObject, piece: string): boolean {
  return (textAt(row, 'title') ?? '').toLowerCase().includes(piece.toLowerCase());
}

function sharedFilters(route: Route): readonly Check[] {
  const market = clauseOf(route, 'market', 'filter');
  const listed = clauseOf(route, 'market', 'accepted');
  const title = clauseOf(route, 'title', 'substring');
  const page = clauseOf(route, 'filters', 'page');
  return [
    filterCheck(
      route,
      'market.filter',
      'market keeps the rows of the conditions listed',
      [market, listed],
      3,
      async (context: CheckContext, whole) => {
        const ids = [...new Set(whole.rows.map((row) => textAt(row, 'conditionId') ?? ''))];
        for (const wanted of [ids.slice(0, 1), ids.slice(0, 3), ids.slice(-1)]) {
          const keeps = (row: JsonObject) => wanted.includes(textAt(row, 'conditionId') ?? '');
          await judge(context, route, market, { market: wanted.join(',') }, whole, keeps);
        }
        context.verified(listed);
      },
    ),
    filterCheck(
      route,
      'title.filter',
      'title keeps the rows whose title contains it, anywhere in the title',
      [title, clauseOf(route, 'title', 'accepted')],
      3,
      async (context: CheckContext, whole) => {
        const piece = pieceOf(whole.rows);
        for (const part of [piece, piece.slice(1), piece.slice(0, -1)]) {
          await judge(context, route, title, { title: part }, whole, (row) => contains(row, part));
        }
        context.verified(clauseOf(route, 'title', 'accepted'));
      },
    ),
    filterCheck(
      route,
      'filter-then-page',
      'filters apply before the page is cut',
      [page],
      2,
      async (context: CheckContext, whole) => {
        const last = whole.rows.at(-1);
        const id = textAt(last, 'conditionId') ?? '';
        const threshold: Query = route.id === 'positions' ? { sizeThreshold: '0' } : {};
        const answer = await sendSample(context, route, { ...threshold, market: id, limit: '1' });
        context.expect(page, itemsOf(route, answer).length === 1, answer, {
          expected: `one row of the market ${id}, which has some`,
          actual: itemsOf(route, answer).length,
        });
      },
    ),
  ];
}

/** Two sizes of the list between which a threshold tells "at least" from "more than". */
function thresholds(rows: readonly JsonObject[]): readonly number[] {
  const sizes = [...new Set(rows.map((row) => numberAt(row, 'size') ?? 0))].sort((a, b) => a - b);
  return [sizes[1], sizes[Math.floor(sizes.length / 2)]].filter((size) => size !== undefined);
}

const flagFilters = (['redeemable', 'mergeable'] as const).flatMap((flag) => [
  filterCheck(
    positions,
    `${flag}.filter`,
    `${flag}=true keeps only ${flag} rows`,
    [`4.8/${flag}.filter`, `4.8/${flag}.accepted`],
    1,
    async (context: CheckContext, whole) => {
      context.verified(`4.8/${flag}.accepted`);
      await judge(
        context,
        positions,
        `4.8/${flag}.filter`,
        { [flag]: 'true' },
        whole,
        (row) => flagAt(row, flag) === true,
      );
    },
  ),
  filterCheck(
    positions,
    `${flag}.false`,
    `${flag}=false asks for the same list as leaving it out`,
    [`4.8/${flag}.false`],
    1,
    async (context: CheckContext, whole) => {
      const answer = await sendSample(context, positions, { sizeThreshold: '0', limit: '500', [flag]: 'false' });
      const expected = Math.min(whole.rows.length, 500);
      context.expect(`4.8/${flag}.false`, itemsOf(positions, answer).length === expected, answer, {
        expected: `${expected} rows`,
        actual: itemsOf(positions, answer).length,
      });
    },
  ),
]);

const sizeFilter = filterCheck(
  positions,
  'sizeThreshold.filter',
  'sizeThreshold keeps the positions at it and above',
  ['4.8/sizeThreshold.filter', '4.8/sizeThreshold.accepted'],
  2,
  async (context: CheckContext, whole) => {
    context.verified('4.8/sizeThreshold.accepted');
    for (const size of thresholds(whole.rows)) {
      await judge(
        context,
        positions,
        '4.8/sizeThreshold.filter',
        { sizeThreshold: String(size) },
        whole,
        (row) => (numberAt(row, 'size') ?? 0) >= size,
      );
    }
  },
);

const combined = filterCheck(
  positions,
  'filters.combine',
  'several filters keep the rows that satisfy all of them',
  ['4.8/filters.combine'],
  2,
  async (context: CheckContext, whole) => {
    const flag = (['mergeable', 'redeemable'] as const).find((name) =>
      whole.rows.some((row) => flagAt(row, name) === true),
    );
    if (flag === undefined)
      context.notTestable(
        'the wallet has no mergeable or redeemable row',
        'name a wallet that has some in the target file',
      );
    const flagged = whole.rows.filter((row) => flagAt(row, flag) === true);
    const id = textAt(flagged[0], 'conditionId') ?? '';
    const keeps = (row: JsonObject) => flagAt(row, flag) === true && textAt(row, 'conditionId') === id;
    await judge(context, positions, '4.8/filters.combine', { [flag]: 'true', market: id }, whole, keeps);
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
