/** conformance/checks/trades/joint-filters: filters of builder trades together, and with a cursor (interface 4.6). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import type { Query } from '../../../wire/message.ts';
import type { CheckContext } from '../../check.ts';
import { check } from '../definition.ts';
import { brief, isSameCaseless } from '../rows.ts';
import { judgeOffset } from './cursors.ts';
import { hasAsset, hasMaker, isStrictly, readTrades, secondsIn, walletsOf } from './page.ts';

type Rows = readonly JsonObject[];
type Joint = { readonly query: Query; readonly list: unknown };
/** Filters for the rows at hand; undefined if the rows do not distinguish them. */
type Choice = (rows: Rows) => Joint | undefined;

const marketOf = (row: JsonObject) => textAt(row, 'market') ?? '';
const everyOf = (...patterns: readonly JsonObject[]): unknown => ({ $every: { $all: patterns } });
const assetOf = (row: JsonObject) => textAt(row, 'asset_id') ?? '';

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
    const [market, wallet] = [marketOf(row), textAt(row, 'maker_address') ?? ''];
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

export const jointTradeFilterChecks = [
  jointCheck('combine', 'several filters keep the trades that satisfy all of them', inMarket),
  jointCheck('between', 'after and before together keep the trades strictly between', between),
  jointCheck('foreign-token', 'a market and a token of another market match no trade', foreignToken),
  jointCheck('maker-in-market', 'market and maker_address together keep the trades that satisfy both', ofMaker),
  cursorCheck,
];
