/** conformance/checks/orders/body: `POST /order` with all fields, with extra fields, and without an order (4.3). */
import type { Wallet } from '../../../wire/credentials.ts';
import { isSuccess, withJson } from '../../../wire/message.ts';
import type { CheckContext } from '../../check.ts';
import { refusal } from '../assertions.ts';
import { FIELDS, type Field, fieldClause, without } from './fields.ts';
import { walletCheck } from './parties.ts';
import { orderBody, refusedWords, withdraw } from './plan.ts';
import { accepted, tryPlan } from './probes.ts';
import { farPlan } from './resting-orders.ts';

const soundCheck = walletCheck('place-order', 'body', {
  title: 'a body with all sixteen fields, each of the right type, is accepted',
  clauses: FIELDS.map(fieldClause),
  kind: 'shape',
  cost: { 'place-order': 1 + FIELDS.length, 'cancel-order': 1 + FIELDS.length },
  async run(context, [wallet]) {
    const plan = farPlan(context);
    const { response, isRefused } = await tryPlan(context, wallet, plan);
    const unwanted = isRefused ? await unwantedFields(context, wallet) : [];
    if (isRefused && unwanted.length === 0) context.notTestable(...refusedWords(plan, response));
    for (const field of FIELDS) {
      const why = `the service accepts an order without ${field.name}`;
      if (unwanted.includes(field)) context.judge(accepted(fieldClause(field), response, why));
      else context.verified(fieldClause(field));
    }
  },
});

/** Fields without which the service accepts the order, if it refuses the order with all fields. */
async function unwantedFields(context: CheckContext, wallet: Wallet): Promise<readonly Field[]> {
  const unwanted: Field[] = [];
  for (const field of FIELDS) {
    const { isRefused } = await tryPlan(context, wallet, farPlan(context), (body) => without(body, field));
    if (!isRefused) unwanted.push(field);
  }
  return unwanted;
}

const unknownCheck = walletCheck('place-order', 'body.unknown-fields', {
  title: 'unknown fields of the body and of the order are ignored',
  clauses: ['D/order-body.unknown'],
  kind: 'consistency',
  cost: { 'place-order': 1, 'cancel-order': 1 },
  async run(context, [wallet]) {
    const { response } = await tryPlan(context, wallet, farPlan(context), (body) => {
      return { ...body, order: { ...body.order, flavour: 'lime', nested: { deep: [1] } }, colour: 7 };
    });
    context.judge(accepted('D/order-body.unknown', response, 'extra fields are ignored'));
  },
});

const malformedCheck = walletCheck('place-order', 'body.malformed', {
  title: 'a body that is not JSON, not an object, or absent is refused',
  clauses: ['7/place-order.bad-request'],
  kind: 'error',
  cost: { 'place-order': 4 },
  async run(context, [wallet]) {
    for (const text of ['{"order":', '', '[]', '"order"']) {
      const response = await context.send({ ...withJson('POST', '/order', {}), body: text }, wallet);
      context.judge(refusal('7/place-order.bad-request', response, `the body is ${text === '' ? 'empty' : text}`));
    }
  },
});

const HUGE = 3_000_000;

const tooLargeCheck = walletCheck('place-order', 'body.too-large', {
  title: 'a body of three million bytes is refused',
  clauses: ['7/place-order.too-large'],
  kind: 'error',
  cost: { 'place-order': 1, 'cancel-order': 1 },
  async run(context, [wallet]) {
    const body = { ...orderBody(context, wallet, farPlan(context)), note: 'x'.repeat(HUGE) };
    const response = await context.sendOversized(withJson('POST', '/order', body), wallet);
    if (isSuccess(response)) await withdraw(context, wallet, response);
    context.judge(refusal('7/place-order.too-large', response, 'the body has three million bytes'));
  },
});

export const orderBodyChecks = [soundCheck, unknownCheck, malformedCheck, tooLargeCheck];
