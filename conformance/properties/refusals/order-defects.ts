/** conformance/properties/refusals/order-defects: the defects for which an order is refused, each with drawn values (decisions of interface 4.3). */
import fc, { type Arbitrary } from 'fast-check';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { ClauseId } from '../../check.ts';
import { FIELDS, mistyped, without } from '../../checks/orders/fields.ts';
import { RICH_SHARES } from '../../checks/orders/funds.ts';
import { cashOf, DIME, type OrderBody, type OrderPlan } from '../../checks/orders/plan.ts';
import { inOrder } from '../../checks/orders/probes.ts';
import { NO_ADDRESS, NO_CONDITION, NO_TOKEN, NO_UUID } from '../../checks/unknown-names.ts';

type Apply = (body: OrderBody, plan: OrderPlan, now: number) => OrderBody;

/**
 * `part`: two defects of one part may cancel each other out. `why` completes "a refusal, because ...". `field`: a
 * required field that is missing.
 */
export type Defect = {
  readonly part: string;
  readonly clauses: readonly ClauseId[];
  readonly why: string;
  readonly apply: Apply;
  readonly field?: string;
};

/** Values of the target that defects use. */
export type Place = { readonly closed: WriteMarket; readonly other: Wallet };

/** A kind of defects: `values` draws the part of it that varies. */
type Kind = readonly [part: string, clause: ClauseId, why: string, values: Values | ((place: Place) => Values)];
type Values = Arbitrary<Apply>;

/** Amounts of a purchase. */
const amounts = (body: OrderBody, cash: number | string, shares: number | string): OrderBody =>
  inOrder(body, { makerAmount: String(cash), takerAmount: String(shares) });

const inField = (field: string, ...values: readonly unknown[]): Arbitrary<Apply> =>
  fc.constantFrom(...values).map((value) => (body) => inOrder(body, { [field]: value }));

const HUNDREDTH = MICRO / 100;
const SIGNATURE_MAX = 4_096;
const SALT_MAX = 128;
const FORMS = ['+2000000', '-2000000', '2000000.0', '2e6', ' 2000000', '0x1e8480', '', 'many'];
const word = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'KQXZ') });

