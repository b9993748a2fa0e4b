/** conformance/checks/orders/cross: a GTC order of the second wallet that reaches one of the first, or of others. */
import { textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext } from '../../check.ts';
import { bodyLike, isTrue } from '../assertions.ts';
import { judgeBestPrices } from '../books/prices.ts';
import { DEAREST } from '../quantities.ts';
import { lastPriceJudge, readBook, sizeAt } from './book.ts';
import { type Fill, findOffer, type Offer, withOffer } from './fill.ts';
import type { Change } from './fill-positions.ts';
import { type OrderPlan, opposite, type Side } from './plan.ts';
import { frontPlan, twoWallets, withResting } from './resting-orders.ts';
import { type Held, heldAfter, heldShares } from './wallet-reads.ts';

/** The side and outcome of a resting order, and how the taker's differs from one that fills it exactly. */
export type Cross = Readonly<{
  name: string;
  title: string;
  side: Side;
  outcome: 0 | 1;
  /** Of the resting order. No other fill has as many, so that its entries in the activity are its own. */
  shares: number;
  /** The taker's size in sizes of the resting order, 1 or more. */
  ratio?: number;
  /** The taker's limit is a tick better than the resting price. */
  isBetter?: true;
  /** The taker's order has the same side for the other token: together they make or end complete sets. */
  isSet?: true;
}>;

/** A position that the fill moves by this many shares, and the limit of its order in dollars. */
type Move = { readonly change: Change; readonly shares: number; readonly price: number };

export type Crossing = Fill & {
  /** The taker's order. */
  readonly order: OrderPlan;
  /** Its limit as a price of the resting order's token. */
  readonly limit: number;
  /** Reads the positions that the fill moves until they show it. */
  moves(): Promise<readonly Move[]>;
  /** Judges the last price after the fill; undefined if it is not certain. */
  readonly judgeLast: Awaited<ReturnType<typeof lastPriceJudge>> | undefined;
};

/** Judges best prices, then runs `judge` on both orders, and cancels them. Ends the check if one was refused. */
export async function withCrossing(
  context: CheckContext,
  cross: Cross,
  judge: (crossing: Crossing) => Promise<void>,
): Promise<void> {
  const [maker, taker] = twoWallets(context);
  const offer = await offerFor(context, cross);
  const { plan, depth } = offer;
  const order = takerOrder(plan, cross);
  const limit = cross.isSet === true ? PRICE_ONE - order.price : order.price;
  await context.settled(['positions']);
  const parties = [{ wallet: taker, plan: order }, ...(depth === undefined ? [{ wallet: maker, plan }] : [])];
  const moves = await movesOf(context, parties, plan.size);
  // The last price of the second outcome may be stated in prices of the first one (D/last-trade-price).
  const isPlain = limit === plan.price && cross.isSet !== true && plan.outcome === 0;
  const judgeLast = isPlain ? await lastPriceJudge(context, plan) : undefined;
  await withOffer(context, maker, offer, async (makerId) => {
    if (cross.isSet === true) await assertMirrored(context, plan);
    await judgeBestPrices(context, plan.market.tokenIds);
    const since = context.serviceSeconds() - 1;
    await withResting(context, taker, order, (takerId, reply) =>
      judge({
        maker,
        taker,
        plan,
        order,
        limit,
        makerId,
        takerId,
        depth,
        size: order.size,
        reply,
        since,
        moves,
        judgeLast,
      }),
    );
  });
}

async function offerFor(
  context: CheckContext,
  { side, outcome, shares, ratio, isBetter, isSet }: Cross,
): Promise<Offer> {
  const isPlain = ratio === undefined && isBetter === undefined && isSet === undefined;
  if (isPlain) return await findOffer(context, { side, outcome, shares });
  return { plan: await frontPlan(context, { side, outcome, shares }, isBetter === true ? 2 : 1), depth: undefined };
}

