/** conformance/checks/orders/resting-kinds: orders that rest under a condition (interface 4.3; `D/order-post-only`). */
import { SameAs } from '../../check.ts';
import { fieldLike, refusal, valueAt } from '../assertions.ts';
import { check } from '../definition.ts';
import { aroundMoment } from '../moments.ts';
import { firstRepeated, textsOf } from '../rows.ts';
import { listing, liveOrders, notListing, untilListed } from './live-list.ts';
import { calmWallet, walletCheck } from './parties.ts';
import { tryPlan } from './probes.ts';
import { placeSound, restingPlan, withResting } from './resting-orders.ts';

const uniqueCheck = walletCheck('place-order', 'unique-ids', {
  title: 'two equal orders with different salts have different ids',
  clauses: ['4.3/reply.orderID.unique', '2.15/id.unique'],
  async run(context, [wallet]) {
    const plan = await restingPlan(context);
    await withResting(context, wallet, plan, async (first, before) => {
      await withResting(context, wallet, plan, async (second, response) => {
        const other = { $not: new SameAs(before, '/orderID') };
        context.judge(
          fieldLike('4.3/reply.orderID.unique', response, '/orderID', other, 'this is the id of the first order'),
        );
        const list = await untilListed(context, wallet, [first, second]);
        const ids = textsOf(list.rows, 'id');
        const isUnique = ids.length > 1 && firstRepeated(ids) < 0;
        const fault = isUnique ? undefined : { pointer: '/data', expected: 'each id once', actual: ids };
        context.judgeBy('2.15/id.unique', list.response, fault, 'the rows of all pages are one list');
      });
    });
  },
});

const postOnlyCheck = walletCheck('place-order', 'post-only', {
  title: 'a postOnly order rests if it does not cross, and is refused if it would',
  clauses: ['D/order-post-only.rests', 'D/order-post-only.crossing', 'D/order-post-only.types'],
  async run(context, [wallet, other]) {
    const plan = await restingPlan(context, { postOnly: true });
    await withResting(context, other, plan, async (_, response) => {
      const nothing = valueAt('/makingAmount', { $any: ['', { $number: 0 }] });
      context.judge({ clauses: 'D/order-post-only.rests', of: response, must: nothing, because: 'the order rests' });
      const crossing = await tryPlan(context, wallet, { ...plan, side: 'SELL' });
      context.judge(refusal('D/order-post-only.crossing', crossing.response, 'it would trade at once'));
    });
    const wrong = await tryPlan(context, wallet, { ...plan, type: 'FOK' });
    context.judge(refusal('D/order-post-only.types', wrong.response, 'a FOK order never rests'));
  },
});

const expirationCheck = check('place-order', 'gtd', {
  title: 'a GTD order rests until its expiration',
  clauses: ['D/order-types.GTD'],
  capability: 'heartbeat-expiry',
  async run(context) {
    const wallet = calmWallet(context);
    const expiration = context.serviceSeconds() + 120;
    const plan = await restingPlan(context, { type: 'GTD', expiration });
    const { id } = await placeSound(context, wallet, plan);
    const moment = { earliest: expiration * 1_000, latest: expiration * 1_000 };
    const { before, at } = await aroundMoment(context, moment, () => liveOrders(context, wallet, { id }));
    const because = `the order expires at ${expiration}`;
    if (context.judge({ clauses: 'D/order-types.GTD', of: before.response, must: listing(id), because }))
      context.judge({ clauses: 'D/order-types.GTD', of: at.response, must: notListing(id), because });
  },
});

export const restingKindChecks = [uniqueCheck, postOnlyCheck, expirationCheck];
