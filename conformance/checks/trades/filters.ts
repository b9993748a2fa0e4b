/**
 * conformance/checks/trades/filters: the filters of builder trades, each by itself, together, and with a cursor
 * (interface 4.6).
 */

import { type JsonObject, textAt, textOrEmpty } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { type CheckContext, type ClauseId, SameAs } from '../../check.ts';
import {
  bodyLike,
  brief,
  emptyList,
  isSameCaseless,
  type Listed,
  NO_ADDRESS,
  NO_CONDITION,
  NO_TOKEN,
  NO_UUID,
} from '../assertions.ts';
import { check } from '../definition.ts';
import { judgeOffset } from './cursors.ts';
import {
  areCoarse,
  hasAsset,
  hasMaker,
  isOnSide,
  isStrictly,
  readTrades,
  secondsIn,
  secondsOf,
  walletsOf,
} from './page.ts';

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
) {
  const clause = clauseOf('builder-trades', `${name}.filter`);
  const accepted = clauseOf('builder-trades', `${name}.accepted`);
  return check('builder-trades', `${name}.filter`, {
    title: `${name} keeps the trades with that ${name}`,
    clauses: [clause, accepted],
    kind: 'filter',
    cost: { 'builder-trades': 3 },
    async run(context: CheckContext) {
      const none = await readTrades(context, { [name]: unknown });
      if (isSuccess(none.response) && none.rows.length > 0) context.judge(emptyList(clause, none.response));
      const whole = await readTrades(context);
      const value = textOrEmpty(whole.rows[Math.floor(whole.rows.length / 2)], name);
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

function strictCheck(name: 'before' | 'after') {
  const clause = clauseOf('builder-trades', `${name}.strict`);
  const accepted = clauseOf('builder-trades', `${name}.accepted`);
  return check('builder-trades', `${name}.strict`, {
    title: `${name} keeps trades strictly ${name} that Unix second`,
    clauses: [clause, accepted],
    kind: 'filter',
    cost: { 'builder-trades': 5 },
    async run(context: CheckContext) {
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

type Rows = readonly JsonObject[];
type Joint = { readonly query: Query; readonly list: unknown };
/** Filters for the rows at hand; undefined if the rows do not distinguish them. */
type Choice = (rows: Rows) => Joint | undefined;

const marketOf = (row: JsonObject) => textOrEmpty(row, 'market');
const everyOf = (...patterns: readonly JsonObject[]): unknown => ({ $every: { $all: patterns } });
const assetOf = (row: JsonObject) => textOrEmpty(row, 'asset_id');

/** A market, a token of it, and a moment of a trade in it; preferably a market in which both tokens were traded. */
const inMarket: Choice = (rows) => {
  const markets = [...Map.groupBy(rows, marketOf).values()];
  const mixed = markets.find((trades) => new Set(trades.map(assetOf)).size > 1);
  const trades = mixed ?? markets.find(({ length }) => length > 1);
  const first = trades?.[0];
  if (trades === undefined || first === undefined) return undefined;
  const [market, asset] = [marketOf(first), assetOf(first)];
  const before = secondsIn(trades).at(-1);
  if (before === undefined) return undefined;
  return {
    query: { market, asset_id: asset, before: String(before) },
    list: everyOf({ market }, hasAsset(asset), isStrictly('before', before, rows)),
  };
};

const between: Choice = (rows) => {
  const seconds = secondsIn(rows);
  const [after, before] = [seconds[Math.floor(seconds.length / 3)], seconds[Math.floor((seconds.length * 2) / 3)]];
  if (after === undefined || before === undefined || seconds.length < 4) return undefined;
  return {
    query: { after: String(after), before: String(before) },
    list: everyOf(isStrictly('after', after, rows), isStrictly('before', before, rows)),
  };
};

const foreignToken: Choice = ([first, ...others]) => {
  const other = first === undefined ? undefined : others.find((row) => marketOf(row) !== marketOf(first));
  if (first === undefined || other === undefined) return undefined;
  return { query: { market: marketOf(other), asset_id: assetOf(first) }, list: [] };
};

/** A wallet that traded in several markets, and one of these, in which others traded too. */
const ofMaker: Choice = (rows) => {
  for (const row of rows) {
    const [market, wallet] = [marketOf(row), textOrEmpty(row, 'maker_address')];
    const isOfWallet = (other: JsonObject) => walletsOf(other).some((maker) => isSameCaseless(maker, wallet));
    const isElsewhere = rows.some((other) => isOfWallet(other) && marketOf(other) !== market);
    const hasOthers = rows.some((other) => !isOfWallet(other) && marketOf(other) === market);
    if (isElsewhere && hasOthers)
      return { query: { market, maker_address: wallet }, list: everyOf({ market }, hasMaker(wallet)) };
  }
  return undefined;
};

function jointCheck(what: string, title: string, choose: Choice) {
  return check('builder-trades', `filters.${what}`, {
    title,
    clauses: ['4.6/filters.combine'],
    kind: 'filter',
    cost: { 'builder-trades': 2 },
    async run(context: CheckContext) {
      const joint = choose((await readTrades(context)).rows);
      if (joint === undefined)
        context.notTestable('no trades distinguish these filters', 'run against a deployment with more trades');
      const { response } = await readTrades(context, joint.query);
      const because = `the request has ${brief(joint.query)}`;
      context.judge({
        clauses: '4.6/filters.combine',
        of: response,
        must: { status: '2xx', body: joint.list },
        because,
      });
    },
  });
}

/** The market with most trades on the first page, in which it is not alone. */
function busyMarket(context: CheckContext, rows: Rows): string {
  const markets = [...Map.groupBy(rows, marketOf)].sort(([, left], [, right]) => right.length - left.length);
  const [most] = markets;
  if (most === undefined || most[1].length < 3 || markets.length < 2) {
    context.notTestable('no market has three trades beside others', 'run against a deployment with more trades');
  }
  return most[0];
}

const cursorCheck = check('builder-trades', 'filters.cursor', {
  title: 'a cursor is an offset in the filtered list',
  clauses: ['4.6/next_cursor.offset', '4.6/next_cursor.accepted'],
  kind: 'pagination',
  cost: { 'builder-trades': 4 },
  async run(context) {
    const market = busyMarket(context, (await readTrades(context)).rows);
    const first = await readTrades(context, { market });
    if (first.rows.length < 3) context.notTestable('the market has fewer than three trades', 'run again later');
    await judgeOffset(context, { market }, 1);
  },
});

export const tradeFilterChecks = [
  filterCheck('id', NO_UUID, (id) => ({ id })),
  filterCheck('maker_address', NO_ADDRESS, hasMaker),
  filterCheck('market', NO_CONDITION, (market) => ({ market })),
  filterCheck('asset_id', NO_TOKEN, hasAsset),
  strictCheck('before'),
  strictCheck('after'),
  jointCheck('combine', 'several filters keep the trades that satisfy all of them', inMarket),
  jointCheck('between', 'after and before together keep the trades strictly between', between),
  jointCheck('foreign-token', 'a market and a token of another market match no trade', foreignToken),
  jointCheck('maker-in-market', 'market and maker_address together keep the trades that satisfy both', ofMaker),
  cursorCheck,
];
