/** conformance/checks/orders/order-placement: a resting order: its reply, level and row (interface 2.15, 4.3, 4.5). */

import { type JsonObject, textAt, textOrEmpty } from '../../../base/json.ts';
import { formatPrice, MICRO, PRICE_ONE } from '../../../base/units.ts';
import { type CheckContext, type ClauseId, type Exchange, type Expectation, SameAs, type Wallet } from '../../check.ts';
import {
  eachLike,
  fieldLike,
  firstRepeated,
  isRefusedReply,
  judgeLater,
  type Rule,
  refusal,
  textsOf,
} from '../assertions.ts';
import { check } from '../definition.ts';
import { aroundMoment } from '../moments.ts';
import {
  type Book,
  grownLevelOf,
  inUnit,
  isLevelSize,
  learnUnits,
  readBook,
  restLevel,
  sizeAt,
  unitOf,
} from './book.ts';
import {
  calmWallet,
  cancel,
  namedId,
  type OrderPlan,
  place,
  placeSound,
  type Side,
  tryPlan,
  walletCheck,
  withPlaced,
  withResting,
} from './plan.ts';
import { restingPlan } from './resting-orders.ts';
import { listing, liveOrders, notListing, untilListed } from './wallet-reads.ts';

const ROW_CLAUSES = [
  '2.15/side.BUY',
  '2.15/type.placed',
  '2.15/makerAddress.caller',
  '2.15/sizeMatched.bounded',
  'D/order-status.listed',
  'D/order-amounts.price',
  'D/live-order-units.size',
  'D/live-order-units.price',
] as const;

/** Judges the row of an order in the response that lists it alone. */
function judgeRow(context: CheckContext, plan: OrderPlan, wallet: Wallet, id: string, of: Exchange) {
  const judge = (clauses: ClauseId, fields: JsonObject, because?: string) =>
    context.judge(fieldLike(clauses, of, '/data', eachLike({ id }, fields), because));
  const { market, outcome, side, type, price, size } = plan;
  const [dollars, shares] = [price / PRICE_ONE, size / MICRO];
  const placed = {
    side,
    type,
    assetId: market.tokenIds[outcome],
    market: market.conditionId,
    price: { $number: inUnit(context, 'price', dollars) },
    originalSize: { $number: inUnit(context, 'size', shares) },
  };
  judge('2.15/type.placed', placed, 'it is the order as placed');
  learnUnits(context, plan, id, of);
  if (side === 'BUY') judge('2.15/side.BUY', { side });
  const priced = { price: { $number: { $near: dollars } } };
  judge('D/order-amounts.price', priced, 'it is cash divided by shares');
  judge('D/live-order-units.size', { originalSize: { $number: { $near: shares } } }, 'it is in shares');
  judge('D/live-order-units.price', priced, 'it is in dollars');
  judge('2.15/makerAddress.caller', { makerAddress: { $caseless: wallet.address } });
  judge('2.15/sizeMatched.bounded', { sizeMatched: { $number: 0 } }, 'nothing is filled');
  judge('D/order-status.listed', { status: 'LIVE' });
}

const ACCEPTED_CLAUSES = ['4.3/content-type', '4.3/order.signatureType.3'] as const;

function judgeReply(context: CheckContext, { side }: OrderPlan, of: Exchange) {
  const judge = (clauses: ClauseId, at: NonNullable<Expectation['at']>) =>
    context.judge({ clauses, of, must: { at }, because: 'the order is accepted and rests' });
  judge('4.3/reply.success.accepted', { '/success': true });
  judge('D/order-reply.errorMsg', { '/errorMsg': '' });
  for (const clause of ACCEPTED_CLAUSES) context.verified(clause);
  context.verified(side === 'BUY' ? '4.3/order.side.BUY' : 'D/order-sides.SELL');
  context.fact('status-word.resting', textOrEmpty(of.json, 'status'));
  judge('D/order-status.reply', { '/status': { $in: ['live', 'matched', 'delayed'] } });
  judge('D/order-reply.resting', { '/makingAmount': '', '/takingAmount': '' });
}

async function judgeLevel(context: CheckContext, plan: OrderPlan, before: Book) {
  const level = restLevel(plan);
  const added = (seen: Book) => sizeAt(seen[level.side], plan.price) - sizeAt(before[level.side], plan.price);
  const { response: of } = await context.eventually(
    () => readBook(context, level.token),
    (seen) => isLevelSize(context, added(seen), plan.size),
  );
  const shares = plan.size / MICRO;
  const because = `an order for ${shares} shares rests at ${formatPrice(plan.price)}`;
  const grown = grownLevelOf(before, level, shares * unitOf(context, 'level'));
  context.judge({ clauses: ['4.3/rest.book', 'D/order-types.GTC'], of, must: grown, because });
  context.judge({ clauses: 'D/book-units', of, must: grownLevelOf(before, level, shares), because });
}

