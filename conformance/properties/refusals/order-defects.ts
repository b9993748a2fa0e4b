/** conformance/properties/refusals/order-defects: defects of orders, with drawn values (decisions of interface 4.3). */
import fc, { type Arbitrary } from 'fast-check';
import { entriesOf, keysOf } from '../../../base/record.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { ClauseId } from '../../check.ts';
import { FIELDS, mistyped, without } from '../../checks/orders/body.ts';
import { RICH_SHARES } from '../../checks/orders/funds.ts';
import { cashOf, DIME, type OrderBody, type OrderPlan } from '../../checks/orders/plan.ts';
import { inOrder } from '../../checks/orders/probes.ts';
import { NO_ADDRESS, NO_CONDITION, NO_TOKEN, NO_UUID } from '../../checks/unknown-names.ts';

/** The plan of the order, Unix seconds, and values of the target that defects use. */
export type Place = Readonly<{
  plan: OrderPlan;
  now: number;
  closed: WriteMarket;
  other: Wallet;
}>;

type Apply = (body: OrderBody, place: Place) => OrderBody;

/** `part`: two defects of one part may cancel each other out. `why` completes "a refusal, because ...". */
export type Defect = Readonly<{
  part: string;
  clauses: readonly ClauseId[];
  why: string;
  apply: Apply;
  /** A required field that is missing. */
  field?: string;
}>;

/** Changes fields of the order by a drawn value. */
const fields = <Value>(
  values: Arbitrary<Value>,
  change: (value: Value, place: Place) => Readonly<Record<string, unknown>>,
): Arbitrary<Apply> => values.map((value) => (body, place) => inOrder(body, change(value, place)));

const oneOf = (field: string, ...values: readonly unknown[]): Arbitrary<Apply> =>
  fields(fc.constantFrom(...values), (value) => ({ [field]: value }));

const expiring = (orderType: string, min: number, max: number): Arbitrary<Apply> =>
  integer(min, max).map((life) => (body, { now }) => {
    return { ...inOrder(body, { expiration: String(now + life) }), orderType };
  });

const purchase = (size: number, price: number) => ({
  makerAmount: String(cashOf(size, price)),
  takerAmount: String(size),
});

const integer = (min: number, max: number) => fc.integer({ min, max });
const word = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'KQXZ') });
const either = fc.constantFrom(true, false);
const amount = fc.constantFrom('makerAmount', 'takerAmount');
const RICH = RICH_SHARES * MICRO;
const LONG_SIGNATURE = `0x${'5a'.repeat(4_097)}`;
const FORMS = ['+2000000', '-2000000', '2000000.0', '2e6', ' 2000000', '0x1e8480', '', 'many'];

