/**
 * conformance/checks/orders/placing: an order that rests: its reply, its level in the book, its row among the live orders
 * (interface 2.15, 4.3, 4.5).
 */

import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, textAt } from '../../../spec/json.ts';
import { formatPrice, MICRO, parseUnits } from '../../../spec/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { aroundMoment } from '../moments.ts';
import type { OrderPlan } from './plan.ts';
import { cancel, place, placedId, sizeFor } from './plan.ts';
import {
  calmWallet,
  eventually,
  liveOrders,
  placeSound,
  readBook,
  roomInside,
  sizeAt,
  twoWallets,
  withResting,
  writeMarket,
} from './venue.ts';

export function tradingCheck(
  id: string,
  draft: Pick<Check, 'title' | 'clauses' | 'kind' | 'run' | 'route'> & Partial<Check>,
): Check {
  return { id, capability: 'trading', safety: 'write-reversible', needs: ['write-market'], cost: {}, ...draft };
}

/** A plan that rests inside the spread of a market set aside. */
export async function restingPlan(
  context: CheckContext,
  turn: number,
  change: Partial<OrderPlan> = {},
): Promise<OrderPlan> {
  const market = writeMarket(context, turn);
  const outcome = change.outcome ?? 0;
  const { low } = await roomInside(context, market, outcome);
  return { market, outcome, side: 'BUY', price: low, size: sizeFor(market, 20), type: 'GTC', ...change };
}

function units(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseUnits(text, 6);
}

function judgeReply(context: CheckContext, plan: OrderPlan, answer: Exchange): void {
  const whole =
    flagAt(answer.json, 'success') === true &&
    textAt(answer.json, 'errorMsg') === '' &&
    textAt(answer.json, 'orderID') !== '';
  context.expect('4.3/reply.success.accepted', whole, answer, {
    expected: 'success true, an empty errorMsg and an orderID',
    actual: answer.json,
  });
  for (const clause of [
    '4.3/content-type',
    '4.3/order.signatureType.3',
    ...(plan.side === 'BUY' ? ['4.3/order.side.BUY'] : []),
  ])
    context.verified(clause);
  const status = textAt(answer.json, 'status') ?? '';
  context.fact('status-word.resting', status);
  context.expect('D/order-status.reply', ['live', 'matched', 'delayed'].includes(status), answer, {
    pointer: '/status',
    expected: 'live, matched or delayed',
    actual: status,
  });
  const amounts = `${textAt(answer.json, 'makingAmount')}${textAt(answer.json, 'takingAmount')}`;
  context.expect('D/order-reply.resting', amounts === '', answer, {
    pointer: '/makingAmount',
    expected: 'empty amounts',
    actual: amounts,
  });
}

function judgeRow(context: CheckContext, plan: OrderPlan, wallet: Wallet, answer: Exchange, row: JsonObject): void {
  const told: readonly (readonly [string, boolean, unknown])[] = [
    ['side', textAt(row, 'side') === plan.side, row['side']],
    ['type', textAt(row, 'type') === plan.type, row['type']],
    ['price', units(textAt(row, 'price')) === plan.price * 100, row['price']],
    ['originalSize', units(textAt(row, 'originalSize')) === plan.size, row['originalSize']],
    ['assetId', textAt(row, 'assetId') === plan.market.tokenIds[plan.outcome], row['assetId']],
    ['market', textAt(row, 'market') === plan.market.conditionId, row['market']],
  ];
  const other = told.find(([, same]) => !same);
  context.expect('2.15/type.placed', other === undefined, answer, {
    pointer: `/data/0/${other?.[0] ?? ''}`,
    expected: `the order as placed: ${plan.side} ${plan.size / MICRO} at ${formatPrice(plan.price)}, ${plan.type}`,
    actual: other?.[2],
  });
  if (plan.side === 'BUY')
    context.expect('2.15/side.BUY', textAt(row, 'side') === 'BUY', answer, {
      pointer: '/data/0/side',
      expected: 'BUY',
      actual: row['side'],
    });
  context.expect('D/order-amounts.price', told[2]?.[1] === true, answer, {
    pointer: '/data/0/price',
    expected: `cash over shares, ${formatPrice(plan.price)}`,
    actual: row['price'],
  });
  context.expect(
    '2.15/makerAddress.caller',
    textAt(row, 'makerAddress')?.toLowerCase() === wallet.address.toLowerCase(),
    answer,
    { pointer: '/data/0/makerAddress', expected: wallet.address, actual: row['makerAddress'] },
  );
  const matched = units(textAt(row, 'sizeMatched'));
  context.expect('2.15/sizeMatched.bounded', matched === 0, answer, {
    pointer: '/data/0/sizeMatched',
    expected: '0, for nothing traded',
    actual: row['sizeMatched'],
  });
  context.expect('D/order-status.listed', textAt(row, 'status') === 'LIVE', answer, {
    pointer: '/data/0/status',
    expected: 'LIVE',
    actual: row['status'],
  });
}

