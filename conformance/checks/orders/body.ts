/** conformance/checks/orders/body: the body of `POST /order` as a whole (interface 4.3): all its fields, more fields, no order at all. */

import { textAt } from '../../../spec/json.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { withJson } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { expectRefusal } from '../judging.ts';
import { clauseOf, FIELDS, type Field, holderOf } from './fields.ts';
import { tradingCheck } from './placing.ts';
import { farPlan, openBody, tryBody } from './probes.ts';
import { twoWallets } from './venue.ts';

const soundCheck = tradingCheck('place-order.body', {
  title: 'a body with all sixteen fields, each of its type, is accepted',
  clauses: FIELDS.map(clauseOf),
  kind: 'shape',
  route: 'place-order',
  cost: { 'place-order': 1 + FIELDS.length, 'cancel-order': 1 + FIELDS.length },
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const whole = await tryBody(context, wallet, openBody(context, wallet, farPlan(context, 0)));
    const unwanted = whole.isRefused ? await unwantedFields(context, wallet) : [];
    if (whole.isRefused && unwanted.length === 0)
      context.notTestable(`a whole order is not accepted (status ${whole.answer.status})`, 'give the wallets cash');
    for (const field of FIELDS) {
      context.expect(clauseOf(field), !unwanted.includes(field), whole.answer, {
        expected: `an order with ${field.name} to be accepted, as one without it is`,
        actual: textAt(whole.answer.json, 'error') ?? `status ${whole.answer.status}`,
      });
    }
  },
});

/** Fields without which the order is accepted, where it is refused with all of them. */
async function unwantedFields(context: CheckContext, wallet: Wallet): Promise<readonly Field[]> {
  const unwanted: Field[] = [];
  for (const field of FIELDS) {
    const partial = openBody(context, wallet, farPlan(context, 0));
    delete holderOf(partial, field)[field.name];
    if (!(await tryBody(context, wallet, partial)).isRefused) unwanted.push(field);
  }
  return unwanted;
}

const unknownCheck = tradingCheck('place-order.body.unknown-fields', {
  title: 'unknown fields of the body and of the order are ignored',
  clauses: ['D/order-body.unknown'],
  kind: 'consistency',
  route: 'place-order',
  cost: { 'place-order': 1, 'cancel-order': 1 },
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const body = openBody(context, wallet, farPlan(context, 0));
    const order = { ...body.order, flavour: 'lime', nested: { deep: [1] } };
    const { answer, isRefused } = await tryBody(context, wallet, { ...body, order, colour: 7 });
    context.expect('D/order-body.unknown', !isRefused, answer, {
      expected: 'the order to be accepted',
      actual: `status ${answer.status}`,
    });
  },
});

/** Bodies that are no order at all. */
const malformedCheck = tradingCheck('place-order.body.malformed', {
  title: 'a body that is not JSON, not an object, or absent is refused',
  clauses: ['7/place-order.bad-request'],
  kind: 'error',
  route: 'place-order',
  cost: { 'place-order': 4 },
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const texts = ['{"order":', '', '[]', '"order"'];
    for (const text of texts) {
      const answer = await context.send({ ...withJson('POST', '/order', {}), body: text }, wallet);
      expectRefusal(context, '7/place-order.bad-request', answer, `the body is ${text === '' ? 'empty' : text}`);
    }
  },
});

const HUGE = 3_000_000;

const tooLargeCheck = tradingCheck('place-order.body.too-large', {
  title: 'a body of three million bytes is refused',
  clauses: ['7/place-order.too-large'],
  kind: 'error',
  route: 'place-order',
  cost: { 'place-order': 1, 'cancel-order': 1 },
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const body = { ...openBody(context, wallet, farPlan(context, 0)), note: 'x'.repeat(HUGE) };
    const { answer } = await tryBody(context, wallet, body);
    expectRefusal(context, '7/place-order.too-large', answer, 'the body has three million bytes');
  },
});

/** The body of an order. */
export const orderBodyChecks: readonly Check[] = [soundCheck, unknownCheck, malformedCheck, tooLargeCheck];
