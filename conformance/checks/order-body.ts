/**
 * conformance/checks/order-body: the body of `POST /order` field by field (interface 4.3): a whole body is accepted; a body in
 * which one field is missing, or of another type, is refused.
 */

import { textAt } from '../../spec/json.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { withJson } from '../../wire/message.ts';
import type { Check, CheckContext } from '../check.ts';
import { tradingCheck } from './order-placing.ts';
import { farPlan, judgeRefused, type OpenBody, openBody, type Tried, tryBody } from './order-probes.ts';
import { expectRefusal } from './reading.ts';
import { twoWallets } from './venue.ts';

type Field = { readonly name: string; readonly at: 'order' | 'body'; readonly type: 'string' | 'integer' | 'object' };

const ORDER_TEXTS = [
  'tokenId',
  'conditionId',
  'maker',
  'signer',
  'makerAmount',
  'takerAmount',
  'side',
  'metadata',
  'salt',
  'signature',
  'timestamp',
  'builder',
];

/** The sixteen fields of the body. */
const FIELDS: readonly Field[] = [
  { name: 'order', at: 'body', type: 'object' },
  { name: 'orderType', at: 'body', type: 'string' },
  { name: 'owner', at: 'body', type: 'string' },
  ...ORDER_TEXTS.map((name): Field => ({ name, at: 'order', type: 'string' })),
  { name: 'signatureType', at: 'order', type: 'integer' },
];

const clauseOf = ({ at, name }: Field): string => `4.3/${at === 'order' ? 'order.' : ''}${name}`;

function holderOf(body: OpenBody, { at }: Field): Record<string, unknown> {
  return at === 'order' ? body.order : body;
}

/** The value as another JSON type that a lenient parser might take for it. */
function otherType(value: unknown, { type }: Field): unknown {
  if (type === 'object') return JSON.stringify(value);
  if (type === 'integer') return String(value);
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : 7;
}

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

/** The sentence of a refusal names the field. */
function judgeSentence(context: CheckContext, { answer }: Tried, { name }: Field): void {
  const sentence = textAt(answer.json, 'error') ?? '';
  context.expect('D/order-refusals.names-field', new RegExp(`\\b${name}\\b`).test(sentence), answer, {
    pointer: '/error',
    expected: `a sentence that names ${name}`,
    actual: sentence,
  });
}

function fieldCheck(field: Field): Check {
  const clause = clauseOf(field);
  return tradingCheck(`place-order.body.${field.name.toLowerCase()}`, {
    title: `a body without ${field.name}, and one in which it is no ${field.type}, is refused`,
    clauses: [
      `${clause}.type`,
      `D/order-body.${field.name}`,
      '7/place-order.bad-request',
      'D/order-refusals.status',
      'D/order-refusals.names-field',
    ],
    kind: 'error',
    route: 'place-order',
    cost: { 'place-order': 2, 'cancel-order': 2 },
    run: async (context: CheckContext) => {
      const [wallet] = twoWallets(context);
      const mistyped = openBody(context, wallet, farPlan(context, 0));
      const holder = holderOf(mistyped, field);
      holder[field.name] = otherType(holder[field.name], field);
      const { answer } = await tryBody(context, wallet, mistyped);
      const why = `${field.name} is no ${field.type}`;
      expectRefusal(context, `${clause}.type`, answer, why);
      expectRefusal(context, '7/place-order.bad-request', answer, why);

      const partial = openBody(context, wallet, farPlan(context, 0));
      delete holderOf(partial, field)[field.name];
      const tried = await tryBody(context, wallet, partial);
      if (judgeRefused(context, `D/order-body.${field.name}`, tried, `${field.name} is missing`))
        judgeSentence(context, tried, field);
    },
  });
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
export const orderBodyChecks: readonly Check[] = [
  soundCheck,
  ...FIELDS.map(fieldCheck),
  unknownCheck,
  malformedCheck,
  tooLargeCheck,
];
