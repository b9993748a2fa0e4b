/**
 * conformance/properties/refusals/orders: drawn bodies of `POST /order`: one with any defects is refused and changes
 * nothing, and one that differs only where the interface leaves a choice to clients is accepted (interface 4.3 and its
 * decisions).
 */

import fc, { type Arbitrary } from 'fast-check';
import { textAt } from '../../../base/json.ts';
import { entriesOf, keysOf } from '../../../base/record.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { CheckContext, ClauseId, Exchange, Wallet, WriteMarket } from '../../check.ts';
import { fieldLike, NO_ADDRESS, NO_CONDITION, NO_TOKEN, NO_UUID, refusal } from '../../checks/assertions.ts';
import { FIELDS, mistyped, without } from '../../checks/orders/body.ts';
import { closedMarket } from '../../checks/orders/effects.ts';
import {
  accepted,
  cancel,
  cashOf,
  DIME,
  farPlan,
  inOrder,
  type OrderBody,
  type OrderPlan,
  orderBody,
  sizeFor,
  tryBody,
  tryPlan,
  twoWallets,
  untilAccepted,
} from '../../checks/orders/plan.ts';
import { RICH_SHARES } from '../../checks/orders/refusals.ts';
import { liveOrders } from '../../checks/orders/wallet-reads.ts';
import { type Property, property, TRADING } from '../property.ts';

/** The plan of the order, Unix seconds, and values of the target that defects use. */
type Place = Readonly<{
  plan: OrderPlan;
  now: number;
  closed: WriteMarket;
  other: Wallet;
}>;

type Apply = (body: OrderBody, place: Place) => OrderBody;

