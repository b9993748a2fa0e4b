/** conformance/checks/wallets/activity: the activity feed of a wallet by itself, its rows and its pages (interface 2.3, 4.9). */
import { type JsonObject, numberAt, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { type Check, type CheckContext, SameAs } from '../../check.ts';
import { expectRows } from '../assertions.ts';
import { check } from '../definition.ts';
import { CENT, DEAREST, isUnitPrice, isUnixSeconds, UNIX_SECONDS } from '../quantities.ts';
import { itemsOf, sendSample } from '../requests.ts';
import { isSameCaseless } from '../rows.ts';
import { canonicalJson } from '../steady.ts';
import { rowsOf } from './page.ts';

const activity = routeById('activity');
const SIDES = ['BUY', 'SELL'];
/** Types of entries that come from no trade. */
const WITHOUT_TRADE = ['SPLIT', 'MERGE', 'REDEEM', 'CONVERSION', 'REWARD'];

/** The values that usdcSize may have, with fees of a tenth on either side. */
function rangeOf(row: JsonObject): readonly [least: number, most: number] {
  const [size = 0, price = 0] = [numberAt(row, 'size'), numberAt(row, 'price')];
  // The price of a row may be rounded to cents.
  const slack = CENT * (1 + size);
  return [(size * price) / DEAREST - slack, size * price * DEAREST + slack];
}

function isWorth(row: JsonObject): boolean {
  const [least, most] = rangeOf(row);
  const cash = numberAt(row, 'usdcSize') ?? Number.NaN;
  return cash >= least && cash <= most;
}

const assetOf = (row: JsonObject): string => `${textAt(row, 'conditionId')}:${numberAt(row, 'outcomeIndex')}`;
const isOfOutcome = (row: JsonObject): boolean => textAt(row, 'asset') === assetOf(row);

const rowsCheck = check('activity', 'rows', {
  title: 'entries belong to the wallet, in Unix seconds, with a price from 0 to 1 and a side',
  clauses: [
    '2.3/proxyWallet.user',
    '2.3/timestamp.seconds',
    '2.3/price.range',
    '2.3/usdcSize.worth',
    '2.3/asset.outcome',
    '2.3/side.BUY',
    '2.3/side.SELL',
    '2.3/type.TRADE',
  ],
  run: async (context) => {
    const feed = await rowsOf(context, 'activity');
    const user = context.bindings.activeWallets[0] ?? '';
    const sides = feed.rows.filter((row) => textAt(row, 'type') === 'TRADE').map((row) => textAt(row, 'side') ?? '');
    // A wallet that has only split or redeemed has no trade.
    const strange = feed.rows.find((row) => !WITHOUT_TRADE.includes(textAt(row, 'type') ?? ''));
    if (strange !== undefined)
      context.expect('2.3/type.TRADE', sides.length > 0, feed.response, {
        expected: 'entries of type TRADE',
        expectation: { body: { $contains: [{ type: 'TRADE' }] } },
        actual: textAt(strange, 'type'),
      });
    expectRows(context, feed, {
      clause: '2.3/proxyWallet.user',
      field: 'proxyWallet',
      expected: user,
      holds: (row) => isSameCaseless(textAt(row, 'proxyWallet'), user),
      pattern: user,
    });
    expectRows(context, feed, {
      clause: '2.3/timestamp.seconds',
      field: 'timestamp',
      expected: 'Unix seconds',
      holds: (row) => isUnixSeconds(numberAt(row, 'timestamp')),
      pattern: UNIX_SECONDS,
    });
    expectRows(context, feed, {
      clause: '2.3/price.range',
      field: 'price',
      expected: 'a price from 0 to 1',
      holds: (row) => isUnitPrice(numberAt(row, 'price')),
      pattern: { $range: [0, 1] },
    });
    expectRows(context, feed, {
      clause: '2.3/usdcSize.worth',
      field: 'usdcSize',
      expected: 'size x price, give or take a fee',
      holds: (row) => textAt(row, 'type') !== 'TRADE' || isWorth(row),
      pattern: (row: JsonObject) => ({ $range: rangeOf(row) }),
    });
    expectRows(context, feed, {
      clause: '2.3/asset.outcome',
      field: 'asset',
      expected: 'condition id and outcome index of the entry',
      holds: (row) => !(textAt(row, 'asset') ?? '').startsWith(`${textAt(row, 'conditionId')}:`) || isOfOutcome(row),
      pattern: assetOf,
    });
    expectRows(context, feed, {
      clause: SIDES.filter((side) => sides.includes(side)).map((side) => `2.3/side.${side}`),
      field: 'side',
      expected: 'BUY or SELL',
      holds: (row) => textAt(row, 'type') !== 'TRADE' || SIDES.includes(textAt(row, 'side') ?? ''),
      pattern: { $in: SIDES },
    });
  },
});

const stableCheck = check('activity', 'stable', {
  title: 'the feed has the same order on all pages',
  clauses: ['4.9/stable'],
  kind: 'pagination',
  cost: { activity: 3 },
  run: async (context: CheckContext) => {
    const { response, rows } = await rowsOf(context, 'activity');
    if (rows.length < 4)
      context.notTestable(
        'the wallet has fewer than four entries',
        'name a wallet with more activity in the target file',
      );
    const half = Math.floor(rows.length / 2);
    const start = await sendSample(context, activity, { limit: String(half) });
    const rest = await sendSample(context, activity, { limit: '500', offset: String(half) });
    const joined = [start, rest].flatMap((page) => itemsOf(activity, page).map(canonicalJson));
    const at = rows.findIndex((row, index) => canonicalJson(row) !== joined[index]);
    const [page, index] = at < half ? [start, at] : [rest, at - half];
    context.expect('4.9/stable', at < 0, page, {
      pointer: `/${index}`,
      expected: `entry ${at} of the list`,
      expectation: { at: { [`/${index}`]: new SameAs(response, `/${at}`) } },
      actual: joined[at],
    });
    const isNewestFirst = (numberAt(rows[0], 'timestamp') ?? 0) >= (numberAt(rows.at(-1), 'timestamp') ?? 0);
    context.fact('order.activity', isNewestFirst ? 'newest first' : 'oldest first');
  },
});

export const activityChecks: readonly Check[] = [rowsCheck, stableCheck];
