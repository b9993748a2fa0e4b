/** conformance/checks/orders/refusals: well-formed orders that the document profile refuses. */

import { withJson } from '../../../wire/message.ts';
import type { CheckContext } from '../../check.ts';
import { NO_CONDITION, NO_TOKEN, NO_UUID } from '../unknown-names.ts';
import { cancel, orderBody, placedId, reasonIn } from './plan.ts';
import {
  accepted,
  inOrder,
  judgeRefused,
  type MalformedOrder,
  malformedOrderCheck,
  tryBody,
  tryPlan,
  untilAccepted,
} from './probes.ts';
import { farPlan, twoWallets, walletCheck } from './resting-orders.ts';

const SIGNATURE_BYTES_MAX = 4_096;

const expiring = (context: CheckContext, type: 'GTC' | 'GTD', seconds: number) =>
  farPlan(context, { type, expiration: context.serviceSeconds() + seconds });

const other = (context: CheckContext) => twoWallets(context)[1].address;

const malformedOrders: readonly MalformedOrder[] = [
  {
    what: 'unknown-type',
    why: 'its orderType is SOON',
    clause: 'D/order-types.unknown',
    spoil: (body) => [{ ...body, orderType: 'SOON' }],
  },
  {
    what: 'unknown-side',
    why: 'its side is HOLD',
    clause: 'D/order-sides.unknown',
    spoil: (body) => [inOrder(body, { side: 'HOLD' })],
  },
  {
    what: 'signature-form',
    why: 'its signature is not hex, empty, or longer than 4,096 bytes',
    clause: 'D/order-signature.form',
    spoil: (body) =>
      ['0xsignature', '0x', '', `0x${'5a'.repeat(SIGNATURE_BYTES_MAX + 1)}`].map((signature) =>
        inOrder(body, { signature }),
      ),
  },
  {
    what: 'gtd-without-expiration',
    why: 'it is GTD and has no expiration',
    clause: 'D/order-expiration.required',
    plan: (context) => farPlan(context, { type: 'GTD' }),
    spoil: (body) => [body],
  },
  {
    what: 'expiration-near',
    why: 'it expires within a minute',
    clause: 'D/order-expiration.near',
    plan: (context) => expiring(context, 'GTD', 30),
    spoil: (body) => [body],
  },
  {
    what: 'expiration-without-gtd',
    why: 'it is GTC and has an expiration',
    clause: 'D/order-expiration.gtd-only',
    plan: (context) => expiring(context, 'GTC', 3_600),
    spoil: (body) => [body],
  },
  {
    what: 'foreign-owner',
    why: 'its owner is not the API key of the caller',
    clause: 'D/order-owner.owner',
    spoil: (body) => [{ ...body, owner: NO_UUID }],
  },
  {
    what: 'foreign-maker',
    why: 'its maker is another wallet',
    clause: 'D/order-owner.maker',
    spoil: (body, context) => [inOrder(body, { maker: other(context) })],
  },
  {
    what: 'foreign-signer',
    why: 'its signer is another wallet',
    clause: 'D/order-owner.signer',
    spoil: (body, context) => [inOrder(body, { signer: other(context) })],
  },
  {
    what: 'unknown-token',
    why: 'its token belongs to no market',
    clause: 'D/order-token.unknown',
    spoil: (body) => [inOrder(body, { tokenId: NO_TOKEN })],
  },
  {
    what: 'other-condition',
    why: 'its token belongs to another condition',
    clause: 'D/order-token.condition',
    spoil: (body, context) =>
      [NO_CONDITION, ...context.bindings.writeMarkets.map(({ conditionId }) => conditionId)]
        .filter((conditionId) => conditionId !== body.order['conditionId'])
        .slice(0, 2)
        .map((conditionId) => inOrder(body, { conditionId })),
  },
];

const signatureTypesCheck = walletCheck('place-order', 'signature-types', {
  title: 'signature types 0, 1, 2 and 3 are accepted and 4 is refused',
  clauses: ['D/order-signature.types', '4.3/order.signatureType.3', 'D/order-refusals.status'],
  kind: 'bounds',
  cost: { 'place-order': 13, 'cancel-order': 13 },
  async run(context: CheckContext, [wallet]) {
    const withType = (signatureType: number) =>
      tryPlan(context, wallet, farPlan(context), (body) => inOrder(body, { signatureType }));
    const taken: number[] = [];
    for (const type of [0, 1, 2, 3]) {
      const tried = await untilAccepted(() => withType(type));
      if (!tried.isRefused) taken.push(type);
      // If no type is accepted, the refusal has another cause.
      const [first] = taken;
      if (type === 3 && first !== undefined)
        context.judge(accepted('4.3/order.signatureType.3', tried.response, `an order of signature type ${first} is`));
      context.judge(accepted('D/order-signature.types', tried.response, `signature type ${type} exists`));
    }
    context.fact('order.signature-types', taken.join(' '));
    judgeRefused(context, 'D/order-signature.types', await withType(4), 'signature type 4 does not exist');
  },
});

const duplicateCheck = walletCheck('place-order', 'duplicate', {
  title: 'the same order sent twice is accepted once',
  clauses: ['D/order-duplicate', 'D/order-refusals.status'],
  cost: { 'place-order': 2, 'cancel-order': 2 },
  async run(context: CheckContext, [wallet]) {
    const body = orderBody(context, wallet, farPlan(context));
    const first = await context.send(withJson('POST', '/order', body), wallet);
    const id = placedId(first);
    if (id === undefined)
      context.notTestable(`the first order is not accepted (${reasonIn(first)})`, 'give the wallets cash');
    try {
      judgeRefused(context, 'D/order-duplicate', await tryBody(context, wallet, body), 'its salt was used before');
    } finally {
      await cancel(context, wallet, id);
    }
  },
});

export const orderRefusalChecks = [...malformedOrders.map(malformedOrderCheck), signatureTypesCheck, duplicateCheck];

const SALT_LENGTH_MAX = 128;

const malformedTexts: readonly MalformedOrder[] = [
  {
    what: 'salt-length',
    why: 'its salt is empty or has 129 characters',
    clause: 'D/order-forms.salt',
    spoil: (body) => ['', '7'.repeat(SALT_LENGTH_MAX + 1)].map((salt) => inOrder(body, { salt })),
  },
  {
    what: 'timestamp-form',
    why: 'its timestamp contains a character that is not a digit',
    clause: 'D/order-forms.timestamp',
    spoil: (body) => ['', 'now', '-1'].map((timestamp) => inOrder(body, { timestamp })),
  },
];

const textsCheck = walletCheck('place-order', 'any-text', {
  title: 'metadata and builder may contain any text, or none',
  clauses: ['D/order-forms.texts'],
  kind: 'consistency',
  cost: { 'place-order': 2, 'cancel-order': 2 },
  async run(context, [wallet]) {
    for (const text of ['', 'any text']) {
      const texts = { metadata: text, builder: text };
      const { response } = await tryPlan(context, wallet, farPlan(context), (body) => inOrder(body, texts));
      context.judge(accepted('D/order-forms.texts', response, `metadata and builder may be "${text}"`));
    }
  },
});

export const orderFormChecks = [...malformedTexts.map(malformedOrderCheck), textsCheck];
