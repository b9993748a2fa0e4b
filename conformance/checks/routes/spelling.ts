/**
 * conformance/checks/routes/spelling: how addresses, prices and empty values are written: checksums of wallets, prices of positions
 * against prices of tokens, empty parameter values (`1/wallet.checksummed`, `D/token-price`, `D/empty-values`).
 */

import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { isChecksummed } from '../../../wire/checksum.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { itemsOf, requiredQuery, rolesFor, sendGet, sendPath, sendSample } from '../requests.ts';
import { sameJson, steady } from '../steady.ts';

const WALLET_LISTS = ['positions', 'closed-positions', 'activity'] as const;

const checksumChecks = WALLET_LISTS.map(
  (id): Check => ({
    id: `${id}.checksum`,
    title: 'wallet addresses are written with their checksum',
    clauses: ['1/wallet.checksummed'],
    kind: 'consistency',
    route: id,
    capability: 'wallet',
    safety: 'read',
    needs: rolesFor(routeById(id)),
    cost: { [id]: 1 },
    run: async (context: CheckContext) => {
      const answer = await sendSample(context, routeById(id), { limit: '1' });
      const [row] = itemsOf(routeById(id), answer);
      if (row === undefined) context.notTestable('the list is empty', 'name a wallet with rows in the target file');
      const address = textAt(row, 'proxyWallet') ?? '';
      context.expect('1/wallet.checksummed', isChecksummed(address), answer, {
        pointer: '/0/proxyWallet',
        expected: 'the mixed-case checksum spelling',
        actual: address,
      });
    },
  }),
);

const curPriceCheck: Check = {
  id: 'positions.token-price',
  title: 'curPrice of a position is the price of its token',
  clauses: ['D/token-price.curPrice'],
  kind: 'consistency',
  route: 'positions',
  capability: 'wallet',
  safety: 'read',
  needs: ['wallet'],
  cost: { positions: 1, 'trading-market': 3 },
  run: async (context: CheckContext) => {
    const answer = await sendSample(context, routeById('positions'), { limit: '3' });
    for (const row of itemsOf(routeById('positions'), answer)) {
      const market = await sendPath(context, 'trading-market', textAt(row, 'conditionId') ?? '');
      const token = objectsIn(listAt(market.json, 'tokens'))[numberAt(row, 'outcomeIndex') ?? -1];
      const price = numberAt(token, 'price') ?? Number.NaN;
      const same = Math.abs((numberAt(row, 'curPrice') ?? 9) - price) < 1e-6;
      context.expect('D/token-price.curPrice', same, answer, {
        pointer: '/0/curPrice',
        expected: String(price),
        actual: row['curPrice'],
      });
    }
  },
};

const emptyTextCheck: Check = {
  id: 'markets.empty-text',
  title: 'an optional text filter with an empty value gives the list without it',
  clauses: ['D/empty-values.text'],
  kind: 'filter',
  route: 'markets',
  capability: 'read',
  safety: 'read',
  needs: ['market'],
  cost: { markets: 3 },
  run: async (context: CheckContext) => {
    const whole = await steady(context, () => sendGet(context, 'markets', { limit: '2' }));
    const empty = await sendGet(context, 'markets', { limit: '2', slug: '' });
    context.expect('D/empty-values.text', sameJson(whole, empty), empty, {
      expected: 'the list without slug',
      actual: isSuccess(empty) ? `${itemsOf(routeById('markets'), empty).length} markets` : `status ${empty.status}`,
    });
  },
};

const emptyNumberChecks = (['markets', 'comment-replies', 'event-creators'] as const).map(
  (id): Check => ({
    id: `${id}.empty-number`,
    title: 'an empty value for limit is refused',
    clauses: ['D/empty-values.number'],
    kind: 'error',
    route: id,
    capability: 'read',
    safety: 'read',
    needs: rolesFor(routeById(id)),
    cost: { [id]: 1 },
    run: async (context: CheckContext) => {
      const answer = await sendSample(context, routeById(id), {
        ...requiredQuery(routeById(id), context.bindings),
        limit: '',
      });
      context.expect('D/empty-values.number', !isSuccess(answer), answer, {
        expected: 'an error',
        actual: `status ${answer.status}`,
      });
    },
  }),
);

/** Addresses, token prices and empty values. */
export const spellingChecks: readonly Check[] = [
  ...checksumChecks,
  curPriceCheck,
  emptyTextCheck,
  ...emptyNumberChecks,
];
