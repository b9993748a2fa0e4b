/**
 * conformance/checks/orders/refusals: well-formed orders that the document profile refuses, and orders without cover,
 * one defect each.
 */

import { formatPrice, MICRO, PRICE_ONE } from '../../../base/units.ts';
import { withJson } from '../../../wire/message.ts';
import type { CheckContext, WriteMarket } from '../../check.ts';
import { NO_CONDITION, NO_TOKEN, NO_UUID } from '../assertions.ts';
import { check } from '../definition.ts';
import {
  accepted,
  calmWallet,
  cancel,
  cashOf,
  DIME,
  farPlan,
  inOrder,
  judgeRefused,
  type MalformedOrder,
  malformedOrderCheck,
  type OrderBody,
  type OrderPlan,
  opposite,
  orderBody,
  place,
  placedId,
  reasonIn,
  type Side,
  tryBody,
  tryPlan,
  twoWallets,
  untilAccepted,
  walletCheck,
  withResting,
} from './plan.ts';
import { findOffer, isStillOffered, restingPlan, withOffer } from './resting-orders.ts';
import { heldShares } from './wallet-reads.ts';

/** More shares than any sandbox wallet has cash for, even at the lowest price. */
export const RICH_SHARES = 900_000_000;

function withAmounts(body: OrderBody, cash: number | string, shares: number | string) {
  return inOrder(body, { makerAmount: String(cash), takerAmount: String(shares) });
}

const HUNDREDTH = MICRO / 100;

/** Half of the smallest size a market takes, in whole hundredths; ends the check if there is no such size. */
function halfMinimum(context: CheckContext, { minSize }: WriteMarket): number {
  const half = Math.floor(minSize / 2 / HUNDREDTH) * HUNDREDTH;
  if (half === 0) context.notTestable('the market set aside has no minimum size', 'name a market that has one');
  return half;
}

const amountForms = ['+2000000', '-2000000', '2000000.0', '2e6', ' 2000000', '0x1e8480', ''];

const malformedAmounts: readonly MalformedOrder[] = [
  {
    what: 'price-off-tick',
    why: 'its price lies between two ticks',
    clause: 'D/order-amounts.tick',
    spoil: (body, _, plan) => [withAmounts(body, cashOf(plan.size, plan.market.tick * 1.5), plan.size)],
  },
  {
    what: 'price-range',
    why: 'its price is less than one tick, or a dollar or more',
    clause: 'D/order-amounts.range',
    spoil: (body, _, { size, market }) =>
      [market.tick / 2, PRICE_ONE, 2 * PRICE_ONE].map((price) => withAmounts(body, cashOf(size, price), size)),
  },
  {
    what: 'below-minimum',
    why: 'it is smaller than the minimum of the market',
    clause: 'D/order-amounts.minimum',
    plan: (context) => farPlan(context, { price: DIME }),
    spoil: (body, context, { market, price }) => {
      const size = halfMinimum(context, market);
      return [withAmounts(body, cashOf(size, price), size)];
    },
  },
  {
    what: 'share-decimals',
    why: 'its shares have three decimals',
    clause: 'D/order-amounts.precision',
    plan: (context) => farPlan(context, { price: DIME }),
    spoil: (body, _, { size, price }) => {
      const uneven = size + HUNDREDTH / 10;
      return [withAmounts(body, cashOf(uneven, price), uneven)];
    },
  },
  {
    what: 'zero-amount',
    why: 'one of its amounts is zero',
    clause: 'D/order-amounts.zero',
    spoil: (body, _, { size, price }) => [withAmounts(body, 0, size), withAmounts(body, cashOf(size, price), 0)],
  },
  {
    what: 'amount-form',
    why: 'an amount contains a character that is not a digit',
    clause: 'D/order-amounts.form',
    plan: (context) => farPlan(context, { price: DIME }),
    spoil: (body, _, { size }) => amountForms.map((text) => withAmounts(body, text, size)),
  },
];

type Excess = { readonly side: Side; readonly why: string; digits(plan: OrderPlan): number };
const excesses: readonly Excess[] = [
  { side: 'SELL', why: 'its shares have three decimals', digits: () => 3 },
  {
    side: 'BUY',
    why: 'its shares have three more decimals than the tick',
    digits: ({ market }) => (formatPrice(market.tick).split('.')[1]?.length ?? 0) + 3,
  },
];

/** Cash in whole cents, so that only the shares are too precise; rounded toward the worse price. */
function crossingCash(side: Side, shares: number, price: number): number {
  const cents = cashOf(shares, price) / HUNDREDTH;
  return (side === 'BUY' ? Math.ceil(cents) : Math.floor(cents)) * HUNDREDTH;
}

