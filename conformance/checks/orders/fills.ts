/**
 * conformance/checks/orders/fills: a fill in its reply, the book, the live orders, the activity of both wallets and the
 * trades (4.3).
 */

import { type JsonObject, listAt, numberAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { match } from '../../../wire/pattern/match.ts';
import type { CheckContext, ClauseId, Exchange, Wallet } from '../../check.ts';
import {
  bodyLike,
  DEAREST,
  eachLike,
  fieldLike,
  isSameCent,
  judgeLater,
  type Listed,
  micro,
  microPrice,
  type Rule,
} from '../assertions.ts';
import { check } from '../definition.ts';
import {
  type Book,
  inUnit,
  isLevelSize,
  isPowerOfTen,
  isTradeSize,
  LAST_PRICE,
  lastPriceJudge,
  learnUnits,
  levelOf,
  levelShares,
  readBook,
  restLevel,
  sizeAt,
  unitOf,
} from './book.ts';
import { accepted, type OrderPlan, opposite, reasonIn, type Side, tokenOf } from './plan.ts';
import { type Attempt, type Fill, findOffer, frontPlan, isStillOffered, tryFill, withFill } from './resting-orders.ts';
import {
  ENTRIES,
  entriesSince,
  entryOf,
  listedOrder,
  listedWith,
  matching,
  notListing,
  tradesSince,
} from './wallet-reads.ts';

/** The clause that `judgeParties` judges. */
const PARTIES = '4.3/fill.parties';

function eachOfToken(row: unknown, { market, outcome }: OrderPlan, own: unknown, other: unknown): JsonObject {
  const token = market.tokenIds[outcome];
  const of = (asset_id: unknown) => ({ $all: [row, { asset_id }] });
  return { $all: [eachLike(of(token), own), eachLike(of({ $not: token }), other)] };
}

/** Rows with a price between some of the order's token, or their complements, in any unit. */
function eachPriced(row: unknown, plan: OrderPlan, prices: readonly number[], isScaled = true): JsonObject {
  const [own, other] = [prices, prices.map((price) => PRICE_ONE - price)].map((all) => {
    const [least, most] = [Math.min(...all) / PRICE_ONE, Math.max(...all) / PRICE_ONE];
    const range = least === most ? { $near: least } : { $range: [least, most] };
    return { price: { $number: isScaled ? { $scaled: range } : range } };
  });
  return eachOfToken(row, plan, own, other);
}

/** Rows with the order's side for its token, or the other for the other; other words mean anything. */
function eachSided(row: unknown, plan: OrderPlan): JsonObject {
  const [own, other] = [opposite(plan.side), plan.side].map((side) => ({ side: { $not: { $caseless: side } } }));
  return eachOfToken(row, plan, own, other);
}

/** Judges rows like `own`; `order` is the taker's, `limit` its limit as a price of the maker's token. */
function judgeParties(
  context: CheckContext,
  { plan, makerId, depth, size }: Fill,
  order: OrderPlan,
  limit: number,
  { response: of, rows, own }: Listed & { readonly own: unknown },
) {
  const judge = (each: unknown, because: string) => context.judge(bodyLike(PARTIES, of, each, because));
  const token = (one: OrderPlan) => `token ${tokenOf(one)}`;
  const seenByTaker = { $all: [own, { type: 'TAKER' }] };
  judge(eachSided(seenByTaker, order), `the taker's order is a ${order.side} of ${token(order)}`);
  if (depth !== undefined) return;
  const made = { order_id: makerId };
  const orders = { $all: [eachSided(made, plan), eachPriced(made, plan, [plan.price, limit])] };
  const within = `${plan.price / PRICE_ONE} to ${limit / PRICE_ONE}`;
  const because = `the maker's order is a ${plan.side} of ${token(plan)}, within ${within}`;
  judge(eachLike(own, { maker_orders: orders }), because);
  judgeMatched(context, of, rows, makerId, Math.min(plan.size, size) / MICRO);
}

function judgeMatched(
  context: CheckContext,
  of: Exchange,
  rows: readonly JsonObject[],
  makerId: string,
  shares: number,
) {
  const makers = rows
    .flatMap((row) => objectsIn(listAt(row, 'maker_orders')))
    .filter((maker) => textAt(maker, 'order_id') === makerId);
  const matched = makers.reduce((sum, maker) => sum + Number(textAt(maker, 'matched_amount')), 0);
  const isMatched = makers.length === 0 || isPowerOfTen(matched / shares);
  const fault = { expected: `a matched_amount of ${shares} shares, which the fill has`, actual: makers[0] };
  context.judgeBy(PARTIES, of, isMatched ? undefined : fault, 'it is a sum over lists in several rows');
}

/** Shares of a fill whose entries are looked for: no other fill has as many. */
const SHARES = 28;

/** Entries of one side, grouped by transaction: the interface does not say whether a fill has one entry or several. */
function entriesOf(rows: readonly JsonObject[], side: Side): readonly (readonly JsonObject[])[] {
  const ofSide = rows.filter((row) => textAt(row, 'side') === side);
  return [...Map.groupBy(ofSide, (row) => textAt(row, 'transactionHash')).values()];
}

const sizeOf = (rows: readonly JsonObject[]) => rows.reduce((sum, row) => sum + (numberAt(row, 'size') ?? 0), 0);

export async function judgeEntry(
  context: CheckContext,
  { plan, since, depth }: Fill,
  wallet: Wallet,
  side: Side,
): Promise<void> {
  const shares = plan.size / MICRO;
  // Other wallets may have offered the shares in parts.
  const isWhole = (size: number) => isSameCent(size, shares) || (depth !== undefined && size <= shares);
  const entryIn = (seen: readonly JsonObject[]) => entriesOf(seen, side).find((group) => isWhole(sizeOf(group)))?.[0];
  const { response, rows } = await context.eventually(
    () => entriesSince(context, wallet, plan, since),
    (seen) => entryIn(seen.rows) !== undefined,
  );
  const entry = entryIn(rows);
  const all = objectsIn(response.json);
  if (entry === undefined && all.length >= ENTRIES)
    context.notTestable('the activity of the wallet is longer than a page', 'use wallets with shorter feeds');
  const expected = `an entry ${side} ${shares} in ${plan.market.conditionId}`;
  const fault = entry === undefined ? { expected, actual: all[0] } : undefined;
  const why = 'the entries of a transaction are added up, and the interface does not state their number';
  context.judgeBy(['4.3/fill.activity', `2.3/side.${side}`], response, fault, why);
  const typed = eachLike({ ...entryOf(plan, since), side }, { type: 'TRADE' });
  if (entry !== undefined) context.judge(bodyLike('2.3/type.TRADE', response, typed));
}

export const TRADE_CLAUSES = [
  '4.3/fill.trade',
  '4.3/fill.size',
  '4.3/fill.price-limit',
  PARTIES,
  'D/builder-trades-auth.all',
  'D/matching.maker-price',
] as const;

/** `order` is that of the taker, `limit` its limit as a price of the resting order's token. */
export async function judgeTrade(
  context: CheckContext,
  fill: Fill,
  order: OrderPlan = { ...fill.plan, side: opposite(fill.plan.side) },
  limit: number = order.price,
): Promise<void> {
  const { plan, makerId, depth, takerId, since } = fill;
  // Only its own wallet knows the id of an order.
  const named = depth === undefined ? { maker_orders: { $contains: [{ order_id: makerId }] } } : {};
  // A trade may be one row, or a row for each maker order.
  const own = { $any: [{ taker_order_id: takerId }, ...(depth === undefined ? [named] : [])] };
  const isOwn = (row: JsonObject) => match(own, row).length === 0;
  const size = Math.min(plan.size, fill.size);
  const sizeOf = (rows: readonly JsonObject[]) => rows.reduce((sum, row) => sum + Number(textAt(row, 'size')), 0);
  const { response: of, rows } = await context.eventually(
    () => tradesSince(context, plan.market.conditionId, since),
    (seen) => isTradeSize(context, sizeOf(seen.rows.filter(isOwn)), size),
  );
  const judge = (clauses: ClauseId, body: unknown, because?: string) =>
    context.judge(bodyLike(clauses, of, body, because));
  if (!judge('D/builder-trades-auth.all', { $contains: [own] }, `${takerId} has traded`)) return;
  judge('4.3/fill.trade', { $contains: [{ taker_order_id: takerId, ...named }] }, 'a trade names both of its orders');
  const sum = { $sum: { by: '/size', is: inUnit(context, 'trade', size / MICRO) } };
  judge('4.3/fill.size', { $where: { of: own, is: sum } }, `${size / MICRO} shares traded`);
  judgeParties(context, fill, order, limit, { response: of, rows: rows.filter(isOwn), own });
  judge('4.3/fill.price-limit', eachPriced(own, plan, [plan.price, limit]), 'both orders have a limit');
  // Another wallet may have made a better offer meanwhile.
  if (depth !== undefined) return;
  judge('D/matching.maker-price', eachPriced(own, plan, [plan.price], false), 'the price is that of the resting order');
}

export const fillRecordChecks = [
  check('place-order', 'fill-activity', {
    title: 'a fill is in the activity of both wallets',
    clauses: ['4.3/fill.activity', '2.3/side.BUY', '2.3/side.SELL', '2.3/type.TRADE'],
    safety: 'write-irreversible',
    run(context) {
      const judge = async (fill: Fill) => {
        if (fill.depth === undefined) await judgeEntry(context, fill, fill.maker, 'SELL');
        await judgeEntry(context, fill, fill.taker, opposite(fill.plan.side));
        // The seller was another wallet, so the taker sells as well.
        if (fill.depth !== undefined && fill.plan.side === 'SELL')
          await withFill(context, { change: { side: 'BUY', shares: SHARES } }, judge);
      };
      return withFill(context, { change: { shares: SHARES } }, judge);
    },
  }),
  check('place-order', 'fill-trade', {
    title: 'a fill is in the builder trades, with taker order, maker order and size, at a price within both limits',
    clauses: TRADE_CLAUSES,
    safety: 'write-irreversible',
    run: (context) => withFill(context, {}, (fill) => judgeTrade(context, fill)),
  }),
];

/** Values that the interface calls allowed, all in the taker's order: a FOK purchase of signature type 3. */
const ALLOWED = ['4.3/orderType.FOK', '4.3/order.side.BUY', '4.3/order.signatureType.3'] as const;

/** Statuses of an order that is refused because matching is halted (D/order-refusals). */
const HALTED = [425, 503];

/** Fills an offer once and judges the fill; false if the order was refused and this attempt is not the last. */
async function judgeAttempt(context: CheckContext, isLast: boolean): Promise<boolean> {
  const offer = await findOffer(context);
  const judgeLast = await lastPriceJudge(context, offer.plan);
  return await tryFill(context, { offer }, (attempt) => judgeWhole(context, attempt, judgeLast, isLast));
}

type LastPriceJudge = Awaited<ReturnType<typeof lastPriceJudge>>;

/** Judges a fill. A refused order is judged only in the last attempt; earlier ones return false. */
async function judgeWhole(
  context: CheckContext,
  attempt: Attempt,
  judgeLast: LastPriceJudge,
  isLast: boolean,
): Promise<boolean> {
  const { takerId, reply, plan, depth } = attempt;
  const isAccepted = takerId !== undefined;
  if (!isAccepted && depth !== undefined && !(await isStillOffered(context, plan)))
    context.notTestable('another wallet may have filled the order before', 'name a market without other traders');
  if (!isAccepted && !isLast) return false;
  if (!isAccepted && HALTED.includes(reply.status))
    context.notTestable(`matching was halted twice (${reasonIn(reply)})`, 'run the check again');
  context.judge(accepted(ALLOWED, reply, 'the order can fill completely'));
  if (!isAccepted) return true;
  const fill = { ...attempt, takerId };
  if (depth === undefined) await judgeGone(context, fill, judgeLast);
  else await judgeTaken(context, fill, depth);
  judgeReply(context, attempt);
  return true;
}

async function judgeGone(
  context: CheckContext,
  { plan, maker, taker, makerId, takerId }: Fill,
  judgeLast: LastPriceJudge,
) {
  const level = restLevel(plan);
  const clauses = ['4.3/fill.book', '4.3/fok.whole-or-nothing'] as const;
  const gone: Rule = { clauses, must: levelOf(level, 0), because: 'the order at this price is filled' };
  await judgeLater(context, gone, () => readBook(context, level.token));
  await judgeLast(takerId);
  await judgeUnlisted(context, taker, plan, takerId);
  const { response: of } = await listedOrder(context, maker, plan, makerId);
  const because = 'the order is filled';
  context.judge({ clauses: 'D/live-order-list.open-only', of, must: notListing(makerId), because });
}

async function judgeUnlisted(context: CheckContext, wallet: Wallet, plan: OrderPlan, id: string) {
  const { response: of } = await listedOrder(context, wallet, plan, id);
  context.judge({ clauses: '4.3/fok.whole-or-nothing', of, must: notListing(id), because: 'a FOK order never rests' });
}

/** Another wallet may refill the level at once, so it counts only if it shows the fill. */
async function judgeTaken(context: CheckContext, { plan, taker, takerId }: Fill, depth: number) {
  const isTaken = ({ asks, last }: Book) =>
    levelShares(context, sizeAt(asks, plan.price)) === depth - plan.size && micro(last) === microPrice(plan.price);
  const book = await context.eventually(() => readBook(context, tokenOf(plan)), isTaken);
  if (isTaken(book)) for (const clause of ['4.3/fill.book', LAST_PRICE] as const) context.verified(clause);
  await judgeUnlisted(context, taker, plan, takerId);
}

function judgeReply(context: CheckContext, { plan, depth, reply }: Attempt) {
  const shares = plan.size / MICRO;
  const cash = (shares * plan.price) / PRICE_ONE;
  // Another wallet may have made a better offer meanwhile.
  const paid = [depth === undefined ? cash - 1e-6 : 0, cash * DEAREST + 1e-6];
  const amounts = { takingAmount: { $number: { $near: shares } }, makingAmount: { $number: { $range: paid } } };
  const because = `${shares} shares cost ${cash} dollars before fees`;
  context.judge(bodyLike('D/order-reply.matched', reply, amounts, because));
  context.judge(fieldLike('D/order-status.reply', reply, '/status', 'matched'));
  context.fact('status-word.filled', textOrEmpty(reply.json, 'status'));
}

export const fillChecks = [
  check('place-order', 'fok-filled', {
    title:
      'a FOK order that can fill completely does so at once: the level is gone, nothing rests, the last price is new',
    clauses: [
      ...ALLOWED,
      '4.3/fok.whole-or-nothing',
      '4.3/fill.book',
      LAST_PRICE,
      'D/order-reply.matched',
      'D/order-status.reply',
      'D/live-order-list.open-only',
    ],
    safety: 'write-irreversible',
    async run(context) {
      // Matching may have been halted for a moment (D/order-refusals).
      if (!(await judgeAttempt(context, false))) await judgeAttempt(context, true);
    },
  }),
  check('place-order', 'partial-fill', {
    title: 'a partially filled order stays listed with the filled size in sizeMatched, and the rest stays in the book',
    clauses: [
      '4.3/fill.sizeMatched',
      '2.15/sizeMatched.bounded',
      '2.15/type.placed',
      '4.3/fill.book',
      ...TRADE_CLAUSES,
    ],
    safety: 'write-irreversible',
    async run(context: CheckContext) {
      const offer = { plan: await frontPlan(context, { side: 'SELL' }), depth: undefined };
      await withFill(context, { part: 0.5, offer }, async (fill) => {
        const { plan, maker, makerId, size } = fill;
        const part: Rule = { clauses: '4.3/fill.sizeMatched', must: matching(makerId, size, plan.size) };
        const read = () => listedWith(context, maker, { id: makerId }, makerId);
        const { response: of, rows } = await judgeLater(context, part, read);
        if (rows.length > 0) {
          const judge = (clauses: ClauseId, pattern: unknown) =>
            context.judge(fieldLike(clauses, of, '/data', eachLike({ id: makerId }, pattern)));
          judge('2.15/type.placed', { originalSize: { $number: inUnit(context, 'size', plan.size / MICRO) } });
          judge('2.15/sizeMatched.bounded', { $relation: { left: '/sizeMatched', is: '<=', right: '/originalSize' } });
          learnUnits(context, plan, makerId, of);
        }
        const level = restLevel(plan);
        const book = await context.eventually(
          () => readBook(context, level.token),
          ({ asks }) => isLevelSize(context, sizeAt(asks, plan.price), plan.size - size),
        );
        const left = ((plan.size - size) / MICRO) * unitOf(context, 'level');
        const because = 'the rest of the order stays';
        context.judge({ clauses: '4.3/fill.book', of: book.response, must: levelOf(level, left), because });
        await judgeTrade(context, fill);
      });
    },
  }),
];
