/** conformance/checks/orders/fills: the reply, the book and the live orders after a full and a partial fill (4.3). */
import { textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { bodyLike, eachLike, fieldLike, judgeLater, type Rule } from '../assertions.ts';
import { check } from '../definition.ts';
import { DEAREST, micro, microPrice } from '../quantities.ts';
import {
  type Book,
  inUnit,
  isLevelSize,
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
import { type Attempt, type Fill, findOffer, isStillOffered, tryFill, withFill } from './fill.ts';
import { judgeTrade, TRADE_CLAUSES } from './fill-records.ts';
import { type OrderPlan, reasonIn } from './plan.ts';
import { accepted } from './probes.ts';
import { frontPlan } from './resting-orders.ts';
import { listedOrder, listedWith, matching, notListing } from './wallet-reads.ts';

/** Values that the interface calls allowed, all in the taker's order: a FOK purchase of signature type 3. */
const ALLOWED = ['4.3/orderType.FOK', '4.3/order.side.BUY', '4.3/order.signatureType.3'] as const;

/** Statuses of an order that is refused because matching is halted (D/order-refusals). */
const HALTED = [425, 503];

const wholeCheck = check('place-order', 'fok-filled', {
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
  async run(context: CheckContext) {
    // Matching may have been halted for a moment (D/order-refusals).
    if (!(await judgeAttempt(context, false))) await judgeAttempt(context, true);
  },
});

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
  judgeMatched(context, attempt);
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
  const book = await context.eventually(() => readBook(context, plan.market.tokenIds[plan.outcome]), isTaken);
  if (isTaken(book)) for (const clause of ['4.3/fill.book', LAST_PRICE] as const) context.verified(clause);
  await judgeUnlisted(context, taker, plan, takerId);
}

function judgeMatched(context: CheckContext, { plan, depth, reply }: Attempt) {
  const shares = plan.size / MICRO;
  const cash = (shares * plan.price) / PRICE_ONE;
  // Another wallet may have made a better offer meanwhile.
  const paid = [depth === undefined ? cash - 1e-6 : 0, cash * DEAREST + 1e-6];
  const amounts = { takingAmount: { $number: { $near: shares } }, makingAmount: { $number: { $range: paid } } };
  const because = `${shares} shares cost ${cash} dollars before fees`;
  context.judge(bodyLike('D/order-reply.matched', reply, amounts, because));
  context.judge(fieldLike('D/order-status.reply', reply, '/status', 'matched'));
  context.fact('status-word.filled', textAt(reply.json, 'status') ?? '');
}

const partialCheck = check('place-order', 'partial-fill', {
  title: 'a partially filled order stays listed with the filled size in sizeMatched, and the rest stays in the book',
  clauses: ['4.3/fill.sizeMatched', '2.15/sizeMatched.bounded', '2.15/type.placed', '4.3/fill.book', ...TRADE_CLAUSES],
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
});

export const fillChecks = [wholeCheck, partialCheck];
