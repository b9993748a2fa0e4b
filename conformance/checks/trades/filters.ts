/** conformance/checks/trades/filters: the filters of builder trades, each by itself (interface 4.6). */
import type { JsonObject } from '../../../spec/json.ts';
import { textAt } from '../../../spec/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { shownBy } from '../assertions.ts';
import { check } from '../definition.ts';
import { isSameCaseless } from '../rows.ts';
import { NO_ADDRESS, NO_CONDITION, NO_TOKEN, NO_UUID } from '../unknown-names.ts';
import { type Condition, hasAsset, hasId, hasMaker, isInMarket, isOnSide, isStrictly } from './conditions.ts';
import { askTrades, listsRow, secondsIn } from './page.ts';

/**
 * One filter by a value of a row in the middle, so that it has other rows to drop. Rows with the value in their own field must be
 * listed; others that satisfy the condition may be.
 */
function filterCheck(
  name: 'id' | 'maker_address' | 'market' | 'asset_id',
  unknown: string,
  conditionOf: (value: string) => Condition,
): Check {
  const clause = `4.6/${name}.filter`;
  return check('builder-trades', `${name}.filter`, {
    title: `${name} keeps the trades with that ${name}`,
    clauses: [clause, `4.6/${name}.accepted`],
    kind: 'filter',
    cost: { 'builder-trades': 3 },
    run: async (context) => {
      const none = await askTrades(context, { [name]: unknown });
      if (isSuccess(none.response) && none.rows.length > 0)
        context.expect(clause, false, none.response, {
          expected: `no trade, because none has ${name}=${unknown}`,
          actual: `${none.rows.length} rows`,
          expectation: { body: [] },
        });
      const whole = await askTrades(context);
      const value = textAt(whole.rows[Math.floor(whole.rows.length / 2)], name) ?? '';
      const isOwn = (own = '') => (name === 'maker_address' ? isSameCaseless(own, value) : own === value);
      const expected = whole.rows.filter((row) => isOwn(textAt(row, name)));
      if (expected.length === whole.rows.length)
        context.notTestable(`all trades have the same ${name}`, 'run against a deployment with more trades');
      const { response, rows } = await askTrades(context, { [name]: value });
      if (isSuccess(response)) context.verified(`4.6/${name}.accepted`);
      const condition = conditionOf(value);
      const wrong = rows.find((row) => !condition.holds(row));
      // By id: the status of a trade may have changed since.
      const ids = new Set(rows.map(({ id }) => id));
      const missed = expected.filter(({ id }) => !ids.has(id) && rows.length < whole.rows.length);
      const isOnly = wrong === undefined;
      context.expect(clause, isSuccess(response) && isOnly && rows.length > 0 && missed.length === 0, response, {
        expected: `the trades with ${name}=${value}, at least the ${expected.length} of the first page`,
        actual: isOnly ? `${rows.length} rows, ${missed.length} missing` : 'trades without it',
        expectation: isOnly ? listsRow(whole, whole.rows.indexOf(missed[0] ?? {})) : { body: condition.list(wrong) },
      });
    },
  });
}

function strictCheck(name: 'before' | 'after'): Check {
  const clause = `4.6/${name}.strict`;
  return check('builder-trades', `${name}.strict`, {
    title: `${name} keeps trades strictly ${name} that Unix second`,
    clauses: [clause, `4.6/${name}.accepted`],
    kind: 'filter',
    cost: { 'builder-trades': 5 },
    run: async (context) => {
      const whole = await askTrades(context);
      const bound = middleSecond(context, whole.rows);
      // The whole seconds before and after a second distinguish trades within it.
      for (const value of name === 'before' ? [bound, bound + 1] : [bound - 1, bound, bound + 1]) {
        const { response, rows } = await askTrades(context, { [name]: String(value) });
        await assertDecidable(context, name, value, rows, whole.rows);
        if (isSuccess(response)) context.verified(`4.6/${name}.accepted`);
        const condition = isStrictly(name, value, whole.rows);
        const wrong = rows.findIndex((row) => !condition.holds(row));
        const known = whole.rows.filter((row) => isOnSide(name, value, row));
        const missed = known.find(({ id }) => !rows.some((row) => row['id'] === id));
        context.expect(clause, isSuccess(response) && wrong < 0 && rows.length >= known.length, response, {
          pointer: wrong < 0 ? '' : `/${wrong}/match_time`,
          expected: `trades strictly ${name} ${value}, at least ${known.length} of the first page`,
          actual: wrong < 0 ? shownBy(response, lacking(rows.length, missed)) : rows[wrong]?.['match_time'],
          expectation:
            wrong < 0 ? listsRow(whole, whole.rows.indexOf(missed ?? {})) : { body: condition.list(rows[wrong] ?? {}) },
        });
      }
    },
  });
}

/**
 * A trade that is shown in the second of the bound may have happened before or after it, if the service keeps finer moments than it
 * shows: then nothing is decided, unless the other filter lists the same trade for the same second.
 */
async function assertDecidable(
  context: CheckContext,
  name: 'before' | 'after',
  value: number,
  rows: readonly JsonObject[],
  whole: readonly JsonObject[],
): Promise<void> {
  const condition = isStrictly(name, value, whole);
  const within = rows.find((row) => condition.holds(row) && !isOnSide(name, value, row));
  if (within === undefined) return;
  const other = name === 'before' ? 'after' : 'before';
  const { response, rows: others } = await askTrades(context, { [other]: String(value) });
  if (others.some(({ id }) => id === within['id']))
    context.expect(`4.6/${name}.strict`, false, response, {
      expected: `the trade ${String(within['id'])} for before=${value} or for after=${value}`,
      actual: 'it is listed for both',
      expectation: { body: { $not: { $contains: [{ id: within['id'] }] } } },
    });
  context.notTestable(
    `the trade matched at ${textAt(within, 'match_time')} is listed ${name} that second, and whole seconds do not show on which side it was`,
    'show fractions of seconds in match_time',
  );
}

function lacking(count: number, missed: JsonObject | undefined): string {
  return `${count} rows${missed === undefined ? '' : `, without the trade matched at ${textAt(missed, 'match_time')}`}`;
}

/** A second with some, but not all, of the trades; ends the check if there is none. */
function middleSecond(context: CheckContext, rows: readonly JsonObject[]): number {
  const seconds = secondsIn(rows);
  if (seconds.length < 2)
    context.notTestable(
      'all trades with a match_time happened in the same second',
      'run against a deployment with more trades',
    );
  return seconds[Math.floor(seconds.length / 2)] ?? 0;
}

export const tradeFilterChecks: readonly Check[] = [
  filterCheck('id', NO_UUID, hasId),
  filterCheck('maker_address', NO_ADDRESS, hasMaker),
  filterCheck('market', NO_CONDITION, isInMarket),
  filterCheck('asset_id', NO_TOKEN, hasAsset),
  strictCheck('before'),
  strictCheck('after'),
];