async function judgeListed(context: CheckContext, plan: OrderPlan, wallet: Wallet, id: string) {
  const rests: Rule = { clauses: '4.3/reply.orderID.listed', must: listing(id), because: 'the reply has this id' };
  const { response, holds } = await judgeLater(context, rests, () => liveOrders(context, wallet, { id }));
  if (holds) judgeRow(context, plan, wallet, id, response);
}

async function judgeUnlisted(context: CheckContext, wallet: Wallet, reply: Exchange) {
  const id = namedId(reply);
  if (id === undefined) return;
  const { rows } = await liveOrders(context, wallet, { id });
  if (!rows.some((row) => textAt(row, 'id') === id)) return;
  await cancel(context, wallet, id);
  context.judge(fieldLike('4.3/reply.success.accepted', reply, '/success', true, 'the order is among the live orders'));
}

function restingCheck(side: Side, outcome: 0 | 1) {
  return walletCheck('place-order', `rests-${side.toLowerCase()}-${outcome}`, {
    title:
      `a GTC ${side} of outcome ${outcome} that does not cross rests: ` +
      'in the reply, in the book, among the live orders',
    clauses: [
      '4.3/reply.success.accepted',
      ...ACCEPTED_CLAUSES,
      '4.3/order.side.BUY',
      '4.3/reply.orderID.listed',
      '4.3/rest.book',
      'D/book-units',
      ...ROW_CLAUSES,
      'D/order-status.reply',
      'D/order-reply.errorMsg',
      'D/order-reply.resting',
      'D/order-types.GTC',
      ...(side === 'SELL' ? (['D/order-sides.SELL'] as const) : []),
    ],
    async run(context, [wallet]) {
      const plan = await restingPlan(context, { side, outcome });
      const before = await readBook(context, plan.market.tokenIds[outcome]);
      const reply = await place(context, wallet, plan);
      if (isRefusedReply(reply)) await judgeUnlisted(context, wallet, reply);
      await withPlaced(context, wallet, plan, reply, async (id, response) => {
        judgeReply(context, plan, response);
        await judgeLevel(context, plan, before);
        await judgeListed(context, plan, wallet, id);
      });
    },
  });
}

export const placementChecks = [
  restingCheck('BUY', 0),
  restingCheck('SELL', 0),
  restingCheck('BUY', 1),
  restingCheck('SELL', 1),
];

export const restingKindChecks = [
  walletCheck('place-order', 'unique-ids', {
    title: 'two equal orders with different salts have different ids',
    clauses: ['4.3/reply.orderID.unique', '2.15/id.unique'],
    async run(context, [wallet]) {
      const plan = await restingPlan(context);
      await withResting(context, wallet, plan, async (first, before) => {
        await withResting(context, wallet, plan, async (second, response) => {
          const other = { $not: new SameAs(before, '/orderID') };
          context.judge(
            fieldLike('4.3/reply.orderID.unique', response, '/orderID', other, 'this is the id of the first order'),
          );
          const list = await untilListed(context, wallet, [first, second]);
          const ids = textsOf(list.rows, 'id');
          const isUnique = ids.length > 1 && firstRepeated(ids) < 0;
          const fault = isUnique ? undefined : { pointer: '/data', expected: 'each id once', actual: ids };
          context.judgeBy('2.15/id.unique', list.response, fault, 'the rows of all pages are one list');
        });
      });
    },
  }),
  walletCheck('place-order', 'post-only', {
    title: 'a postOnly order rests if it does not cross, and is refused if it would',
    clauses: ['D/order-post-only.rests', 'D/order-post-only.crossing', 'D/order-post-only.types'],
    async run(context, [wallet, other]) {
      const plan = await restingPlan(context, { postOnly: true });
      await withResting(context, other, plan, async (_, response) => {
        context.judge(
          fieldLike(
            'D/order-post-only.rests',
            response,
            '/makingAmount',
            { $any: ['', { $number: 0 }] },
            'the order rests',
          ),
        );
        const crossing = await tryPlan(context, wallet, { ...plan, side: 'SELL' });
        context.judge(refusal('D/order-post-only.crossing', crossing.response, 'it would trade at once'));
      });
      const wrong = await tryPlan(context, wallet, { ...plan, type: 'FOK' });
      context.judge(refusal('D/order-post-only.types', wrong.response, 'a FOK order never rests'));
    },
  }),
  check('place-order', 'gtd', {
    title: 'a GTD order rests until its expiration',
    clauses: ['D/order-types.GTD'],
    capability: 'heartbeat-expiry',
    async run(context) {
      const wallet = calmWallet(context);
      const expiration = context.serviceSeconds() + 120;
      const plan = await restingPlan(context, { type: 'GTD', expiration });
      const { id } = await placeSound(context, wallet, plan);
      const moment = { earliest: expiration * 1_000, latest: expiration * 1_000 };
      const { before, at } = await aroundMoment(context, moment, () => liveOrders(context, wallet, { id }));
      const because = `the order expires at ${expiration}`;
      if (context.judge({ clauses: 'D/order-types.GTD', of: before.response, must: listing(id), because }))
        context.judge({ clauses: 'D/order-types.GTD', of: at.response, must: notListing(id), because });
    },
  }),
];