/** The part and the reason of each kind of defects, and draws of the part of it that varies. */
const KINDS: Readonly<Partial<Record<ClauseId, readonly [part: string, why: string, values: Arbitrary<Apply>]>>> = {
  'D/order-types.unknown': [
    'type',
    'its orderType does not exist',
    word.map((orderType) => (body) => ({ ...body, orderType })),
  ],
  'D/order-sides.unknown': ['side', 'its side does not exist', fields(word, (side) => ({ side }))],
  'D/order-signature.form': [
    'signature',
    'its signature is not hex, empty, or too long',
    oneOf('signature', '0xsignature', '0x', '', 'zz', LONG_SIGNATURE),
  ],
  'D/order-signature.types': [
    'signature type',
    'its signature type does not exist',
    fields(integer(4, 99), (signatureType) => ({ signatureType })),
  ],
  'D/order-forms.salt': ['salt', 'its salt is empty or too long', oneOf('salt', '', '7'.repeat(129))],
  'D/order-forms.timestamp': [
    'timestamp',
    'its timestamp is not of digits',
    oneOf('timestamp', '', 'now', '-1', '1.5'),
  ],
  'D/order-owner.owner': [
    'owner',
    'its owner is not the API key of the caller',
    either.map((isNone) => (body, { other }) => ({ ...body, owner: isNone ? NO_UUID : other.apiKey })),
  ],
  'D/order-owner.maker': [
    'maker',
    'its maker is another wallet',
    fields(either, (isOther, { other }) => ({ maker: isOther ? other.address : NO_ADDRESS })),
  ],
  'D/order-owner.signer': [
    'signer',
    'its signer is another wallet',
    fields(either, (isOther, { other }) => ({ signer: isOther ? other.address : NO_ADDRESS })),
  ],
  'D/order-token.unknown': ['token', 'no market has its token', oneOf('tokenId', NO_TOKEN)],
  'D/order-token.condition': [
    'token',
    'its token belongs to another condition',
    fields(either, (isNone, { closed }) => ({ conditionId: isNone ? NO_CONDITION : closed.conditionId })),
  ],
  'D/order-expiration.gtd-only': ['type', 'it is not GTD and has an expiration', expiring('GTC', 120, 86_400)],
  'D/order-expiration.required': [
    'type',
    'it is GTD and has no expiration',
    fc.constant((body) => ({ ...body, orderType: 'GTD' })),
  ],
  'D/order-expiration.near': ['type', 'it expires within a minute', expiring('GTD', -60, 50)],
  'D/order-post-only.types': [
    'type',
    'it is post-only and can only take',
    fc.constantFrom('FOK', 'FAK').map((orderType) => (body) => ({ ...body, orderType, postOnly: true })),
  ],
  'D/order-amounts.tick': [
    'amounts',
    'its price lies between two ticks',
    fields(integer(1, 8), (ticks, { plan: { size, market } }) => purchase(size, market.tick * (ticks + 0.5))),
  ],
  'D/order-amounts.range': [
    'amounts',
    'its price is less than one tick, or a dollar or more',
    fields(fc.constantFrom(0, 1, 1.5, 2, 10), (dollars, { plan: { size, market } }) => {
      return purchase(size, dollars === 0 ? market.tick / 2 : dollars * PRICE_ONE);
    }),
  ],
  'D/order-amounts.precision': [
    'amounts',
    'its shares have three decimals',
    fields(integer(1, 9), (digit, { plan }) => purchase(plan.size + (digit * MICRO) / 1_000, DIME)),
  ],
  'D/order-amounts.zero': ['amounts', 'an amount is zero', fields(amount, (field) => ({ [field]: '0' }))],
  'D/order-amounts.form': [
    'amounts',
    'an amount has a character that is not a digit',
    fields(fc.tuple(amount, fc.constantFrom(...FORMS)), ([field, value]) => ({ [field]: value })),
  ],
  'D/order-funds.cash': [
    'amounts',
    'it costs more than any wallet has',
    fields(integer(1, 4), (dimes) => purchase(RICH, dimes * DIME)),
  ],
  'D/order-funds.tokens': [
    'amounts',
    'it sells more shares than any wallet has',
    fields(integer(6, 9), (dimes) => {
      const { makerAmount, takerAmount } = purchase(RICH, dimes * DIME);
      return { side: 'SELL', makerAmount: takerAmount, takerAmount: makerAmount };
    }),
  ],
  '7/place-order.not-accepting': [
    'closed',
    'its market is closed',
    fields(fc.constantFrom(0, 1), (at, { closed }) => {
      return { tokenId: closed.tokenIds[at], conditionId: closed.conditionId };
    }),
  ],
};

export const DEFECT_CLAUSES: readonly ClauseId[] = [
  ...keysOf(KINDS),
  'D/order-body.types',
  ...new Set(FIELDS.map(({ name }) => `D/order-body.${name}` as const)),
];

const kinds = entriesOf(KINDS).map(([clause, [part, why, values]]) =>
  values.map((apply): Defect => ({ part, clauses: [clause], why, apply })),
);
const missing = fc.constantFrom(...FIELDS).map((one): Defect => {
  const { name: field } = one;
  const apply: Apply = (body) => without(body, one) as OrderBody;
  return { part: 'field', clauses: [`D/order-body.${field}`], why: `${field} is missing`, apply, field };
});
const typed = fc.constantFrom(...FIELDS).map((one): Defect => {
  const apply: Apply = (body) => mistyped(body, one) as OrderBody;
  return { part: 'field', clauses: ['D/order-body.types'], why: `${one.name} is not of type ${one.type}`, apply };
});

/** Any defect, with any of its values. */
export const defects: Arbitrary<Defect> = fc.oneof(
  { weight: kinds.length, arbitrary: fc.oneof(...kinds) },
  { weight: FIELDS.length, arbitrary: missing },
  { weight: FIELDS.length, arbitrary: typed },
);