const KINDS: readonly Kind[] = [
  [
    'type',
    'D/order-types.unknown',
    'its orderType does not exist',
    word.map((orderType) => (body) => ({ ...body, orderType })),
  ],
  ['side', 'D/order-sides.unknown', 'its side does not exist', word.map((side) => (body) => inOrder(body, { side }))],
  [
    'signature',
    'D/order-signature.form',
    'its signature is not hex, empty, or too long',
    inField('signature', '0xsignature', '0x', '', 'zz', `0x${'5a'.repeat(SIGNATURE_MAX + 1)}`),
  ],
  [
    'signature type',
    'D/order-signature.types',
    'its signature type does not exist',
    fc.integer({ min: 4, max: 99 }).map((signatureType) => (body) => inOrder(body, { signatureType })),
  ],
  ['salt', 'D/order-forms.salt', 'its salt is empty or too long', inField('salt', '', '7'.repeat(SALT_MAX + 1))],
  [
    'timestamp',
    'D/order-forms.timestamp',
    'its timestamp is not of digits',
    inField('timestamp', '', 'now', '-1', '1.5'),
  ],
  [
    'owner',
    'D/order-owner.owner',
    'its owner is not the API key of the caller',
    ({ other }) => fc.constantFrom(NO_UUID, other.apiKey).map((owner) => (body) => ({ ...body, owner })),
  ],
  [
    'maker',
    'D/order-owner.maker',
    'its maker is another wallet',
    ({ other }) => inField('maker', other.address, NO_ADDRESS),
  ],
  [
    'signer',
    'D/order-owner.signer',
    'its signer is another wallet',
    ({ other }) => inField('signer', other.address, NO_ADDRESS),
  ],
  ['token', 'D/order-token.unknown', 'no market has its token', inField('tokenId', NO_TOKEN)],
  [
    'token',
    'D/order-token.condition',
    'its token belongs to another condition',
    ({ closed }) => inField('conditionId', NO_CONDITION, closed.conditionId),
  ],
  [
    'type',
    'D/order-expiration.gtd-only',
    'it is not GTD and has an expiration',
    fc.integer({ min: 120, max: 86_400 }).map((life) => (body, _, now) => ({
      ...inOrder(body, { expiration: String(now + life) }),
      orderType: 'GTC',
    })),
  ],
  [
    'type',
    'D/order-expiration.required',
    'it is GTD and has no expiration',
    fc.constant((body) => ({ ...body, orderType: 'GTD' })),
  ],
  [
    'type',
    'D/order-expiration.near',
    'it expires within a minute',
    fc.integer({ min: -60, max: 50 }).map((life) => (body, _, now) => ({
      ...inOrder(body, { expiration: String(now + life) }),
      orderType: 'GTD',
    })),
  ],
  [
    'type',
    'D/order-post-only.types',
    'it is post-only and can only take',
    fc.constantFrom('FOK', 'FAK').map((orderType) => (body) => ({ ...body, orderType, postOnly: true })),
  ],
  [
    'amounts',
    'D/order-amounts.tick',
    'its price lies between two ticks',
    fc.integer({ min: 1, max: 8 }).map(
      (ticks) =>
        (body, { market, size }) =>
          amounts(body, cashOf(size, market.tick * (ticks + 0.5)), size),
    ),
  ],
  [
    'amounts',
    'D/order-amounts.range',
    'its price is less than one tick, or a dollar or more',
    fc.constantFrom(0, 1, 1.5, 2, 10).map(
      (dollars) =>
        (body, { market, size }) =>
          amounts(body, cashOf(size, dollars === 0 ? market.tick / 2 : dollars * PRICE_ONE), size),
    ),
  ],
  [
    'amounts',
    'D/order-amounts.precision',
    'its shares have three decimals',
    fc.integer({ min: 1, max: 9 }).map((digit) => (body, { size }) => {
      const odd = size + (digit * HUNDREDTH) / 10;
      return amounts(body, cashOf(odd, DIME), odd);
    }),
  ],
  [
    'amounts',
    'D/order-amounts.zero',
    'an amount is zero',
    fc.constantFrom(...['makerAmount', 'takerAmount']).map((field) => (body) => inOrder(body, { [field]: '0' })),
  ],
  [
    'amounts',
    'D/order-amounts.form',
    'an amount has a character that is not a digit',
    fc.tuple(fc.constantFrom('makerAmount', 'takerAmount'), fc.constantFrom(...FORMS)).map(
      ([field, value]) =>
        (body) =>
          inOrder(body, { [field]: value }),
    ),
  ],
  [
    'amounts',
    'D/order-funds.cash',
    'it costs more than any wallet has',
    fc
      .integer({ min: 1, max: 4 })
      .map((dimes) => (body) => amounts(body, cashOf(RICH_SHARES * MICRO, dimes * DIME), RICH_SHARES * MICRO)),
  ],
  [
    'amounts',
    'D/order-funds.tokens',
    'it sells more shares than any wallet has',
    fc.integer({ min: 6, max: 9 }).map(
      (dimes) => (body) =>
        inOrder(body, {
          side: 'SELL',
          makerAmount: String(RICH_SHARES * MICRO),
          takerAmount: String(cashOf(RICH_SHARES * MICRO, dimes * DIME)),
        }),
    ),
  ],
  [
    'closed',
    '7/place-order.not-accepting',
    'its market is closed',
    ({ closed }) =>
      fc.constantFrom(...closed.tokenIds).map((tokenId) => (body) => {
        return inOrder(body, { tokenId, conditionId: closed.conditionId });
      }),
  ],
];

export const DEFECT_CLAUSES: readonly ClauseId[] = [
  ...new Set([
    ...KINDS.map(([, clause]) => clause),
    'D/order-body.types' as const,
    ...FIELDS.map(({ name }) => `D/order-body.${name}` as const),
  ]),
];

const field = fc.constantFrom(...FIELDS);

/** Any defect, with any of its values. */
export function defects(place: Place): Arbitrary<Defect> {
  const drawn = KINDS.map(([part, clause, why, values]) =>
    (typeof values === 'function' ? values(place) : values).map(
      (apply): Defect => ({ part, clauses: [clause], why, apply }),
    ),
  );
  const missing = field.map((one): Defect => {
    const apply: Apply = (body) => without(body, one) as OrderBody;
    const { name } = one;
    return { part: 'field', clauses: [`D/order-body.${name}`], why: `${name} is missing`, apply, field: name };
  });
  const typed = field.map((one): Defect => {
    const apply: Apply = (body) => mistyped(body, one) as OrderBody;
    return { part: 'field', clauses: ['D/order-body.types'], why: `${one.name} is not of type ${one.type}`, apply };
  });
  return fc.oneof(
    { weight: KINDS.length, arbitrary: fc.oneof(...drawn) },
    { weight: FIELDS.length, arbitrary: missing },
    { weight: FIELDS.length, arbitrary: typed },
  );
}
