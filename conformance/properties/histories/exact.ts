/**
 * conformance/properties/histories/exact: the same history on the naive venue. Its rules are those of the document
 * profile, so that each difference is the finding of a decision: a note without a profile.
 */
import { textAt } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { createNaive } from '../../../model/create-naive.ts';
import type { Refusal, Reply } from '../../../spec/venue/command.ts';
import type { ClauseId } from '../../check.ts';
import { DEAREST, micro, valueAt } from '../../checks/assertions.ts';
import { isCanceled } from '../../checks/orders/plan.ts';
import type { Course, OwnOrder, Step } from './course.ts';
import { restingIn } from './order-rules.ts';
import { type Ruling, rulingOf } from './ruling.ts';
import { matchedPart, mayRest, type OrderViews, rowOf } from './views.ts';

/** The decision that a refusal of the naive venue rests on. */
const REFUSALS: Readonly<Partial<Record<Refusal['kind'], ClauseId>>> = {
  'price-out-of-range': 'D/order-amounts.range',
  'size-too-small': 'D/order-amounts.minimum',
  'post-only-type': 'D/order-post-only.types',
  'post-only-crosses': 'D/order-post-only.crossing',
  'expiration-too-near': 'D/order-expiration.near',
  duplicate: 'D/order-duplicate',
  'fok-not-filled': 'D/order-refusals.killed',
  'fak-no-match': 'D/order-types.FAK.nothing',
  'self-trade': 'D/self-trade',
};

export const EXACT_CLAUSES: readonly ClauseId[] = [
  ...Object.values(REFUSALS),
  'D/matching.price-first',
  'D/matching.time-second',
  'D/matching.maker-price',
  'D/matching.mint',
  'D/matching.merge',
  'D/order-reply.matched',
  'D/cancel-refusals.finished',
  'D/order-reply.resting',
  'D/order-status.reply',
  'D/live-order-list.open-only',
  'D/order-types.GTD',
  'D/heartbeat-expiry.deadline',
];

type Naive = ReturnType<typeof createNaive>;

/** More than a history can spend, in micro units. */
const PLENTY = 1_000_000 * MICRO;
/** A clock that runs may pass a deadline this close between two requests, milliseconds. */
const CLOSE_MS = 1_500;

/** The rulings up to the first difference; none if others were in the spread, or the model cannot know the outcome. */
export function exactRulings(course: Course, views: OrderViews): readonly Ruling[] {
  if (!isAlone(course, views)) return [];
  const naive = openNaive(course);
  const numbers = new Map<string, number>();
  const rulings: Ruling[] = [];
  for (const step of course.steps) {
    const due = naive.nextDue();
    const isClose = course.stage.isTimed && due !== undefined && Math.abs(due - step.at) < CLOSE_MS;
    const ruling = isClose ? undefined : compareStep(naive, numbers, step);
    if (ruling === undefined) return rulings;
    rulings.push(...ruling);
    if (ruling.some((each) => 'fault' in each && each.fault !== undefined)) return rulings;
  }
  return [...rulings, ...course.orders.flatMap((order) => endRulings(naive, numbers, course, order, views))];
}

/** True if the free prices of the spread hold own orders alone. */
function isAlone(course: Course, views: OrderViews) {
  const { prices } = course.stage;
  const [low = 0, high = PRICE_ONE] = [prices[0], prices.at(-1)];
  const [book] = views.books;
  const inside = [...book.bids, ...book.asks].filter(({ price }) => price >= low && price <= high);
  const shown = inside.reduce((sum, { size }) => sum + size, 0);
  const own = restingIn(course, views).reduce((sum, { left }) => sum + left, 0);
  return Math.abs(shown - own) < 1;
}

/** Two rich wallets in one market without fees. */
function openNaive({ stage, steps }: Course): Naive {
  const naive = createNaive();
  const now = steps[0]?.at ?? 0;
  const { tick, minSize } = stage.market;
  const fee = { rate: 0, exponent: 1, takerOnly: true } as const;
  naive.step({ kind: 'list-market', terms: { tick, minSize, fee, delayMs: 0 } }, now);
  for (const wallet of [0, 1]) {
    naive.step({ kind: 'open-wallet' }, now);
    naive.step({ kind: 'deposit', wallet, amount: 2 * PLENTY }, now);
    naive.step({ kind: 'split', wallet, market: 0, size: PLENTY }, now);
  }
  return naive;
}

/** The rulings of one step; undefined if the model cannot follow it. */
function compareStep(naive: Naive, numbers: Map<string, number>, step: Step): readonly Ruling[] | undefined {
  if (step.kind === 'cancel') return compareCancel(naive, numbers, step);
  if (step.kind === 'place') return comparePlace(naive, numbers, step);
  if (step.kind === 'wait') naive.advanceTo(step.at);
  else naive.step({ kind: 'heartbeat', key: 0 }, step.at);
  return [];
}

type PlaceStep = Extract<Step, { kind: 'place' }>;

