/**
 * conformance/checks/orders/fields: the body of `POST /order` field by field (interface 4.3): it is refused where one field is
 * missing or of another type.
 */

import { textAt } from '../../../spec/json.ts';
import type { Check, CheckContext } from '../../check.ts';
import { expectRefusal } from '../judging.ts';
import { tradingCheck } from './placing.ts';
import { farPlan, judgeRefused, type OpenBody, openBody, type Tried, tryBody } from './probes.ts';
import { twoWallets } from './venue.ts';

export type Field = {
  readonly name: string;
  readonly at: 'order' | 'body';
  readonly type: 'string' | 'integer' | 'object';
};

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
export const FIELDS: readonly Field[] = [
  { name: 'order', at: 'body', type: 'object' },
  { name: 'orderType', at: 'body', type: 'string' },
  { name: 'owner', at: 'body', type: 'string' },
  ...ORDER_TEXTS.map((name): Field => ({ name, at: 'order', type: 'string' })),
  { name: 'signatureType', at: 'order', type: 'integer' },
];

/** The clause that the field may be sent. */
export const clauseOf = ({ at, name }: Field): string => `4.3/${at === 'order' ? 'order.' : ''}${name}`;

/** Where the field stands. */
export function holderOf(body: OpenBody, { at }: Field): Record<string, unknown> {
  return at === 'order' ? body.order : body;
}

/** The value as another JSON type that a lenient parser might take for it. */
function otherType(value: unknown, { type }: Field): unknown {
  if (type === 'object') return JSON.stringify(value);
  if (type === 'integer') return String(value);
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : 7;
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

/** One check for each field. */
export const orderFieldChecks: readonly Check[] = FIELDS.map(fieldCheck);