function excessCheck({ side, why, digits }: Excess) {
  const clause = side === 'BUY' ? 'D/order-precision.buy' : 'D/order-precision.sell';
  return walletCheck('place-order', `taker-decimals-${side.toLowerCase()}`, {
    title: `a FOK ${side} that could fill is refused if ${why}`,
    clauses: [clause, 'D/order-refusals.status'],
    kind: 'error',
    safety: 'write-irreversible',
    cost: { books: 1, 'place-order': 2, 'cancel-order': 2 },
    async run(context, [maker, taker]) {
      const offer = await findOffer(context, { side: opposite(side) });
      const resting = offer.plan;
      const decimals = digits(resting);
      if (decimals > 6)
        context.notTestable('the tick leaves no room for more decimals', 'name a market with a larger tick');
      const shares = resting.size / 2 + MICRO / 10 ** decimals;
      const cash = crossingCash(side, shares, resting.price);
      const [given, taken] = side === 'BUY' ? [cash, shares] : [shares, cash];
      const amounts = { makerAmount: String(given), takerAmount: String(taken) };
      const plan: OrderPlan = { ...resting, side, type: 'FOK' };
      await withOffer(context, maker, offer, async () => {
        const tried = await tryPlan(context, taker, plan, (body) => inOrder(body, amounts));
        judgeRefused(context, clause, tried, why);
      });
    },
  });
}

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

export const orderRefusalChecks = [
  ...malformedOrders.map(malformedOrderCheck),
  walletCheck('place-order', 'signature-types', {
    title: 'signature types 0, 1, 2 and 3 are accepted and 4 is refused',
    clauses: ['D/order-signature.types', '4.3/order.signatureType.3', 'D/order-refusals.status'],
    kind: 'bounds',
    cost: { 'place-order': 13, 'cancel-order': 13 },
    async run(context, [wallet]) {
      const withType = (signatureType: number) =>
        tryPlan(context, wallet, farPlan(context), (body) => inOrder(body, { signatureType }));
      const taken: number[] = [];
      for (const type of [0, 1, 2, 3]) {
        const tried = await untilAccepted(() => withType(type));
        if (!tried.isRefused) taken.push(type);
        // If no type is accepted, the refusal has another cause.
        const [first] = taken;
        if (type === 3 && first !== undefined)
          context.judge(
            accepted('4.3/order.signatureType.3', tried.response, `an order of signature type ${first} is`),
          );
        context.judge(accepted('D/order-signature.types', tried.response, `signature type ${type} exists`));
      }
      context.fact('order.signature-types', taken.join(' '));
      judgeRefused(context, 'D/order-signature.types', await withType(4), 'signature type 4 does not exist');
    },
  }),
  walletCheck('place-order', 'duplicate', {
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
  }),
  walletCheck('place-order', 'funds-cash', {
    title: 'a purchase that costs more than the wallet has is refused',
    clauses: ['D/order-funds.cash', 'D/order-refusals.status'],
    cost: { 'place-order': 1, 'cancel-order': 1 },
    async run(context, [wallet]) {
      const plan = farPlan(context, { price: DIME, size: RICH_SHARES * MICRO });
      const tried = await tryPlan(context, wallet, plan);
      judgeRefused(context, 'D/order-funds.cash', tried, 'it costs ninety million dollars');
    },
  }),
  check('place-order', 'funds-tokens', {
    title: 'a sale of more shares than the wallet has, or has free of other open orders, is refused',
    clauses: ['D/order-funds.tokens', 'D/order-refusals.status'],
    cost: { positions: 1, books: 1, 'place-order': 3, 'cancel-order': 3 },
    async run(context) {
      const wallet = calmWallet(context);
      const plan = await restingPlan(context, { side: 'SELL' });
      await context.settled(['positions']);
      const { shares } = await heldShares(context, wallet, plan.market, plan.outcome);
      const held = Math.floor(shares) * MICRO;
      const top = { ...plan, price: PRICE_ONE - plan.market.tick };
      const all = await tryPlan(context, wallet, { ...top, size: held + plan.size });
      judgeRefused(
        context,
        'D/order-funds.tokens',
        all,
        `it sells ${plan.size / MICRO} more shares than the wallet has`,
      );
      if (held <= 2 * plan.size) return;
      await withResting(context, wallet, top, async () => {
        const rest = await tryPlan(context, wallet, { ...top, size: held });
        judgeRefused(context, 'D/order-funds.tokens', rest, 'another order reserves some of the shares');
      });
    },
  }),
  ...malformedAmounts.map(malformedOrderCheck),
  walletCheck('place-order', 'taker-price', {
    title: 'the ratio of a FOK order is its worst price, which may be off the tick',
    clauses: ['D/order-amounts.taker-price'],
    safety: 'write-irreversible',
    cost: { books: 1, 'place-order': 2, 'cancel-order': 1 },
    async run(context, [maker, taker]) {
      const offer = await findOffer(context);
      const { plan } = offer;
      await withOffer(context, maker, offer, async () => {
        const worst = plan.price + plan.market.tick / 2;
        const reply = await place(context, taker, { ...plan, side: 'BUY', type: 'FOK', price: worst });
        const isFilled = placedId(reply) !== undefined;
        if (!isFilled && offer.depth !== undefined && !(await isStillOffered(context, plan)))
          context.notTestable('another wallet may have filled the order before', 'name a market without other traders');
        const why = `${formatPrice(plan.price)} is offered, and its worst price is half a tick above`;
        context.judge(accepted('D/order-amounts.taker-price', reply, why));
      });
    },
  }),
  ...excesses.map(excessCheck),
  ...malformedTexts.map(malformedOrderCheck),
  walletCheck('place-order', 'any-text', {
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
  }),
];
