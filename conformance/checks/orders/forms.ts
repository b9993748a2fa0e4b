/** conformance/checks/orders/forms: valid texts in the fields of an order (`D/order-forms`). */
import { walletCheck } from './parties.ts';
import { accepted, inOrder, type MalformedOrder, malformedOrderCheck, tryPlan } from './probes.ts';
import { farPlan } from './resting-orders.ts';

const SALT_LENGTH_MAX = 128;

const malformedOrders: readonly MalformedOrder[] = [
  {
    what: 'salt-length',
    why: 'its salt is empty or has 129 characters',
    clause: 'D/order-forms.salt',
    spoil: (body) => ['', '7'.repeat(SALT_LENGTH_MAX + 1)].map((salt) => inOrder(body, { salt })),
  },
  {
    what: 'timestamp-form',
    why: 'its timestamp contains a character that is not a digit',
    clause: 'D/order-forms.timestamp',
    spoil: (body) => ['', 'now', '-1'].map((timestamp) => inOrder(body, { timestamp })),
  },
];

const textsCheck = walletCheck('place-order', 'any-text', {
  title: 'metadata and builder may contain any text, or none',
  clauses: ['D/order-forms.texts'],
  kind: 'consistency',
  cost: { 'place-order': 2, 'cancel-order': 2 },
  async run(context, [wallet]) {
    for (const text of ['', 'any text']) {
      const texts = { metadata: text, builder: text };
      const { response } = await tryPlan(context, wallet, farPlan(context), (body) => inOrder(body, texts));
      context.judge(accepted('D/order-forms.texts', response, `metadata and builder may be "${text}"`));
    }
  },
});

export const orderFormChecks = [...malformedOrders.map(malformedOrderCheck), textsCheck];
