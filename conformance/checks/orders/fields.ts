/** conformance/checks/orders/fields: `POST /order` without a field, or with another JSON type (4.3; `D/order-body`). */
import { entriesOf } from '../../../base/record.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { OrderSubmission, SignedOrder } from '../../../spec/resources/order.ts';
import type { Check, ClauseId } from '../../check.ts';
import { valueAt } from '../assertions.ts';
import { walletCheck } from './parties.ts';
import type { OrderBody } from './plan.ts';
import { judgeRefused, tryPlan } from './probes.ts';
import { farPlan } from './resting-orders.ts';

/** A field, the object that contains it, and its JSON type. */
export type Field = { readonly type: 'string' | 'integer' | 'object' } & (
  | { readonly at: 'body'; readonly name: keyof typeof OrderSubmission.shape }
  | { readonly at: 'order'; readonly name: keyof typeof SignedOrder.shape }
);

const TYPES = { string: 'string', number: 'integer', object: 'object' } as const;

export const FIELDS: readonly Field[] = [
  ...entriesOf(OrderSubmission.shape).map(([name, { type }]): Field => ({ name, at: 'body', type: TYPES[type] })),
  ...entriesOf(SignedOrder.shape).map(([name, { type }]): Field => ({ name, at: 'order', type: TYPES[type] })),
];

export const fieldClause = ({ at, name }: Field): ClauseId =>
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

function fieldCheck(field: Field): Check {
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
      const named = valueAt('/error', { $match: `\\b${field.name}\\b` });
      context.judge({ clauses: 'D/order-refusals.names-field', of: tried.response, must: named });
    },
  });
}

export const orderFieldChecks = FIELDS.map(fieldCheck);