function comparePlace(naive: Naive, numbers: Map<string, number>, step: PlaceStep): readonly Ruling[] | undefined {
  const { plan, wallet, order, body, at, reply } = step;
  const { outcome, side, type, price, size, postOnly = false, expiration } = plan;
  const salt = String(body.order['salt']);
  const terms = { wallet, key: wallet, market: 0, outcome, side, type, price, size, postOnly, salt };
  const expires = expiration === undefined ? {} : { expiresAt: at === 0 ? 3_600_000 : expiration * 1_000 };
  const result = naive.step({ kind: 'place', ...terms, ...expires }, at);
  if (!result.ok) {
    const { kind } = result.refusal;
    const words = { expected: `a refusal (${kind})`, actual: reply.json };
    return REFUSALS[kind] && [rulingOf(REFUSALS[kind], reply, order === undefined, () => words)];
  }
  // The model knows neither the cash of a wallet nor its other open orders.
  if (order === undefined || result.value.kind !== 'placed') return undefined;
  numbers.set(order.id, result.value.order);
  return tradedRulings(naive, result.value, step);
}

/** The amounts in the reply are the shares that the naive venue trades, and their cash. */
function tradedRulings(
  naive: Naive,
  { order, size, cash }: Extract<Reply, { kind: 'placed' }>,
  { plan, reply: of }: PlaceStep,
): readonly Ruling[] {
  const [making, taking] = ['makingAmount', 'takingAmount'].map((field) => micro(textAt(of.json, field)) || 0);
  const [shares, dollars] = plan.side === 'BUY' ? [taking, making] : [making, taking];
  const priority = ['D/matching.price-first', 'D/order-reply.matched', ...setClauses(naive, order)] as const;
  const traded = rulingOf(priority, of, shares === size, () => {
    return { expected: `${size / MICRO} shares traded at once`, actual: of.json };
  });
  if (shares !== size) return [traded];
  // A fee may be part of the amount.
  const isPriced = Math.abs(Number(dollars) - cash) <= cash * (DEAREST - 1) + 1;
  const priced = rulingOf(['D/matching.maker-price', 'D/order-reply.matched'], of, isPriced, () => {
    return { expected: `${cash / MICRO} dollars, at the prices of the resting orders`, actual: of.json };
  });
  const rests: Ruling = { clauses: 'D/order-reply.resting', of, must: { at: RESTS }, because: 'the order rests' };
  const status = valueAt('/status', { $in: ['live', 'matched', 'delayed'] });
  return [
    traded,
    priced,
    ...(size === 0 && mayRest(plan) ? [rests] : []),
    { clauses: 'D/order-status.reply', of, must: status },
  ];
}

const RESTS = { '/makingAmount': '', '/takingAmount': '' };

/** Orders for both tokens make or end complete sets. */
function setClauses({ log }: Naive, order: number): readonly ClauseId[] {
  const trade = log.findLast((event) => event.kind === 'trade' && event.takerOrder === order);
  if (trade?.kind !== 'trade' || trade.makers.every(({ outcome }) => outcome === trade.outcome)) return [];
  return [trade.side === 'BUY' ? 'D/matching.mint' : 'D/matching.merge'];
}

function compareCancel(
  naive: Naive,
  numbers: ReadonlyMap<string, number>,
  { order, isForeign, reply, at }: Extract<Step, { kind: 'cancel' }>,
): readonly Ruling[] | undefined {
  const number = numbers.get(order.id);
  if (number === undefined) return undefined;
  const wallet = isForeign ? 1 - order.wallet : order.wallet;
  const result = naive.step({ kind: 'cancel', wallet, order: number }, at);
  const words = { expected: result.ok ? 'a cancel' : `no cancel (${result.refusal.kind})`, actual: reply.json };
  return [rulingOf('D/cancel-refusals.finished', reply, isCanceled(reply, order.id) === result.ok, () => words)];
}

/** An order is live if it is in the model, and as much of it has traded. */
function endRulings(
  naive: Naive,
  numbers: ReadonlyMap<string, number>,
  { steps }: Course,
  order: OwnOrder,
  views: OrderViews,
): readonly Ruling[] {
  const number = numbers.get(order.id);
  if (number === undefined) return [];
  const expected = naive.order(number);
  const isLive = expected?.state === 'live';
  const row = rowOf(views, order);
  const { response: of } = views.live[order.wallet];
  // Without its row the order was filled before another one.
  const clause = isLive && row === undefined && order.plan.type === 'GTC' ? 'D/matching.time-second' : undefined;
  const lists = rulingOf(clause ?? listClause(order, steps), of, isLive === (row !== undefined), () => {
    return { expected: `${order.id} ${isLive ? 'among' : 'not among'} the live orders`, actual: expected?.state };
  });
  if (!isLive || row === undefined || expected === undefined) return [lists];
  const part = expected.matched / order.plan.size;
  const filled = rulingOf('D/matching.time-second', of, Math.abs(matchedPart(row) - part) < 1e-6, () => {
    return { expected: `${expected.matched / MICRO} shares of ${order.id} traded`, actual: row };
  });
  return [lists, filled];
}

function listClause({ plan, wallet }: OwnOrder, steps: readonly Step[]): ClauseId {
  if (wallet === 0 && steps.some(({ kind }) => kind === 'beat')) return 'D/heartbeat-expiry.deadline';
  return plan.type === 'GTD' ? 'D/order-types.GTD' : 'D/live-order-list.open-only';
}
