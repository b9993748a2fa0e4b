/**
 * conformance/checks/wallets/closed-values: wallet rows of which nothing is left: what a closed position holds, and tokens that nobody
 * holds (`D/closed-values`, `D/holders-groups`).
 */
import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Check, CheckContext } from '../../check.ts';
import { sendPath, sendSample } from '../requests.ts';
import { rowsOf, walletCheck } from './rows.ts';

const valuesCheck = walletCheck(
  'closed-positions',
  'values',
  {
    title: 'a closed position has size and cashPnl 0 and keeps its average price',
    clauses: ['D/closed-values.zero', 'D/closed-values.avgPrice'],
    kind: 'consistency',
    run: async (context: CheckContext) => {
      const { answer, rows } = await rowsOf(context, 'closed-positions');
      const held = rows.findIndex((row) => numberAt(row, 'size') !== 0 || numberAt(row, 'cashPnl') !== 0);
      context.expect('D/closed-values.zero', held < 0, answer, {
        pointer: `/${held}/size`,
        expected: 'size 0 and cashPnl 0',
        actual: { size: rows[held]?.['size'], cashPnl: rows[held]?.['cashPnl'] },
      });
      const priceless = rows.findIndex((row) => (numberAt(row, 'avgPrice') ?? 0) <= 0);
      context.expect('D/closed-values.avgPrice', priceless < 0, answer, {
        pointer: `/${priceless}/avgPrice`,
        expected: 'what the tokens cost on average, more than 0',
        actual: rows[priceless]?.['avgPrice'],
      });
    },
  },
  { 'closed-positions': 1 },
);

/** More shares than anyone holds. */
const TOO_MANY = '1000000000000';

const groupsCheck = walletCheck(
  'holders',
  'empty-groups',
  {
    title: 'both tokens of a market have a group, also where no holder is large enough',
    clauses: ['D/holders-groups'],
    kind: 'consistency',
    run: async (context: CheckContext) => {
      const answer = await sendSample(context, routeById('holders'), { minBalance: TOO_MANY });
      const market = await sendPath(context, 'trading-market', context.bindings.heldMarkets[0] ?? '');
      const tokens = objectsIn(listAt(market.json, 'tokens')).map((token) => textAt(token, 'token_id'));
      const groups = objectsIn(answer.json);
      const named = groups.map((group) => textAt(group, 'token'));
      const isEmpty = groups.every((group) => listAt(group, 'holders').length === 0);
      const isWhole = isEmpty && groups.length === tokens.length && tokens.every((token) => named.includes(token));
      context.expect('D/holders-groups', isWhole, answer, {
        expected: `an empty group for each of ${tokens.join(', ')}`,
        actual: named,
      });
    },
  },
  { holders: 1, 'trading-market': 1 },
);

/** What is left of positions and holders when nothing is. */
export const closedValueChecks: readonly Check[] = [valuesCheck, groupsCheck];