function restingCheck(side: 'BUY' | 'SELL', outcome: 0 | 1): Check {
  return tradingCheck(`place-order.rests-${side.toLowerCase()}-${outcome}`, {
    title: `a GTC ${side} of outcome ${outcome} inside the spread rests: in the reply, in the book, among the live orders`,
    clauses: [
      '4.3/reply.success.accepted',
      '4.3/content-type',
      '4.3/order.signatureType.3',
      '4.3/order.side.BUY',
      '4.3/reply.orderID.listed',
      '4.3/rest.book',
      '2.15/side.BUY',
      '2.15/type.placed',
      '2.15/makerAddress.caller',
      '2.15/sizeMatched.bounded',
      'D/order-status.reply',
      'D/order-status.listed',
      'D/order-reply.resting',
      'D/order-amounts.price',
      'D/order-types.GTC',
      ...(side === 'SELL' ? ['D/order-sides.SELL'] : []),
    ],
    kind: 'stateful',
    route: 'place-order',
    run: async (context: CheckContext) => {
      const [wallet] = twoWallets(context);
      const plan = await restingPlan(context, outcome, { side, outcome });
      const token = plan.market.tokenIds[outcome];
      const before = await readBook(context, token);
      const key = side === 'BUY' ? 'bids' : 'asks';
      await withResting(context, wallet, plan, async (id, answer) => {
        judgeReply(context, plan, answer);
        if (side === 'SELL') context.verified('D/order-sides.SELL');
        const target = sizeAt(before[key], plan.price) + plan.size;
        const book = await eventually(
          context,
          () => readBook(context, token),
          (seen) => sizeAt(seen[key], plan.price) === target,
        );
        for (const clause of ['4.3/rest.book', 'D/order-types.GTC']) {
          context.expect(clause, sizeAt(book[key], plan.price) === target, book.answer, {
            expected: `${target / MICRO} shares at ${formatPrice(plan.price)} in ${key}`,
            actual: sizeAt(book[key], plan.price) / MICRO,
          });
        }
        const listed = await eventually(
          context,
          () => liveOrders(context, wallet, { id }),
          (seen) => seen.rows.length > 0,
        );
        const row = listed.rows.find((order) => textAt(order, 'id') === id);
        context.expect('4.3/reply.orderID.listed', row !== undefined, listed.answer, {
          expected: `a live order ${id}`,
          actual: `${listed.rows.length} orders`,
        });
        if (row !== undefined) judgeRow(context, plan, wallet, listed.answer, row);
      });
    },
  });
}

const uniqueCheck = tradingCheck('place-order.unique-ids', {
  title: 'two equal orders with different salts have different ids',
  clauses: ['4.3/reply.orderID.unique', '2.15/id.unique'],
  kind: 'stateful',
  route: 'place-order',
  run: async (context: CheckContext) => {
    const [wallet] = twoWallets(context);
    const plan = await restingPlan(context, 2);
    await withResting(context, wallet, plan, async (first) => {
      await withResting(context, wallet, plan, async (second, answer) => {
        context.expect('4.3/reply.orderID.unique', first !== second, answer, {
          pointer: '/orderID',
          expected: 'an id of its own',
          actual: second,
        });
        const { answer: list, rows } = await liveOrders(context, wallet);
        const ids = rows.map((row) => textAt(row, 'id'));
        context.expect('2.15/id.unique', rows.length > 1 && new Set(ids).size === ids.length, list, {
          expected: 'each id once',
          actual: ids,
        });
      });
    });
  },
});

const postOnlyCheck = tradingCheck('place-order.post-only', {
  title: 'a postOnly order rests where it does not cross, and is refused where it would',
  clauses: ['D/order-post-only.rests', 'D/order-post-only.crossing', 'D/order-post-only.types'],
  kind: 'stateful',
  route: 'place-order',
  run: async (context: CheckContext) => {
    const [wallet, other] = twoWallets(context);
    const plan = await restingPlan(context, 3, { postOnly: true });
    await withResting(context, other, plan, async (_, answer) => {
      context.expect('D/order-post-only.rests', textAt(answer.json, 'makingAmount') === '', answer, {
        expected: 'an order that rests',
        actual: answer.json,
      });
      const crossing = await refusedOrUndone(context, wallet, { ...plan, side: 'SELL' });
      context.expect('D/order-post-only.crossing', crossing.refused, crossing.answer, {
        expected: 'an error',
        actual: `status ${crossing.answer.status}`,
      });
    });
    const wrong = await refusedOrUndone(context, wallet, { ...plan, type: 'FOK' });
    context.expect('D/order-post-only.types', wrong.refused, wrong.answer, {
      expected: 'an error',
      actual: `status ${wrong.answer.status}`,
    });
  },
});

/** Sends a plan that should be refused; what was accepted all the same is cancelled. */
async function refusedOrUndone(
  context: CheckContext,
  wallet: Wallet,
  plan: OrderPlan,
): Promise<{ readonly refused: boolean; readonly answer: Exchange }> {
  const answer = await place(context, wallet, plan);
  const refused = !isSuccess(answer) || flagAt(answer.json, 'success') === false;
  const id = placedId(answer);
  if (!refused && id !== undefined) await cancel(context, wallet, id);
  return { refused, answer };
}

const timeInForceCheck = tradingCheck('place-order.gtd', {
  title: 'a GTD order rests until its expiration and is gone then',
  clauses: ['D/order-types.GTD'],
  kind: 'stateful',
  route: 'place-order',
  capability: 'heartbeat-expiry',
  run: async (context: CheckContext) => {
    const wallet = calmWallet(context);
    const expiration = context.serviceSeconds() + 120;
    const plan = await restingPlan(context, 4, { type: 'GTD', expiration });
    const { id } = await placeSound(context, wallet, plan);
    const moment = { earliest: expiration * 1_000, latest: expiration * 1_000 };
    const { before, at: after } = await aroundMoment(context, moment, () => liveOrders(context, wallet, { id }));
    context.expect('D/order-types.GTD', before.rows.length === 1 && after.rows.length === 0, after.answer, {
      expected: 'the order until its expiration, and not at it',
      actual: `${before.rows.length} before, ${after.rows.length} at it`,
    });
  },
});

/** Orders that rest. */
export const orderPlacingChecks: readonly Check[] = [
  restingCheck('BUY', 0),
  restingCheck('SELL', 0),
  restingCheck('BUY', 1),
  restingCheck('SELL', 1),
  uniqueCheck,
  postOnlyCheck,
  timeInForceCheck,
];
