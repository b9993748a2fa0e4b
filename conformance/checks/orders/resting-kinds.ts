/**
 * conformance/checks/orders/resting-kinds: orders that rest under a condition: beside an equal one, only while they do not cross,
 * until their expiration (interface 4.3; `D/order-post-only`, `D/order-types`).
 */
import { textAt } from '../../../spec/json.ts';
import { type Check, type CheckContext, SameAs } from '../../check.ts';
import { statusOf, valueAt } from '../assertions.ts';
import { check } from '../definition.ts';
import { aroundMoment } from '../moments.ts';
import { firstRepeated, textsOf } from '../rows.ts';
import { liveOrders, notListing, untilListed } from './live-list.ts';
import { calmWallet, twoWallets } from './parties.ts';
import { tryPlan } from './probes.ts';
import { placeSound, restingPlan, withResting } from './resting-orders.ts';

const uniqueCheck = check('place-order', 'unique-ids', {
  title: 'two equal orders with different salts have different ids',
  clauses: ['4.3/reply.orderID.unique', '2.15/id.unique'],
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const plan = await restingPlan(context);
    await withResting(context, wallet, plan, async (first, before) => {
      await withResting(context, wallet, plan, async (second, response) => {
        const other = { $not: new SameAs(before, '/orderID') };
        context.judge({
          clauses: '4.3/reply.orderID.unique',
          of: response,
          must: valueAt('/orderID', other),
          because: 'this is the id of the first order',
        });
        const list = await untilListed(context, wallet, [first, second]);
        const ids = textsOf(list.rows, 'id');
        // The rows are those of all pages; the last page may have a single row.
        context.expect('2.15/id.unique', ids.length > 1 && firstRepeated(ids) < 0, list.response, {
          pointer: '/data',
          expected: 'each id once',
          actual: ids,
          expectation: { at: { '/data': { $unique: '/id' } } },
        });
      });
    });
  },
});

const postOnlyCheck = check('place-order', 'post-only', {
  title: 'a postOnly order rests if it does not cross, and is refused if it would',
  clauses: ['D/order-post-only.rests', 'D/order-post-only.crossing', 'D/order-post-only.types'],
  run: async (context: CheckContext) => {
    const [wallet, other] = twoWallets(context);
    const plan = await restingPlan(context, { postOnly: true });
    await withResting(context, other, plan, async (_, response) => {
      context.expect('D/order-post-only.rests', Number(textAt(response.json, 'makingAmount')) === 0, response, {
        expected: 'an order that rests and has traded nothing',
        expectation: { at: { '/makingAmount': { $any: ['', { $number: 0 }] } } },
        actual: response.json,
      });
      const crossing = await tryPlan(context, wallet, { ...plan, side: 'SELL' });
      context.expect('D/order-post-only.crossing', crossing.isRefused, crossing.response, {
        expected: 'a refusal, because it would trade at once',
        expectation: { error: true },
        actual: statusOf(crossing.response),
      });
    });
    const wrong = await tryPlan(context, wallet, { ...plan, type: 'FOK' });
    context.expect('D/order-post-only.types', wrong.isRefused, wrong.response, {
      expected: 'a refusal, because a FOK order never rests',
      expectation: { error: true },
      actual: statusOf(wrong.response),
    });
  },
});

const expirationCheck = check('place-order', 'gtd', {
  title: 'a GTD order rests until its expiration',
  clauses: ['D/order-types.GTD'],
  capability: 'heartbeat-expiry',
  run: async (context: CheckContext) => {
    const wallet = calmWallet(context);
    const expiration = context.serviceSeconds() + 120;
    const plan = await restingPlan(context, { type: 'GTD', expiration });
    const { id } = await placeSound(context, wallet, plan);
    const moment = { earliest: expiration * 1_000, latest: expiration * 1_000 };
    const { before, at } = await aroundMoment(context, moment, () => liveOrders(context, wallet, { id }));
    context.expect('D/order-types.GTD', before.rows.length === 1 && at.rows.length === 0, at.response, {
      expected: 'the order until its expiration, and no order from then on',
      expectation: notListing(id),
      actual: `${before.rows.length} before, ${at.rows.length} at it`,
    });
  },
});

export const restingKindChecks: readonly Check[] = [uniqueCheck, postOnlyCheck, expirationCheck];