/** `part`: two defects of one part may cancel each other out. `why` completes "a refusal, because ...". */
type Defect = Readonly<{
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

const DEFECT_CLAUSES: readonly ClauseId[] = [
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
const defects: Arbitrary<Defect> = fc.oneof(
  { weight: kinds.length, arbitrary: fc.oneof(...kinds) },
  { weight: FIELDS.length, arbitrary: missing },
  { weight: FIELDS.length, arbitrary: typed },
);

/** A change that the interface leaves to the client: it is accepted, with the clauses that say so. */
type Freedom = {
  readonly clauses: readonly (typeof FREEDOM_CLAUSES)[number][];
  readonly why: string;
  readonly apply: (body: OrderBody) => OrderBody;
};

type Case = { readonly shares: number; readonly freedoms: readonly Freedom[]; readonly defects: readonly Defect[] };

const FREEDOM_CLAUSES = [
  'D/order-body.unknown',
  'D/order-forms.texts',
  'D/order-signature.types',
  '4.3/order.signatureType.3',
] as const satisfies readonly ClauseId[];

const text = fc.oneof(fc.constant(''), fc.string({ maxLength: 20 }));

const freedoms: Arbitrary<Freedom> = fc.oneof(
  text.map(
    (value): Freedom => ({
      clauses: ['D/order-body.unknown'],
      why: 'fields that are not listed are ignored',
      apply: (body) => ({ ...inOrder(body, { flavour: value }), colour: { deep: [value] } }),
    }),
  ),
  fc.record({ metadata: text, builder: text }).map(
    (texts): Freedom => ({
      clauses: ['D/order-forms.texts'],
      why: 'metadata and builder may be any text',
      apply: (body) => inOrder(body, texts),
    }),
  ),
  ...[0, 1, 2, 3].map((signatureType) =>
    fc.constant<Freedom>({
      clauses: ['D/order-signature.types', ...(signatureType === 3 ? (['4.3/order.signatureType.3'] as const) : [])],
      why: `signature type ${signatureType} exists`,
      apply: (body) => inOrder(body, { signatureType }),
    }),
  ),
);

const caseOf = (few: Arbitrary<Case['freedoms']>, wrong: Arbitrary<Case['defects']>): Arbitrary<Case> =>
  fc.record({ shares: fc.integer({ min: 20, max: 60 }), freedoms: few, defects: wrong });
const none = fc.constant([]);
const one = fc.array(freedoms, { minLength: 1, maxLength: 1 });
const single = defects.map((defect) => [defect]);
const two = fc.uniqueArray(defects, { minLength: 2, maxLength: 2, selector: ({ part }) => part });

/** Most orders have one defect: a service that checks a second one hides that it ignores the first. */
const cases: Arbitrary<Case> = fc.oneof(
  { weight: 2, arbitrary: caseOf(one, none) },
  { weight: 5, arbitrary: caseOf(none, single) },
  { weight: 1, arbitrary: caseOf(one, two) },
);

type Setting = Pick<Place, 'plan' | 'closed' | 'other'> & { readonly wallet: Wallet };

async function judgeBody(context: CheckContext, { wallet, ...setting }: Setting, drawn: Case) {
  const { market } = setting.plan;
  const plan = { ...setting.plan, size: sizeFor(market, drawn.shares) };
  const bodyOf = (): unknown => {
    const free = drawn.freedoms.reduce((body, { apply }) => apply(body), orderBody(context, wallet, plan));
    const place = { ...setting, plan, now: context.serviceSeconds() };
    return drawn.defects.reduce((body, { apply }) => apply(body, place), free);
  };
  if (drawn.defects.length > 0) return await judgeDefects(context, wallet, plan, bodyOf(), drawn.defects);
  const { response, isRefused } = await untilAccepted(() => tryBody(context, wallet, bodyOf()));
  // Without a plain order that is accepted, the refusal may have another cause.
  if (isRefused && (await untilAccepted(() => tryPlan(context, wallet, plan))).isRefused) return;
  for (const { clauses, why } of drawn.freedoms) context.judge(accepted(clauses, response, why));
}

async function judgeDefects(
  context: CheckContext,
  wallet: Wallet,
  { market }: OrderPlan,
  body: unknown,
  drawn: readonly Defect[],
) {
  const live = () => liveOrders(context, wallet, { market: market.conditionId });
  const before = new Set((await live()).rows.map((row) => textAt(row, 'id')));
  const { response, isRefused } = await tryBody(context, wallet, body);
  for (const { clauses, why } of drawn) context.judge(refusal(clauses, response, why));
  if (!isRefused) return;
  judgeError(context, response, drawn);
  const after = await live();
  const added = after.rows.flatMap((row) => textAt(row, 'id') ?? []).filter((id) => !before.has(id));
  for (const id of added) await cancel(context, wallet, id);
  context.judge(
    fieldLike(
      '4.3/refused.no-effect',
      after.response,
      '/data',
      { $every: { id: { $not: { $in: added } } } },
      'the order was refused',
    ),
  );
}

/** Status and words of a refusal with one cause. */
function judgeError(context: CheckContext, of: Exchange, [defect, ...others]: readonly Defect[]) {
  if (defect === undefined || others.length > 0) return;
  const { part, field } = defect;
  context.judge(
    part === 'closed'
      ? { clauses: 'D/order-refusals.not-accepting', of, must: { status: 409 } }
      : { clauses: 'D/order-refusals.status', of, must: { status: 400 } },
  );
  if (field === undefined) return;
  context.judge(
    fieldLike('D/order-refusals.names-field', of, '/error', { $match: `\\b${field}\\b` }, `${field} is missing`),
  );
}

const orderBodies: Property = property<Case>({
  ...TRADING,
  id: 'refusals.orders',
  title:
    'an order with any defects is refused and changes nothing, and one in another form of the same meaning is accepted',
  route: 'place-order',
  clauses: [
    ...DEFECT_CLAUSES,
    ...FREEDOM_CLAUSES,
    'D/order-refusals.status',
    'D/order-refusals.names-field',
    'D/order-refusals.not-accepting',
    '4.3/refused.no-effect',
  ],
  safety: 'write-reversible',
  cost: { once: { 'trading-market': 3 }, perCase: { 'place-order': 2, 'cancel-order': 2, 'live-orders': 2 } },
  async open(context) {
    const [wallet, other] = twoWallets(context);
    const closed = await closedMarket(context);
    return {
      arbitrary: cases,
      judge: (trial, drawn) => judgeBody(trial, { plan: farPlan(trial), wallet, closed, other }, drawn),
    };
  },
});

export const orderBodyProperties: readonly Property[] = [orderBodies];
