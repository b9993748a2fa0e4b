/** conformance/checks/trades/filters: the filters of builder trades, each by itself (interface 4.6). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { isSuccess } from '../../../wire/message.ts';
import { type Check, type CheckContext, type ClauseId, SameAs } from '../../check.ts';
import { bodyLike, emptyList, type Listed } from '../assertions.ts';
import { check } from '../definition.ts';
import { isSameCaseless } from '../rows.ts';
import { NO_ADDRESS, NO_CONDITION, NO_TOKEN, NO_UUID } from '../unknown-names.ts';
import { areCoarse, hasAsset, hasMaker, isOnSide, isStrictly, readTrades, secondsIn, secondsOf } from './page.ts';

/** The pattern of each trade that a filter keeps, and the indexes of those that it must keep. */
type Kept = { readonly pattern: JsonObject; readonly expected: readonly number[]; readonly words: string };

const indexesOf = ({ rows }: Listed, keeps: (row: JsonObject) => boolean): readonly number[] =>
  rows.flatMap((row, index) => (keeps(row) ? [index] : []));

/** Judges a filtered list. A full page may lack trades of the first page without the filter. */
function judgeKept(
  context: CheckContext,
  clauses: ClauseId,
  { response, rows }: Listed,
  whole: Listed,
  { pattern, expected, words }: Kept,
) {
  const because = `the filter is ${words}`;
  context.judge({ clauses, of: response, must: { status: '2xx', body: { $every: pattern } }, because });
  if (rows.length >= whole.rows.length || expected.length === 0) return;
  // By id: the status of a trade may have changed since.
  const ids = expected.map((index) => ({ id: new SameAs(whole.response, `/${index}/id`) }));
  context.judge(bodyLike(clauses, response, { $contains: ids }, because));
}

/** A value of a middle row drops others. Rows with it in their own field must be listed; others that satisfy may. */
function filterCheck(
  name: 'id' | 'maker_address' | 'market' | 'asset_id',
  unknown: string,
  patternOf: (value: string) => JsonObject,
): Check {
  const clause = clauseOf('builder-trades', `${name}.filter`);
  const accepted = clauseOf('builder-trades', `${name}.accepted`);
  return check('builder-trades', `${name}.filter`, {
    title: `${name} keeps the trades with that ${name}`,
    clauses: [clause, accepted],
    kind: 'filter',
    cost: { 'builder-trades': 3 },
    async run(context) {
      const none = await readTrades(context, { [name]: unknown });
      if (isSuccess(none.response) && none.rows.length > 0) context.judge(emptyList(clause, none.response));
      const whole = await readTrades(context);
      const value = textAt(whole.rows[Math.floor(whole.rows.length / 2)], name) ?? '';
      const isOwn = (own = '') => (name === 'maker_address' ? isSameCaseless(own, value) : own === value);
      const expected = indexesOf(whole, (row) => isOwn(textAt(row, name)));
      if (expected.length === whole.rows.length)
        context.notTestable(`all trades have the same ${name}`, 'run against a deployment with more trades');
      const listed = await readTrades(context, { [name]: value });
      if (isSuccess(listed.response)) context.verified(accepted);
      judgeKept(context, clause, listed, whole, { pattern: patternOf(value), expected, words: `${name}=${value}` });
    },
  });
}

function strictCheck(name: 'before' | 'after'): Check {
  const clause = clauseOf('builder-trades', `${name}.strict`);
  const accepted = clauseOf('builder-trades', `${name}.accepted`);
  return check('builder-trades', `${name}.strict`, {
    title: `${name} keeps trades strictly ${name} that Unix second`,
    clauses: [clause, accepted],
    kind: 'filter',
    cost: { 'builder-trades': 5 },
    async run(context) {
      const whole = await readTrades(context);
      const bound = middleSecond(context, whole.rows);
      // The whole seconds before and after a second distinguish trades within it.
      for (const value of name === 'before' ? [bound, bound + 1] : [bound - 1, bound, bound + 1]) {
        const listed = await readTrades(context, { [name]: String(value) });
        await assertDecidable(context, name, value, listed.rows, whole.rows);
        if (isSuccess(listed.response)) context.verified(accepted);
        const pattern = isStrictly(name, value, whole.rows);
        const expected = indexesOf(whole, (row) => isOnSide(name, value, row));
        judgeKept(context, clause, listed, whole, { pattern, expected, words: `${name}=${value}` });
      }
    },
  });
}

/**
 * A trade that is shown in the second of the bound may have happened before or after it, if the service keeps finer
 * moments than it shows: then nothing is decided, unless the other filter lists the same trade for the same second.
 */
async function assertDecidable(
  context: CheckContext,
  name: 'before' | 'after',
  value: number,
  rows: readonly JsonObject[],
  whole: readonly JsonObject[],
): Promise<void> {
  const within = areCoarse(whole) ? rows.find((row) => secondsOf(row) === value) : undefined;
  if (within === undefined) return;
  const other = name === 'before' ? 'after' : 'before';
  const { response, rows: others } = await readTrades(context, { [other]: String(value) });
  const id = within['id'];
  if (others.some((row) => row['id'] === id))
    context.judge(
      bodyLike(
        clauseOf('builder-trades', `${name}.strict`),
        response,
        { $not: { $contains: [{ id }] } },
        `the trade is listed for ${name}=${value}`,
      ),
    );
  context.notTestable(
    `the trade matched at ${textAt(within, 'match_time')} is listed ${name} that second, ` +
      'and whole seconds do not show on which side it was',
    'show fractions of seconds in match_time',
  );
}

/** A second with some, but not all, of the trades; ends the check without one. */
function middleSecond(context: CheckContext, rows: readonly JsonObject[]): number {
  const seconds = secondsIn(rows);
  if (seconds.length < 2)
    context.notTestable(
      'all trades with a match_time happened in the same second',
      'run against a deployment with more trades',
    );
  return seconds[Math.floor(seconds.length / 2)] ?? 0;
}

export const tradeFilterChecks = [
  filterCheck('id', NO_UUID, (id) => ({ id })),
  filterCheck('maker_address', NO_ADDRESS, hasMaker),
  filterCheck('market', NO_CONDITION, (market) => ({ market })),
  filterCheck('asset_id', NO_TOKEN, hasAsset),
  strictCheck('before'),
  strictCheck('after'),
];
