/**
 * conformance/properties/requests/bodies: request bodies: batches of tokens, and bodies of signed routes that no
 * service can accept as an order, as a cancel of an existing order, or as the start of a session.
 */
import fc from 'fast-check';
import { OrderSubmission, SignedOrder } from '../../../spec/resources/order.ts';
import type { Route } from '../../../spec/route.ts';
import { NO_ADDRESS, NO_CONDITION, NO_ORDER, NO_TOKEN, NO_UUID } from '../../checks/assertions.ts';

/**
 * `known`: only tokens with a book; `unknown`: names that nothing has; `extra`: unlisted fields; `no-json`: a
 * text that is no JSON; `no-body`: an empty body; `other-json`: JSON of another kind than the body; `no-name`: an item
 * without a name; `mistyped`: a name that is no text.
 */
export type BodyKind = 'known' | 'unknown' | 'empty-list' | 'extra' | Malformed;
type Malformed = 'no-json' | 'no-body' | 'other-json' | 'no-name' | 'mistyped';

export type DrawnBody = { readonly kind: BodyKind; readonly text: string };

/** Values of other JSON types than text. */
const OTHERS: readonly unknown[] = [7, null, true, [], {}, ['x'], -0.5];
/** A service may take a number for the name of a token. */
const NO_NAMES = OTHERS.filter((value) => typeof value !== 'number');
const NO_JSON = ['{', '[{"token_id":', 'beat', "{'a':1}", '[1,]', '\u0000'];

type Choice = { readonly kind: BodyKind; readonly text: fc.Arbitrary<string> };

const texts = (kind: BodyKind, ...of: readonly string[]): Choice => ({ kind, text: fc.constantFrom(...of) });
const jsonOf = (kind: BodyKind, values: fc.Arbitrary<unknown>): Choice => ({ kind, text: values.map(jsonText) });
const jsonText = (value: unknown) => JSON.stringify(value);
const json = (kind: BodyKind, ...of: readonly unknown[]): Choice => texts(kind, ...of.map(jsonText));

const malformed: readonly Choice[] = [texts('no-json', ...NO_JSON), texts('no-body', '')];

/** The bodies of a route, the simplest that it accepts first. */
function choicesOf({ body }: Route, tokens: readonly string[]): readonly Choice[] {
  switch (body) {
    case 'none':
      return [];
    case 'tokens':
      return [...batches(tokens), ...malformed, json('other-json', {}, null, 'x', 7, { token_id: '1' })];
    case 'order':
      return [...orders, ...malformed, json('other-json', [], 'order', 7)];
    case 'cancel':
      return [...cancels, ...malformed, json('other-json', [], [NO_ORDER])];
    case 'heartbeat':
      // Any JSON might start a session, after which the wallet loses its orders.
      return [texts('no-json', ...NO_JSON.slice(0, 3))];
  }
}

/** Undefined for a route without a body. */
export function bodiesOf(route: Route, tokens: readonly string[]): fc.Arbitrary<DrawnBody | undefined> {
  const bodies = choicesOf(route, tokens).map(({ kind, text }) => text.map((written) => ({ kind, text: written })));
  return bodies.length === 0 ? fc.constant(undefined) : fc.oneof({ withCrossShrink: true }, ...bodies);
}

export function bodyKindsOf(route: Route): readonly BodyKind[] {
  return [...new Set(choicesOf(route, [NO_TOKEN]).map(({ kind }) => kind))];
}

/** Batches of one to four tokens. */
function batches(tokens: readonly string[]): readonly Choice[] {
  const known = fc.constantFrom(...(tokens.length === 0 ? [NO_TOKEN] : tokens));
  const named = known.map((token) => ({ token_id: token }));
  const withOther = (kind: BodyKind, other: fc.Arbitrary<unknown>): Choice =>
    jsonOf(
      kind,
      fc.tuple(other, fc.array(named, { maxLength: 2 })).map(([one, rest]) => [one, ...rest]),
    );
  return [
    ...(tokens.length === 0 ? [] : [jsonOf('known', fc.array(named, { minLength: 1, maxLength: 4 }))]),
    withOther('unknown', fc.constantFrom(...[NO_TOKEN, 'x', ''].map((token) => ({ token_id: token })))),
    texts('empty-list', '[]'),
    withOther(
      'extra',
      known.map((token) => ({ token_id: token, side: 'BUY', note: 7 })),
    ),
    withOther('no-name', fc.constantFrom<unknown[]>(...OTHERS, '1', { asset_id: '1' })),
    withOther('mistyped', fc.constantFrom(...NO_NAMES.map((value) => ({ token_id: value })))),
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
/** One of the fields with a value that is no text, or without any. */
const wrong = (shape: object, inBody: (change: object) => unknown): Choice =>
  jsonOf(
    'no-name',
    fc
      .tuple(fc.constantFrom(...Object.keys(shape)), fc.constantFrom(...OTHERS, '', undefined))
      .map(([field, value]) => inBody({ [field]: value })),
  );
const { tokenId: _, ...otherFields } = SignedOrder.shape;

const orders: readonly Choice[] = [
  json('unknown', SUBMISSION),
  wrong(otherFields, (change) => ({ ...SUBMISSION, order: { ...ORDER, ...change } })),
  wrong(OrderSubmission.shape, (change) => ({ ...SUBMISSION, ...change })),
];

const cancels: readonly Choice[] = [
  json('unknown', { orderId: NO_ORDER }, { orderId: 'x' }, { orderId: '' }),
  json('extra', { orderId: NO_ORDER, note: { deep: [7] } }),
  texts('no-name', '{}'),
  json('mistyped', ...OTHERS.map((orderId) => ({ orderId }))),
];