function takerOrder(plan: OrderPlan, { ratio = 1, isBetter, isSet }: Cross): OrderPlan {
  const size = Math.round(plan.size * ratio);
  if (isSet === true) return { ...plan, size, outcome: plan.outcome === 0 ? 1 : 0, price: PRICE_ONE - plan.price };
  const better = plan.side === 'SELL' ? plan.market.tick : -plan.market.tick;
  return { ...plan, size, side: opposite(plan.side), price: plan.price + (isBetter === true ? better : 0) };
}

type Party = { readonly wallet: Wallet; readonly plan: OrderPlan };

/** Reads the positions of the parties. The result reads them again until they show a fill of `size`. */
async function movesOf(context: CheckContext, parties: readonly Party[], size: number): Promise<Crossing['moves']> {
  const read = async (): Promise<readonly Held[]> => {
    const held: Held[] = [];
    for (const { wallet, plan } of parties) held.push(await heldShares(context, wallet, plan.market, plan.outcome));
    return held;
  };
  const before = await read();
  const moves = (after: readonly Held[]): readonly Move[] =>
    parties.flatMap(({ plan }, at) => {
      const [was, is] = [before[at], after[at]];
      const shares = ((plan.side === 'BUY' ? 1 : -1) * size) / MICRO;
      return was === undefined || is === undefined
        ? []
        : [{ change: { before: was, after: is }, shares, price: plan.price / PRICE_ONE }];
    });
  const isPoor = parties.some(({ plan }, at) => plan.side === 'SELL' && (before[at]?.shares ?? 0) * MICRO < plan.size);
  if (isPoor)
    context.notTestable(
      'a wallet has too few shares to sell',
      'give both wallets both tokens of the markets set aside',
    );
  const hasMoved = ({ change, shares }: Move) =>
    isTrue({ of: change.after.response, must: heldAfter(change.before, shares) });
  return async () => moves(await context.eventually(read, (after) => moves(after).every(hasMoved)));
}

/** Ends the check if the book of the other token does not show the resting order: its orders are matched separately. */
async function assertMirrored(context: CheckContext, { market, outcome, side, price }: OrderPlan) {
  const token = market.tokenIds[outcome === 0 ? 1 : 0];
  const mirrored = (book: Awaited<ReturnType<typeof readBook>>) =>
    sizeAt(side === 'BUY' ? book.asks : book.bids, PRICE_ONE - price) > 0;
  if (mirrored(await readBook(context, token))) return;
  await context.pause(1_000);
  if (!mirrored(await readBook(context, token)))
    context.notTestable('the two tokens of a market have separate books', 'nothing is wrong: D/book-mirror allows it');
}

/** The largest power of ten by which a unit may be smaller than a share or a dollar. */
const FINEST = 18;

type Range = readonly [least: number, most: number];

type Amounts = Pick<Crossing, 'order' | 'plan' | 'limit' | 'depth' | 'reply'>;

/** Judges the amounts of the fill, in one unit and but for a fee. Empty ones and zeros show nothing. */
export function judgeAmounts(context: CheckContext, { order, plan, limit, depth, reply }: Amounts): void {
  const [making, taking] = ['makingAmount', 'takingAmount'].map((field) => Number(textAt(reply.json, field)));
  if (!making || !taking) return;
  const shares = plan.size / MICRO;
  const prices = [plan.price, limit].map(
    (price) => (order.outcome === plan.outcome ? price : PRICE_ONE - price) / PRICE_ONE,
  );
  const sizes: Range = [shares / DEAREST, shares];
  const least = depth === undefined ? Math.min(...prices) : 0;
  const cash: Range = [(shares * least) / DEAREST, shares * Math.max(...prices) * DEAREST];
  const [paid, got] = order.side === 'BUY' ? [cash, sizes] : [sizes, cash];
  const inUnits = Array.from({ length: FINEST + 1 }, (_, digits) => ({
    makingAmount: rounded(paid, 10 ** digits),
    takingAmount: rounded(got, 10 ** digits),
  }));
  const because = 'these are the amounts that traded, in one unit';
  context.judge(bodyLike('4.3/reply.amounts', reply, { $any: inUnits }, because));
}

/** Amounts are rounded to their last digit. */
const rounded = ([least, most]: Range, unit: number) => ({
  $number: { $range: [least * unit * (1 - 1e-6), most * unit * (1 + 1e-6)] },
});
