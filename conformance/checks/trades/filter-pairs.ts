/**
 * conformance/checks/trades/filter-pairs: filters of builder trades two at a time, and together with a cursor (interface 4.6).
 * Values are chosen so that either of the two alone lets rows through that both together do not.
 */
import { encodeCursor } from '../../../spec/cursor.ts';
import type { JsonObject } from '../../../spec/json.ts';
import { textAt } from '../../../spec/json.ts';
import type { Query } from '../../../wire/message.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { statusOf } from '../judging.ts';
import { brief } from '../rows.ts';
import { ask, makers, secondsOf, tradeCheck } from './page.ts';

type Rows = readonly JsonObject[];
/** Two filters and what they mean together; undefined where the rows at hand cannot tell. */
type Pair = { readonly query: Query; readonly keeps: (row: JsonObject) => boolean };
type Choice = (rows: Rows) => Pair | undefined;

const marketOf = (row: JsonObject): string => textAt(row, 'market') ?? '';
const assetOf = (row: JsonObject): string => textAt(row, 'asset_id') ?? '';

/** Trades later than some and earlier than others. */
const between: Choice = (rows) => {
  const seconds = [...new Set(rows.map((row) => Math.floor(secondsOf(row))))].sort((a, b) => a - b);
  const [after, before] = [seconds[Math.floor(seconds.length / 3)], seconds[Math.floor((seconds.length * 2) / 3)]];
  if (after === undefined || before === undefined || seconds.length < 4) return undefined;
  const keeps = (row: JsonObject) => secondsOf(row) > after && secondsOf(row) < before;
  return { query: { after: String(after), before: String(before) }, keeps };
};

/** A token of one market, and another market. */
const foreignToken: Choice = ([first, ...others]) => {
  const other = first === undefined ? undefined : others.find((row) => marketOf(row) !== marketOf(first));
  if (first === undefined || other === undefined) return undefined;
  return { query: { market: marketOf(other), asset_id: assetOf(first) }, keeps: () => false };
};

/** A wallet that traded in several markets, and one of these, in which others traded too. */
const ofMaker: Choice = (rows) => {
  const isOf = (row: JsonObject, wallet: string) => makers(row).some((maker) => maker.toLowerCase() === wallet);
  for (const row of rows) {
    const wallet = (textAt(row, 'maker_address') ?? '').toLowerCase();
    const elsewhere = rows.some((other) => isOf(other, wallet) && marketOf(other) !== marketOf(row));
    const others = rows.some((other) => !isOf(other, wallet) && marketOf(other) === marketOf(row));
    if (!elsewhere || !others) continue;
    return {
      query: { market: marketOf(row), maker_address: textAt(row, 'maker_address') ?? '' },
      keeps: (other) => marketOf(other) === marketOf(row) && isOf(other, wallet),
    };
  }
  return undefined;
};

function pairCheck(what: string, title: string, choose: Choice): Check {
  const draft: Pick<Check, 'title' | 'clauses' | 'kind' | 'run'> = {
    title,
    clauses: ['4.6/filters.combine'],
    kind: 'filter',
    run: async (context: CheckContext) => {
      const whole = await ask(context);
      const pair = choose(whole.rows);
      if (pair === undefined) {
        context.notTestable('no two trades tell these filters apart', 'run against a deployment with more trades');
      }
      const { answer, rows } = await ask(context, pair.query);
      const wrong = rows.findIndex((row) => !pair.keeps(row));
      context.expect('4.6/filters.combine', isSuccess(answer) && wrong < 0, answer, {
        pointer: wrong < 0 ? '' : `/${wrong}`,
        expected: `only trades that satisfy ${brief(pair.query)}`,
        actual: isSuccess(answer) ? rows[wrong] : statusOf(answer),
      });
    },
  };
  return tradeCheck(`filters.${what}`, draft, 2);
}

/** The market with most trades on the first page, in which it is not alone. */
function busyMarket(context: CheckContext, rows: Rows): string {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(marketOf(row), (counts.get(marketOf(row)) ?? 0) + 1);
  const [most] = [...counts].sort((left, right) => right[1] - left[1]);
  if (most === undefined || most[1] < 3 || counts.size < 2) {
    context.notTestable('no market has three trades beside others', 'run against a deployment with more trades');
  }
  return most[0];
}

const cursorCheck = tradeCheck(
  'filters.cursor',
  {
    title: 'a cursor counts in the filtered list',
    clauses: ['4.6/next_cursor.offset'],
    kind: 'pagination',
    run: async (context: CheckContext) => {
      const market = busyMarket(context, (await ask(context)).rows);
      const first = await ask(context, { market });
      if (first.rows.length < 3) context.notTestable('the market has fewer than three trades', 'ask again later');
      const { answer, rows } = await ask(context, { market, next_cursor: encodeCursor(1) });
      context.expect('4.6/next_cursor.offset', rows[0]?.['id'] === first.rows[1]?.['id'], answer, {
        pointer: '/0/id',
        expected: `the second trade of ${market}, ${brief(first.rows[1]?.['id'])}`,
        actual: rows[0]?.['id'] ?? statusOf(answer),
      });
    },
  },
  3,
);

/** Filters of builder trades together. */
export const tradeFilterPairChecks: readonly Check[] = [
  pairCheck('between', 'after and before together keep the trades strictly between', between),
  pairCheck('foreign-token', 'a token of another market leaves no trade', foreignToken),
  pairCheck('maker-in-market', 'market and maker_address together keep what satisfies both', ofMaker),
  cursorCheck,
];
