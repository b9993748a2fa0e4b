/**
 * conformance/checks/wallets/row-decisions: flags, words and digits of positions and activity according to the decisions
 * (`D/position-flags`, `D/closed-membership.disjoint`, `D/activity-types`, `D/number-spelling`, `D/token-price`).
 */
import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Check, CheckContext } from '../../check.ts';
import { expectRows } from '../assertions.ts';
import { check } from '../definition.ts';
import { isNear, nearPattern } from '../quantities.ts';
import { itemsOf, sendGet, sendPath, sendSample } from '../requests.ts';
import { textsOf } from '../rows.ts';
import { rowsOf } from './page.ts';

const flagsCheck = check('positions', 'flags', {
  title: 'redeemable rows belong to closed markets, mergeable rows come in pairs',
  clauses: ['D/position-flags.redeemable', 'D/position-flags.mergeable'],
  cost: { positions: 3, 'trading-market': 1 },
  run: async (context) => {
    await judgePair(context);
    const redeemable = await sendSample(context, routeById('positions'), { redeemable: 'true', sizeThreshold: '0' });
    const claim = itemsOf(routeById('positions'), redeemable)[0];
    if (claim === undefined) return;
    const market = await sendPath(context, 'trading-market', textAt(claim, 'conditionId') ?? '');
    const isClosed = flagAt(market.json, 'closed');
    context.expect('D/position-flags.redeemable', isClosed === true, market, {
      pointer: '/closed',
      expected: 'true, because a position in it is redeemable',
      expectation: { at: { '/closed': true } },
      actual: isClosed,
    });
  },
});

/** The rows of a market in which a row is mergeable: one for each outcome, both mergeable. */
async function judgePair(context: CheckContext): Promise<void> {
  const { rows } = await rowsOf(context, 'positions', { mergeable: 'true' });
  const [row] = rows;
  const market = textAt(row, 'conditionId') ?? '';
  const pair = await rowsOf(context, 'positions', { market, sizeThreshold: '0' });
  const mergeable = pair.rows.filter((other) => flagAt(other, 'mergeable') === true);
  const assets = mergeable.map((other) => textAt(other, 'asset'));
  const holds = [textAt(row, 'asset'), textAt(row, 'oppositeAsset')].every((asset) => assets.includes(asset));
  context.expect('D/position-flags.mergeable', holds, pair.response, {
    expected: `a mergeable row for both outcomes of ${market}`,
    expectation: { body: { $each: { mergeable: true } } },
    actual: assets,
  });
}

const membershipCheck = check('closed-positions', 'membership', {
  title: 'an asset is among the current or the closed positions of a wallet, not both',
  clauses: ['D/closed-membership.disjoint', '4.7/current.disjoint'],
  cost: { 'closed-positions': 1, positions: 1 },
  run: async (context) => {
    const closed = await rowsOf(context, 'closed-positions');
    const user = context.bindings.closedWallets[0] ?? '';
    const current = await sendGet(context, 'positions', { user, sizeThreshold: '0', limit: '500' });
    const rows = objectsIn(current.json);
    // A service may list the positions of a resolved market as closed while they can still be redeemed.
    const open = rows.filter((row) => flagAt(row, 'redeemable') !== true);
    for (const [clause, others] of [
      ['D/closed-membership.disjoint', rows],
      ['4.7/current.disjoint', open],
    ] as const) {
      const assets = textsOf(others, 'asset');
      expectRows(context, closed, {
        clause,
        field: 'asset',
        expected: 'an asset that is not among the current positions',
        pattern: { $not: { $in: assets } },
        holds: (row) => !assets.includes(textAt(row, 'asset') ?? ''),
      });
    }
  },
});

const TYPES = ['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'CONVERSION'];

const isTrade = (row: JsonObject): boolean => textAt(row, 'type') === 'TRADE';

/** The size of an entry times its price. */
function worthOf(row: JsonObject): number {
  return (numberAt(row, 'size') ?? Number.NaN) * (numberAt(row, 'price') ?? Number.NaN);
}

const typesCheck = check('activity', 'types', {
  title: 'types are known words, and the value of a trade is its size times its price',
  clauses: ['D/activity-types.words', 'D/activity-types.usdcSize'],
  run: async (context) => {
    const feed = await rowsOf(context, 'activity');
    expectRows(context, feed, {
      clause: 'D/activity-types.words',
      field: 'type',
      expected: TYPES.join(', '),
      pattern: { $in: TYPES },
      holds: (row) => TYPES.includes(textAt(row, 'type') ?? ''),
    });
    if (!feed.rows.some(isTrade)) return;
    expectRows(context, feed, {
      clause: 'D/activity-types.usdcSize',
      field: 'usdcSize',
      expected: 'size x price',
      holds: (row) => !isTrade(row) || isNear(numberAt(row, 'usdcSize') ?? Number.NaN, worthOf(row)),
      pattern: (row: JsonObject) => nearPattern(worthOf(row)),
    });
  },
});

const AMOUNTS = ['size', 'price', 'avgPrice', 'curPrice'];

const digits = (value: unknown): number =>
  typeof value === 'number' ? (/\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0) : 0;

/** The amounts of a row that have more than six decimals, as they should be. */
function rounded(row: JsonObject): JsonObject {
  const long = AMOUNTS.filter((field) => digits(row[field]) > 6);
  return Object.fromEntries(long.map((field) => [field, Number(Number(row[field]).toFixed(6))]));
}

function digitsCheck(id: 'positions' | 'activity'): Check {
  return check(id, 'digits', {
    title: 'sizes and prices have at most six decimals',
    clauses: ['D/number-spelling.noise'],
    run: async (context) => {
      expectRows(context, await rowsOf(context, id), {
        clause: 'D/number-spelling.noise',
        field: '',
        expected: 'at most six decimals',
        holds: (row) => AMOUNTS.every((field) => digits(row[field]) <= 6),
        pattern: rounded,
      });
    },
  });
}

const priceCheck = check('positions', 'token-price', {
  title: 'curPrice of a position is the price of its token',
  clauses: ['D/token-price.curPrice'],
  cost: { positions: 1, 'trading-market': 3 },
  run: async (context) => {
    const response = await sendSample(context, routeById('positions'), { limit: '3' });
    for (const [index, row] of itemsOf(routeById('positions'), response).entries()) {
      const market = await sendPath(context, 'trading-market', textAt(row, 'conditionId') ?? '');
      const token = objectsIn(listAt(market.json, 'tokens'))[numberAt(row, 'outcomeIndex') ?? -1];
      const price = numberAt(token, 'price') ?? Number.NaN;
      const isSame = Math.abs((numberAt(row, 'curPrice') ?? 9) - price) < 1e-6;
      context.expect('D/token-price.curPrice', isSame, response, {
        pointer: `/${index}/curPrice`,
        expected: String(price),
        expectation: { at: { [`/${index}/curPrice`]: { $near: [price, 1e-6] } } },
        actual: row['curPrice'],
      });
    }
  },
});

export const rowDecisionChecks: readonly Check[] = [
  flagsCheck,
  membershipCheck,
  typesCheck,
  digitsCheck('positions'),
  digitsCheck('activity'),
  priceCheck,
];
