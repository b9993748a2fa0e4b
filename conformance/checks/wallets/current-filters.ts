/** conformance/checks/wallets/current-filters: the filters that current positions alone have: flags and size, and several together (interface 4.8). */
import { flagAt, type JsonObject, numberAt, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Check } from '../../check.ts';
import { itemsOf, sendSample } from '../requests.ts';
import { filterCheck, judgeFilter, judgeFilters, justAbove } from './filtering.ts';

const positions = routeById('positions');

type Flag = 'redeemable' | 'mergeable';

const isSet = (row: JsonObject, flag: Flag): boolean => flagAt(row, flag) === true;

function flagCheck(flag: Flag): Check {
  const clauses = { filter: `4.8/${flag}.filter`, accepted: `4.8/${flag}.accepted` };
  return filterCheck(positions, `${flag}.filter`, {
    title: `${flag}=true keeps only ${flag} rows`,
    clauses: Object.values(clauses),
    trial: (context, whole) => {
      const filter = { query: { [flag]: 'true' }, keeps: (row: JsonObject) => isSet(row, flag) };
      return judgeFilters(context, clauses, whole, [filter]);
    },
  });
}

function unsetCheck(flag: Flag): Check {
  const clause = `4.8/${flag}.false`;
  return filterCheck(positions, `${flag}.false`, {
    title: `${flag}=false asks for the same list as leaving it out`,
    clauses: [clause],
    trial: async (context, { subject, rows }) => {
      if (!rows.some((row) => isSet(row, flag))) return false;
      const answer = await sendSample(context, positions, { ...subject, [flag]: 'false' });
      const count = itemsOf(positions, answer).length;
      const expected = Math.min(rows.length, 500);
      context.expect(clause, count === expected, answer, { expected: `${expected} rows`, actual: count });
      return true;
    },
  });
}

/** Two sizes of the list, where a threshold tells "at least" from "more than", and a little more than one of them. */
function thresholds(rows: readonly JsonObject[]): readonly number[] {
  const sizes = [...new Set(rows.map((row) => numberAt(row, 'size') ?? 0))].sort((a, b) => a - b);
  const middle = sizes[Math.floor(sizes.length / 2)];
  const above = middle === undefined ? undefined : justAbove(middle);
  return [sizes[1], middle, above].filter((size) => size !== undefined);
}

const sizeClauses = { filter: '4.8/sizeThreshold.filter', accepted: '4.8/sizeThreshold.accepted' };

const sizeCheck = filterCheck(positions, 'sizeThreshold.filter', {
  title: 'sizeThreshold keeps the positions at it and above',
  clauses: Object.values(sizeClauses),
  trial: (context, whole) => {
    const filters = thresholds(whole.rows).map((size) => ({
      query: { sizeThreshold: String(size) },
      keeps: (row: JsonObject) => (numberAt(row, 'size') ?? 0) >= size,
    }));
    return judgeFilters(context, sizeClauses, whole, filters);
  },
});

const jointCheck = filterCheck(positions, 'filters.combine', {
  title: 'several filters keep the rows that satisfy all of them',
  clauses: ['4.8/filters.combine'],
  trial: async (context, whole) => {
    const flag = (['mergeable', 'redeemable'] as const).find((name) => whole.rows.some((row) => isSet(row, name)));
    if (flag === undefined) return false;
    const id = textAt(
      whole.rows.find((row) => isSet(row, flag)),
      'conditionId',
    );
    return judgeFilter(context, '4.8/filters.combine', whole, {
      query: { [flag]: 'true', market: id ?? '' },
      keeps: (row) => isSet(row, flag) && textAt(row, 'conditionId') === id,
    });
  },
});

/** Filters of the current positions. */
export const currentFilterChecks: readonly Check[] = [
  ...(['redeemable', 'mergeable'] as const).flatMap((flag) => [flagCheck(flag), unsetCheck(flag)]),
  sizeCheck,
  jointCheck,
];
