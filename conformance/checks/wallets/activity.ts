/** conformance/checks/wallets/activity: the activity feed of a wallet, its rows and pages (interface 2.3, 4.9). */
import { type JsonObject, numberAt, textAt, textOrEmpty } from '../../../base/json.ts';
import { keysOf } from '../../../base/record.ts';
import { routeById } from '../../../spec/routes.ts';
import {
  bodyLike,
  CENT,
  DEAREST,
  everyRow,
  judgeRows,
  type Listed,
  rowFault,
  UNIT_PRICE,
  UNIX_SECONDS,
} from '../assertions.ts';
import { check, itemsOf, sendSample } from '../definition.ts';
import { canonicalJson, readTogether } from '../steady.ts';
import { ASSET, rowsOf } from './page.ts';

const activity = routeById('activity');
const SIDES = ['BUY', 'SELL'] as const;
/** Types of entries that come from no trade. */
const WITHOUT_TRADE = ['SPLIT', 'MERGE', 'REDEEM', 'CONVERSION', 'REWARD'];

/** True if usdcSize is size x price, with fees of a tenth on either side. */
function isWorth(row: JsonObject) {
  const [size = 0, price = 0, cash = Number.NaN] = ['size', 'price', 'usdcSize'].map((field) => numberAt(row, field));
  // The price of a row may be rounded to cents.
  const slack = CENT * (1 + size);
  return cash >= (size * price) / DEAREST - slack && cash <= size * price * DEAREST + slack;
}

/** The asset is the outcome of the entry, unless it is the id of a token. */
const OF_OUTCOME = [{ asset: { $not: { $match: '^0x[0-9a-fA-F]+:' } } }, ASSET];

const rowPatterns = (user: string) => ({
  '2.3/proxyWallet.user': { proxyWallet: { $caseless: user } },
  '2.3/timestamp.seconds': { timestamp: UNIX_SECONDS },
  '2.3/price.range': { price: UNIT_PRICE },
  '2.3/asset.outcome': { $any: OF_OUTCOME },
});

type List = { readonly json: readonly JsonObject[] };

const listOf = ({ rows }: Listed): List => ({ json: rows });

export const activityChecks = [
  check('activity', 'rows', {
    title: 'entries belong to the wallet, in Unix seconds, with a price from 0 to 1 and a side',
    clauses: [...keysOf(rowPatterns('')), '2.3/usdcSize.worth', '2.3/side.BUY', '2.3/side.SELL', '2.3/type.TRADE'],
    async run(context) {
      const { response, rows } = await rowsOf(context, 'activity');
      // A wallet that has only split or redeemed has no trade.
      if (rows.some((row) => !WITHOUT_TRADE.includes(textOrEmpty(row, 'type'))))
        context.judge(bodyLike('2.3/type.TRADE', response, { $contains: [{ type: 'TRADE' }] }));
      judgeRows(context, response, rowPatterns(context.bindings.activeWallets[0] ?? ''));
      const fault = rowFault(rows, 'usdcSize', (row) =>
        textAt(row, 'type') !== 'TRADE' || isWorth(row) ? undefined : 'size x price, give or take a fee',
      );
      context.judgeBy('2.3/usdcSize.worth', response, fault, 'a product of two fields');
      const sides = rows.filter((row) => textAt(row, 'type') === 'TRADE').map((row) => textOrEmpty(row, 'side'));
      const clauses = SIDES.filter((side) => sides.includes(side)).map((side) => `2.3/side.${side}` as const);
      const ofSide = { $any: [{ type: { $not: 'TRADE' } }, { side: { $in: SIDES } }] };
      context.judge(everyRow(clauses, response, ofSide));
    },
  }),
  check('activity', 'stable', {
    title: 'the feed has the same order on all pages',
    clauses: ['4.9/stable'],
    kind: 'pagination',
    cost: { activity: 6 },
    async run(context) {
      const whole = await rowsOf(context, 'activity');
      if (whole.rows.length < 4)
        context.notTestable(
          'the wallet has fewer than four entries',
          'name a wallet with more activity in the target file',
        );
      const half = Math.floor(whole.rows.length / 2);
      const pages = async () => {
        const start = await sendSample(context, activity, { limit: String(half) });
        const rest = await sendSample(context, activity, { limit: '500', offset: String(half) });
        return { start, rest, json: [start, rest].flatMap((page) => itemsOf(activity, page)) };
      };
      const list = async (): Promise<List> => listOf(await rowsOf(context, 'activity'));
      const firstWrong = (joined: readonly JsonObject[], rows: readonly JsonObject[]) =>
        rows.findIndex((row, index) => canonicalJson(row) !== canonicalJson(joined[index]));
      const reads = { left: pages, right: list, seen: listOf(whole) };
      const { left, right } = await readTogether(context, reads, (one, other) => firstWrong(one.json, other.json) < 0);
      const rows = right.json;
      const at = firstWrong(left.json, rows);
      const [page, index] = at < half ? [left.start, at] : [left.rest, at - half];
      const fault = { pointer: `/${index}`, expected: `entry ${at} of the list`, actual: left.json[at] };
      context.judgeBy('4.9/stable', page, at < 0 ? undefined : fault, 'two pages are compared with a list');
      const isNewestFirst = (numberAt(rows[0], 'timestamp') ?? 0) >= (numberAt(rows.at(-1), 'timestamp') ?? 0);
      context.fact('order.activity', isNewestFirst ? 'newest first' : 'oldest first');
    },
  }),
];
