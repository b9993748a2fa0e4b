/**
 * conformance/properties/histories/properties: drawn histories of two wallets on a market set aside. Every service must
 * keep the relations between replies, live orders, books and holdings; the document profile also says how orders are
 * matched.
 */
import type { CheckContext } from '../../check.ts';
import { endSession } from '../../checks/heartbeats/session.ts';
import { twoWallets } from '../../checks/orders/plan.ts';
import { insideSpot, narrow } from '../../checks/orders/resting-orders.ts';
import { outcomeName } from '../../checks/orders/traded-row.ts';
import { twice } from '../../checks/steady.ts';
import { type Definition, type Property, property, TRADING } from '../property.ts';
import { GHOST, judgeGhosts, withdrawOrders } from './clean-up.ts';
import { type History, histories } from './command.ts';
import { type Course, playHistory, pricesIn, type Stage } from './course.ts';
import { EXACT_CLAUSES, exactRulings } from './exact.ts';
import { sessionProperty } from './heartbeat-sessions.ts';
import { ORDER_CLAUSES, orderRulings } from './order-rules.ts';
import { REPLY_CLAUSES, replyRulings } from './reply-rules.ts';
import { judgeRulings, type Verdict, verdictOf } from './ruling.ts';
import { type OrderViews, readBooksOf, readOrderViews, readWallets, type WalletViews } from './views.ts';
import { WALLET_CLAUSES, walletRulings } from './wallet-rules.ts';

/** `lengthMax` within the budget of `touchstone check`, and in `touchstone explore`. */
const LENGTHS = { brief: 5, whole: 30 } as const;

type Place = Pick<Stage, 'market' | 'names' | 'wallets'>;

async function placeOf(context: CheckContext, isBrief: boolean): Promise<Place> {
  const wallets = twoWallets(context);
  const spot = await insideSpot(context, { outcome: 0 }, 2);
  if (spot === undefined) return context.notTestable(...narrow(2));
  const { market } = spot;
  // A check judges the names, too.
  const nameOf = async (outcome: 0 | 1) => (isBrief ? undefined : await outcomeName(context, { market, outcome }));
  return { market, names: [await nameOf(0), await nameOf(1)], wallets };
}

type Extents = { readonly isTimed: boolean; readonly isWhole: boolean };

/** Judges a history, and plays it again if fills of an earlier one may have shown late in the wallet data before it. */
async function judgeHistory(context: CheckContext, place: Place, extents: Extents, history: History) {
  const experiment = () => playOut(context, place, extents, history);
  judgeRulings(context, await twice(context, ['positions', 'activity'], experiment));
}

/** Judges the views of orders, and returns the verdict about those of wallets. */
async function playOut(
  context: CheckContext,
  place: Place,
  { isTimed, isWhole }: Extents,
  history: History,
): Promise<Verdict> {
  if (isTimed) await endSession(context);
  const before = await readBooksOf(context, place);
  const stage: Stage = { ...place, prices: pricesIn(before[0], place.market), isTimed };
  let verdict = verdictOf([]);
  if (stage.prices.length === 0) return verdict;
  const wallets = isTimed ? undefined : await readWallets(context, stage);
  const course: Course = { stage, steps: [], orders: [] };
  try {
    await playHistory(context, course, history, async () => {
      if (isWhole) await judgeOrders(context, course);
    });
    const views = await judgeExactly(context, course, await judgeOrders(context, course));
    if (wallets !== undefined) verdict = await verdictOnWallets(context, course, views, wallets);
  } finally {
    await withdrawOrders(context, course, isWhole);
    if (isTimed) await endSession(context);
  }
  const plans = course.orders.map(({ plan }) => plan);
  await judgeGhosts(context, stage, plans, before);
  return verdict;
}

/** Orders are read again with the wallets, because an order that is listed late has not traded. */
async function verdictOnWallets(
  context: CheckContext,
  course: Course,
  views: OrderViews,
  before: WalletViews,
): Promise<Verdict> {
  let latest: OrderViews | undefined = views;
  const read = async (): Promise<Verdict> => {
    const orders = latest ?? (await readOrderViews(context, course.stage));
    latest = undefined;
    return verdictOf(walletRulings(course, orders, before, await readWallets(context, course.stage)));
  };
  return await context.eventually(read, ({ isSettled }) => isSettled);
}

/**
 * Judges replies, and views by the naive venue. Returns the views, which are read again if it has others and they are
 * known to lag: most services match by other rules than it.
 */
async function judgeExactly(context: CheckContext, course: Course, views: OrderViews): Promise<OrderViews> {
  const replies = replyRulings(course);
  const verdictOn = (seen: OrderViews) => verdictOf([...replies, ...exactRulings(course, seen)]);
  const verdict = verdictOn(views);
  if (verdict.holds) {
    judgeRulings(context, verdict);
    return views;
  }
  await context.settled(['live-orders', 'books'], false);
  const later = await readOrderViews(context, course.stage);
  judgeRulings(context, verdictOn(later));
  return later;
}

async function judgeOrders(context: CheckContext, course: Course): Promise<OrderViews> {
  const read = async () => {
    const views = await readOrderViews(context, course.stage);
    return { views, verdict: verdictOf(orderRulings(context, course, views)) };
  };
  const { views, verdict } = await context.eventually(read, (seen) => seen.verdict.isSettled);
  judgeRulings(context, verdict);
  return views;
}

function open(isTimed: boolean): Definition<History>['open'] {
  return async (context, { isBrief }) => {
    const place = await placeOf(context, isBrief);
    return {
      arbitrary: histories({ lengthMax: isBrief ? LENGTHS.brief : LENGTHS.whole, isTimed, isBrief }),
      judge: (trial, history) => judgeHistory(trial, place, { isTimed, isWhole: !isBrief }, history),
      space: [...SPACE, ...(isTimed ? ['beat', 'wait'] : [])],
      features: (history) => history.flatMap(featuresOf),
    };
  };
}

const SPACE = ['GTC', 'GTD', 'FOK', 'FAK', 'BUY', 'SELL', 'postOnly', 'cancel', 'again', 'read'];

function featuresOf(command: History[number]): readonly string[] {
  if (command.kind !== 'place') return [command.kind];
  const { type, side, postOnly } = command;
  return [type, side, ...(postOnly ? ['postOnly'] : [])];
}

const ORDER_ONLY: Definition<History>['clauses'] = [...REPLY_CLAUSES, ...ORDER_CLAUSES, ...EXACT_CLAUSES, GHOST];

export const historyProperties: readonly Property[] = [
  property<History>({
    ...TRADING,
    route: 'place-order',
    id: 'histories.orders',
    title: 'orders, cancels and fills of two wallets agree in replies, live orders, books, positions and activity',
    clauses: [...new Set([...ORDER_ONLY, ...WALLET_CLAUSES])],
    alsoNeeds: ['wallet'],
    cost: {
      once: { books: 2 },
      perCase: { 'place-order': 6, 'cancel-order': 6, books: 3, 'live-orders': 4, positions: 4, activity: 4 },
    },
    runs: 2,
    open: open(false),
  }),
  property<History>({
    ...TRADING,
    route: 'place-order',
    id: 'histories.time',
    title: 'orders end at their expiry and with the session of their key, and everything else stays',
    clauses: [...new Set(ORDER_ONLY)],
    capability: 'heartbeat-expiry',
    alsoNeeds: ['trading'],
    cost: {
      once: { books: 1 },
      perCase: { 'place-order': 6, 'cancel-order': 6, heartbeat: 6, books: 3, 'live-orders': 4 },
    },
    runs: 1,
    open: open(true),
  }),
  sessionProperty,
];
