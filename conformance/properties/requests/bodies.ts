/**
 * conformance/properties/requests/bodies: request bodies: batches of tokens, and bodies of signed routes that no
 * service can accept as an order, as a cancel of an existing order, or as the start of a session.
 */
import fc from 'fast-check';
import { OrderSubmission, SignedOrder } from '../../../spec/resources/order.ts';
import type { Route } from '../../../spec/route.ts';
import { NO_ADDRESS, NO_CONDITION, NO_ORDER, NO_TOKEN, NO_UUID } from '../../checks/unknown-names.ts';

/**
 * `known`: only tokens that have a book; `unknown`: names that nothing has among them; `extra`: fields that are not listed; `no-json`: a
 * text that is no JSON; `no-body`: an empty body; `other-json`: JSON of another kind than the body; `no-name`: an item
 * without a name; `mistyped`: a name that is no text.
 */
export type BodyKind =
  | 'known'
  | 'unknown'
  | 'empty-list'
  | 'extra'
  | 'no-json'
  | 'no-body'
  | 'other-json'
  | 'no-name'
  | 'mistyped';

export type DrawnBody = { readonly kind: BodyKind; readonly text: string };

/** Values of other JSON types than text. */
const OTHERS: readonly unknown[] = [7, null, true, [], {}, ['x'], -0.5];
/** A service may take a number for the name of a token. */
const NO_NAMES = OTHERS.filter((value) => typeof value !== 'number');
const NO_JSON = ['{', '[{"token_id":', 'beat', "{'a':1}", '[1,]', '\u0000'];

const texts = (kind: BodyKind, ...of: readonly string[]): fc.Arbitrary<DrawnBody> =>
  fc.constantFrom(...of).map((text) => ({ kind, text }));
const json = (kind: BodyKind, values: fc.Arbitrary<unknown>): fc.Arbitrary<DrawnBody> =>
  values.map((value) => ({ kind, text: JSON.stringify(value) }));

/** Bodies that are malformed for each route that takes one. */
const malformed: readonly fc.Arbitrary<DrawnBody>[] = [texts('no-json', ...NO_JSON), texts('no-body', '')];

/** The bodies of a route, the simplest that it accepts first; undefined for a route without a body. */
export function bodiesOf({ body }: Route, tokens: readonly string[]): fc.Arbitrary<DrawnBody | undefined> {
  switch (body) {
    case 'none':
      return fc.constant(undefined);
    case 'tokens':
      return oneOf([
        ...batches(tokens),
        ...malformed,
        json('other-json', fc.constantFrom({}, null, 'x', 7, { token_id: '1' })),
      ]);
    case 'order':
      return oneOf([...orders, ...malformed, json('other-json', fc.constantFrom([], 'order', 7))]);
    case 'cancel':
      return oneOf([...cancels, ...malformed, json('other-json', fc.constantFrom([], [NO_ORDER]))]);
    case 'heartbeat':
      // Any JSON might start a session, after which the wallet loses its orders.
      return texts('no-json', ...NO_JSON.slice(0, 3));
  }
}

const KINDS: Readonly<Record<Route['body'], readonly BodyKind[]>> = {
  none: [],
  tokens: ['known', 'unknown', 'empty-list', 'extra', 'no-name', 'mistyped', 'no-json', 'no-body', 'other-json'],
  order: ['unknown', 'no-name', 'no-json', 'no-body', 'other-json'],
  cancel: ['unknown', 'extra', 'no-name', 'mistyped', 'no-json', 'no-body', 'other-json'],
  heartbeat: ['no-json'],
};

/** The kinds of bodies of a route. */
export function bodyKindsOf({ body }: Route): readonly BodyKind[] {
  return KINDS[body];
}

function oneOf(bodies: readonly fc.Arbitrary<DrawnBody>[]): fc.Arbitrary<DrawnBody> {
  return fc.oneof({ withCrossShrink: true }, ...bodies);
}

/** Batches of one to four tokens. */
function batches(tokens: readonly string[]): readonly fc.Arbitrary<DrawnBody>[] {
  const known = fc.constantFrom(...(tokens.length === 0 ? [NO_TOKEN] : tokens));
  const listOf = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> =>
    fc.array(item, { minLength: 1, maxLength: 4 });
  const named = known.map((token) => ({ token_id: token }));
  const withOther = (other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> =>
    fc.tuple(other, fc.array(named, { maxLength: 2 })).map(([one, rest]) => [one, ...rest]);
  return [
    ...(tokens.length === 0 ? [] : [json('known', listOf(named))]),
    json('unknown', withOther(fc.constantFrom({ token_id: NO_TOKEN }, { token_id: 'x' }, { token_id: '' }))),
    texts('empty-list', '[]'),
    json('extra', withOther(known.map((token) => ({ token_id: token, side: 'BUY', note: 7 })))),
    json('no-name', withOther(fc.constantFrom(...OTHERS, '1', { asset_id: '1' }))),
    json('mistyped', withOther(fc.constantFrom(...NO_NAMES).map((value) => ({ token_id: value })))),
  ];
}

/** An order for a token that no market has, so that no service can fill or rest it. */
const ORDER: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.keys(SignedOrder.shape).map((field) => [field, '1'])),
  tokenId: NO_TOKEN,
  conditionId: NO_CONDITION,
  maker: NO_ADDRESS,
  signer: NO_ADDRESS,
  side: 'BUY',
  signatureType: 3,
};
const SUBMISSION = { order: ORDER, orderType: 'FOK', owner: NO_UUID };
const submitted = (order: Readonly<Record<string, unknown>>): unknown => ({ ...SUBMISSION, order });
const orderFields = Object.keys(SignedOrder.shape).filter((field) => field !== 'tokenId');
const bodyFields = Object.keys(OrderSubmission.shape);

const orders: readonly fc.Arbitrary<DrawnBody>[] = [
  json('unknown', fc.constant(SUBMISSION)),
  json(
    'no-name',
    fc
      .tuple(fc.constantFrom(...orderFields), fc.constantFrom(...OTHERS, '', undefined))
      .map(([field, value]) => submitted({ ...ORDER, [field]: value })),
  ),
  json(
    'no-name',
    fc
      .tuple(fc.constantFrom(...bodyFields), fc.constantFrom(...OTHERS, '', undefined))
      .map(([field, value]) => ({ ...SUBMISSION, [field]: value })),
  ),
];

const cancels: readonly fc.Arbitrary<DrawnBody>[] = [
  json('unknown', fc.constantFrom({ orderId: NO_ORDER }, { orderId: 'x' }, { orderId: '' })),
  json('extra', fc.constant({ orderId: NO_ORDER, note: { deep: [7] } })),
  texts('no-name', '{}'),
  json(
    'mistyped',
    fc.constantFrom(...OTHERS).map((value) => ({ orderId: value })),
  ),
];
