/** conformance/checks/orders/body: `POST /order` with all fields, with extra fields, and without an order (4.3). */
import { entriesOf } from '../../../base/record.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { OrderSubmission, SignedOrder } from '../../../spec/resources/order.ts';
import { isSuccess, withJson } from '../../../wire/message.ts';
import type { CheckContext, Wallet } from '../../check.ts';
import { fieldLike, refusal } from '../assertions.ts';
import {
  accepted,
  farPlan,
  judgeRefused,
  type OrderBody,
  orderBody,
  refusedWords,
  tryPlan,
  walletCheck,
  withdraw,
} from './plan.ts';

/** A field, the object that contains it, and its JSON type. */
type Field = { readonly type: 'string' | 'integer' | 'object' } & (
  | { readonly at: 'body'; readonly name: keyof typeof OrderSubmission.shape }
  | { readonly at: 'order'; readonly name: keyof typeof SignedOrder.shape }
);

const TYPES = { string: 'string', number: 'integer', object: 'object' } as const;

export const FIELDS: readonly Field[] = [
  ...entriesOf(OrderSubmission.shape).map(([name, { type }]): Field => ({ name, at: 'body', type: TYPES[type] })),
  ...entriesOf(SignedOrder.shape).map(([name, { type }]): Field => ({ name, at: 'order', type: TYPES[type] })),
];

const fieldClause = ({ at, name }: Field) =>
  at === 'order' ? clauseOf('place-order', `order.${name}`) : clauseOf('place-order', name);

function changedAt(
  body: OrderBody,
  { at }: Field,
  change: (part: Readonly<Record<string, unknown>>) => Record<string, unknown>,
): Readonly<Record<string, unknown>> {
  return at === 'order' ? { ...body, order: change(body.order) } : change(body);
}

export function without(body: OrderBody, field: Field): Readonly<Record<string, unknown>> {
  return changedAt(body, field, ({ [field.name]: _, ...rest }) => rest);
}

/** The value as another JSON type that a lenient parser might convert. */
function otherType(value: unknown, { type }: Field): unknown {
  if (type === 'object') return JSON.stringify(value);
  if (type === 'integer') return String(value);
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : 7;
}

export function mistyped(body: OrderBody, field: Field): Readonly<Record<string, unknown>> {
  return changedAt(body, field, (part) => ({ ...part, [field.name]: otherType(part[field.name], field) }));
}

const TYPED = 'D/order-body.types';

function fieldCheck(field: Field) {
  const required = `D/order-body.${field.name}` as const;
  return walletCheck('place-order', `body.${field.name.toLowerCase()}`, {
    title: `a body without ${field.name}, and one in which it is not of type ${field.type}, is refused`,
    clauses: [TYPED, required, 'D/order-refusals.status', 'D/order-refusals.names-field'],
    kind: 'error',
    cost: { 'place-order': 2, 'cancel-order': 2 },
    async run(context, [wallet]) {
      const plan = farPlan(context);
      const reply = await tryPlan(context, wallet, plan, (body) => mistyped(body, field));
      judgeRefused(context, TYPED, reply, `${field.name} is not of type ${field.type}`);
      const tried = await tryPlan(context, wallet, plan, (body) => without(body, field));
      if (!judgeRefused(context, required, tried, `${field.name} is missing`)) return;
      context.judge(
        fieldLike('D/order-refusals.names-field', tried.response, '/error', { $match: `\\b${field.name}\\b` }),
      );
    },
  });
}

export const orderFieldChecks = FIELDS.map(fieldCheck);

/** Fields without which the service accepts the order, if it refuses the order with all fields. */
async function unwantedFields(context: CheckContext, wallet: Wallet): Promise<readonly Field[]> {
  const unwanted: Field[] = [];
  for (const field of FIELDS) {
    const { isRefused } = await tryPlan(context, wallet, farPlan(context), (body) => without(body, field));
    if (!isRefused) unwanted.push(field);
  }
  return unwanted;
}

const HUGE = 3_000_000;

export const orderBodyChecks = [
  walletCheck('place-order', 'body', {
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
  }),
  walletCheck('place-order', 'body.unknown-fields', {
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
  }),
  walletCheck('place-order', 'body.malformed', {
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
  }),
  walletCheck('place-order', 'body.too-large', {
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
  }),
];
