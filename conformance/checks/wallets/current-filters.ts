/** conformance/checks/wallets/current-filters: filters of current positions alone (interface 4.8). */
import { flagAt, type JsonObject, numberAt, textAt } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { routeById } from '../../../spec/routes.ts';
import { isAtLeast, withoutNoise } from '../../../wire/pattern/closeness.ts';
import type { Check } from '../../check.ts';
import { bodyLike } from '../assertions.ts';
import { sendSample } from '../definition.ts';
import { type Filter, filterCheck, judgeFilter, judgeFilters, justAbove, type Whole } from './filters.ts';

const positions = routeById('positions');

const FLAGS = ['redeemable', 'mergeable'] as const;

type Flag = (typeof FLAGS)[number];

const isSet = (row: JsonObject, flag: Flag) => flagAt(row, flag) === true;

function flagCheck(flag: Flag): Check {
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

function unsetCheck(flag: Flag): Check {
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
  const market = textAt(row, 'conditionId') ?? '';
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
  const title = textAt(first, 'title') ?? '';
  const other = rows.find((row) => textAt(row, 'title')?.toLowerCase().includes(title.toLowerCase()) === false);
  if (title === '' || other === undefined) return undefined;
  const market = textAt(other, 'conditionId') ?? '';
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

export const currentFilterChecks = [
  ...FLAGS.flatMap((flag) => [flagCheck(flag), unsetCheck(flag)]),
  sizeCheck,
  jointCheck,
];
