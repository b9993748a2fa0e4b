/** conformance/checks/wallets/row-decisions: flags, words and digits of positions and activity by the decisions. */
import { flagAt, type JsonObject, listAt, numberAt, objectsIn, textAt } from '../../../base/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { type CheckContext, SameAs } from '../../check.ts';
import { bodyLike, everyRow, fieldLike, judgeRows, rowFault, valueAt } from '../assertions.ts';
import { check, itemsOf, sendGet, sendPath, sendSample } from '../definition.ts';
import { isNear } from '../quantities.ts';
import { textsOf } from '../rows.ts';
import { rowsOf } from './page.ts';

const flagsCheck = check('positions', 'flags', {
  title: 'redeemable rows belong to closed markets, mergeable rows come in pairs',
  clauses: ['D/position-flags.redeemable', 'D/position-flags.mergeable'],
  cost: { positions: 3, 'trading-market': 1 },
  async run(context) {
    await judgePair(context);
    const redeemable = await sendSample(context, routeById('positions'), { redeemable: 'true', sizeThreshold: '0' });
    const claim = itemsOf(routeById('positions'), redeemable)[0];
    if (claim === undefined) return;
    const market = await sendPath(context, 'trading-market', textAt(claim, 'conditionId') ?? '');
    const because = 'a position in it is redeemable';
    context.judge(fieldLike('D/position-flags.redeemable', market, '/closed', true, because));
  },
});

/** The rows of a market in which a row is mergeable: one for each outcome, both mergeable. */
async function judgePair(context: CheckContext) {
  const { response, rows } = await rowsOf(context, 'positions', { mergeable: 'true' });
  const market = textAt(rows[0], 'conditionId') ?? '';
  const pair = await rowsOf(context, 'positions', { market, sizeThreshold: '0' });
  const both = ['/0/asset', '/0/oppositeAsset'].map((place) => ({
    asset: new SameAs(response, place),
    mergeable: true,
  }));
  context.judge(bodyLike('D/position-flags.mergeable', pair.response, { $contains: both }));
}

const membershipCheck = check('closed-positions', 'membership', {
  title: 'an asset is among the current or the closed positions of a wallet, not both',
  clauses: ['D/closed-membership.disjoint', '4.7/current.disjoint'],
  cost: { 'closed-positions': 1, positions: 1 },
  async run(context) {
    const { response } = await rowsOf(context, 'closed-positions');
    const user = context.bindings.closedWallets[0] ?? '';
    const current = await sendGet(context, 'positions', { user, sizeThreshold: '0', limit: '500' });
    const rows = objectsIn(current.json);
    // A service may list the positions of a resolved market as closed while they can still be redeemed.
    const open = rows.filter((row) => flagAt(row, 'redeemable') !== true);
    const otherThan = (others: readonly JsonObject[]) => ({
      asset: { $not: { $in: ['', ...textsOf(others, 'asset')] } },
    });
    judgeRows(context, response, {
      'D/closed-membership.disjoint': otherThan(rows),
      '4.7/current.disjoint': otherThan(open),
    });
  },
});

const TYPES = ['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'CONVERSION'];

const isTrade = (row: JsonObject) => textAt(row, 'type') === 'TRADE';

function worthOf(row: JsonObject) {
  return (numberAt(row, 'size') ?? Number.NaN) * (numberAt(row, 'price') ?? Number.NaN);
}

const typesCheck = check('activity', 'types', {
  title: 'types are known words, and the value of a trade is its size times its price',
  clauses: ['D/activity-types.words', 'D/activity-types.usdcSize'],
  async run(context) {
    const { response, rows } = await rowsOf(context, 'activity');
    context.judge(everyRow('D/activity-types.words', response, { type: { $in: TYPES } }));
    if (!rows.some(isTrade)) return;
    const fault = rowFault(rows, 'usdcSize', (row) => {
      const isWrong = isTrade(row) && !isNear(numberAt(row, 'usdcSize') ?? Number.NaN, worthOf(row));
      return isWrong ? `size x price = ${worthOf(row)}` : undefined;
    });
    context.judgeBy('D/activity-types.usdcSize', response, fault, 'a product of two fields');
  },
});

const AMOUNTS = ['size', 'price', 'avgPrice', 'curPrice'];

const digits = (value: unknown) => (typeof value === 'number' ? (/\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0) : 0);

function digitsCheck(id: 'positions' | 'activity') {
  return check(id, 'digits', {
    title: 'sizes and prices have at most six decimals',
    clauses: ['D/number-spelling.noise'],
    async run(context) {
      const { response, rows } = await rowsOf(context, id);
      const faults = AMOUNTS.map((field) =>
        rowFault(rows, field, (row) => (digits(row[field]) > 6 ? 'at most six decimals' : undefined)),
      );
      const fault = faults.find((found) => found !== undefined);
      context.judgeBy('D/number-spelling.noise', response, fault, 'the digits of a number');
    },
  });
}

const priceCheck = check('positions', 'token-price', {
  title: 'curPrice of a position is the price of its token',
  clauses: ['D/token-price.curPrice'],
  cost: { positions: 1, 'trading-market': 3 },
  async run(context) {
    const response = await sendSample(context, routeById('positions'), { limit: '3' });
    for (const [index, row] of itemsOf(routeById('positions'), response).entries()) {
      const market = await sendPath(context, 'trading-market', textAt(row, 'conditionId') ?? '');
      const priced = objectsIn(listAt(market.json, 'tokens')).map((token, outcomeIndex) => {
        return { outcomeIndex, curPrice: { $near: [numberAt(token, 'price') ?? -1, 1e-6] } };
      });
      const must = valueAt(`/${index}`, { $any: priced });
      context.judge({ clauses: 'D/token-price.curPrice', of: response, must });
    }
  },
});

export const rowDecisionChecks = [
  flagsCheck,
  membershipCheck,
  typesCheck,
  digitsCheck('positions'),
  digitsCheck('activity'),
  priceCheck,
];
