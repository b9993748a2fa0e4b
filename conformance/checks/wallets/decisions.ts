/**
 * conformance/checks/wallets/decisions: flags, words and digits of wallet rows as the decisions have them (`D/position-flags`,
 * `D/closed-membership`, `D/activity-types`, `D/number-spelling`, `D/holder-asset`).
 */

import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Check, CheckContext } from '../../check.ts';
import { isNear } from '../quantities.ts';
import { itemsOf, sendGet, sendPath, sendSample } from '../requests.ts';
import { rowsOf, walletCheck } from './rows.ts';

const at = (row: JsonObject, key: string): number => numberAt(row, key) ?? Number.NaN;

const flagsCheck = walletCheck(
  'positions',
  'flags',
  {
    title: 'redeemable rows are of closed markets, mergeable rows come in pairs',
    clauses: ['D/position-flags.redeemable', 'D/position-flags.mergeable'],
    kind: 'consistency',
    run: async (context: CheckContext) => {
      await judgePair(context);
      const redeemable = await sendSample(context, routeById('positions'), { redeemable: 'true', sizeThreshold: '0' });
      const claim = itemsOf(routeById('positions'), redeemable)[0];
      if (claim === undefined) return;
      const market = await sendPath(context, 'trading-market', textAt(claim, 'conditionId') ?? '');
      context.expect('D/position-flags.redeemable', flagAt(market.json, 'closed') === true, market, {
        pointer: '/closed',
        expected: 'true, for a position in it is redeemable',
        actual: flagAt(market.json, 'closed'),
      });
    },
  },
  { positions: 3, 'trading-market': 1 },
);

/** The rows of a market in which a row is mergeable: one for each outcome, both mergeable. */
async function judgePair(context: CheckContext): Promise<void> {
  const { rows } = await rowsOf(context, 'positions', { mergeable: 'true' });
  const [row] = rows;
  const market = textAt(row, 'conditionId') ?? '';
  const pair = await rowsOf(context, 'positions', { market, sizeThreshold: '0' });
  const mergeable = pair.rows.filter((other) => flagAt(other, 'mergeable') === true);
  const assets = mergeable.map((other) => textAt(other, 'asset'));
  const holds = [textAt(row, 'asset'), textAt(row, 'oppositeAsset')].every((asset) => assets.includes(asset));
  context.expect('D/position-flags.mergeable', holds, pair.answer, {
    expected: `a mergeable row for both outcomes of ${market}`,
    actual: assets,
  });
}

const membershipCheck = walletCheck(
  'closed-positions',
  'membership',
  {
    title: 'an asset is among the current or the closed positions of a wallet, not both',
    clauses: ['D/closed-membership', '4.7/current.disjoint'],
    kind: 'consistency',
    run: async (context: CheckContext) => {
      const { answer, rows } = await rowsOf(context, 'closed-positions');
      const user = context.bindings.closedWallets[0] ?? '';
      const current = await sendGet(context, 'positions', { user, sizeThreshold: '0', limit: '500' });
      const assets = new Set(objectsIn(current.json).map((row) => textAt(row, 'asset')));
      const both = rows.findIndex((row) => assets.has(textAt(row, 'asset')));
      for (const clause of ['D/closed-membership', '4.7/current.disjoint']) {
        context.expect(clause, both < 0, answer, {
          pointer: `/${both}/asset`,
          expected: 'an asset that is not among the current positions',
          actual: rows[both]?.['asset'],
        });
      }
    },
  },
  { 'closed-positions': 1, positions: 1 },
);

const TYPES = ['TRADE', 'SPLIT', 'MERGE', 'REDEEM'];

const activityCheck = walletCheck(
  'activity',
  'types',
  {
    title: 'types are of the known words, and a trade is worth its size times its price',
    clauses: ['D/activity-types.words', 'D/activity-types.usdcSize'],
    kind: 'consistency',
    run: async (context: CheckContext) => {
      const { answer, rows } = await rowsOf(context, 'activity');
      const other = rows.findIndex((row) => !TYPES.includes(textAt(row, 'type') ?? ''));
      context.expect('D/activity-types.words', other < 0, answer, {
        pointer: `/${other}/type`,
        expected: TYPES.join(', '),
        actual: rows[other]?.['type'],
      });
      const trades = rows.filter((row) => textAt(row, 'type') === 'TRADE');
      const wrong = rows.findIndex(
        (row) => trades.includes(row) && !isNear(at(row, 'usdcSize'), at(row, 'size') * at(row, 'price')),
      );
      if (trades.length === 0) return;
      context.expect('D/activity-types.usdcSize', wrong < 0, answer, {
        pointer: `/${wrong}/usdcSize`,
        expected: 'size x price',
        actual: rows[wrong]?.['usdcSize'],
      });
    },
  },
  { activity: 1 },
);

const digits = (value: unknown): number =>
  typeof value === 'number' ? (/\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0) : 0;

function noiseCheck(id: 'positions' | 'activity'): Check {
  return walletCheck(
    id,
    'digits',
    {
      title: 'sizes and prices have at most six decimals',
      clauses: ['D/number-spelling.noise'],
      kind: 'consistency',
      run: async (context: CheckContext) => {
        const { answer, rows } = await rowsOf(context, id);
        const noisy = rows.findIndex((row) =>
          ['size', 'price', 'avgPrice', 'curPrice'].some((key) => digits(row[key]) > 6),
        );
        context.expect('D/number-spelling.noise', noisy < 0, answer, {
          pointer: `/${noisy}`,
          expected: 'at most six decimals',
          actual: rows[noisy],
        });
      },
    },
    { [id]: 1 },
  );
}

const holderAssetCheck: Check = {
  ...walletCheck(
    'holders',
    'asset',
    {
      title: 'token is a token id of the market, asset the condition id with the outcome index',
      clauses: ['D/holder-asset.token', 'D/holder-asset.asset'],
      kind: 'consistency',
      run: async (context: CheckContext) => {
        const market = context.bindings.heldMarkets[0] ?? '';
        const answer = await sendSample(context, routeById('holders'));
        const trading = await sendPath(context, 'trading-market', market);
        const tokens = objectsIn(listAt(trading.json, 'tokens')).map((token) => textAt(token, 'token_id'));
        for (const group of objectsIn(answer.json)) {
          context.expect('D/holder-asset.token', tokens.includes(textAt(group, 'token')), answer, {
            expected: `one of ${tokens.join(', ')}`,
            actual: textAt(group, 'token'),
          });
          const odd = objectsIn(listAt(group, 'holders')).find(
            (holder) => textAt(holder, 'asset') !== `${market}:${numberAt(holder, 'outcomeIndex')}`,
          );
          context.expect('D/holder-asset.asset', odd === undefined, answer, {
            expected: `${market}:<outcomeIndex>`,
            actual: textAt(odd, 'asset'),
          });
        }
      },
    },
    { holders: 1, 'trading-market': 1 },
  ),
};

/** Arithmetic and flags of wallet rows. */
export const walletDecisionChecks: readonly Check[] = [
  flagsCheck,
  membershipCheck,
  activityCheck,
  noiseCheck('positions'),
  noiseCheck('activity'),
  holderAssetCheck,
];
