/** conformance/properties/concurrency/properties: requests at once, explained by some order of them. */
import type { CheckContext } from '../../check.ts';
import { isLevelSize, readBook, restLevel, sizeAt } from '../../checks/orders/book.ts';
import { cancel, refusedWords, twoWallets } from '../../checks/orders/plan.ts';
import { frontPlan } from '../../checks/orders/resting-orders.ts';
import { judgeGhosts } from '../histories/clean-up.ts';
import { type Property, property, TRADING } from '../property.ts';
import { type Contest, type ContestBounds, contests, LARGEST_CONTEST } from './contest.ts';
import { RULES } from './order-states.ts';
import { isSettled, judgeOutcome, listedIn, readViews, type Views } from './outcome.ts';
import { type Entered, ordersIn, placeResting, type Race, runRace } from './race.ts';

/** Small enough for the budget of `touchstone check`. */
const BRIEF_CONTEST: ContestBounds = { clientsMax: 4, requestsMax: 2, restingMax: 1 };

async function judgeContest(context: CheckContext, contest: Contest) {
  const wallets = twoWallets(context);
  const plan = await frontPlan(context, { side: contest.side, shares: 5 });
  const since = context.serviceSeconds() - 1;
  const { entered, refused } = await placeResting(context, contest, plan, wallets[0]);
  if (refused !== undefined && entered.length === 0) context.notTestable(...refusedWords(plan, refused));
  await learnLevel(context, entered);
  const race = await runRace(context, contest, entered, wallets);
  const read = () => readViews(context, plan.market.conditionId, since, wallets);
  const views = await context.eventually(read, (seen) => isSettled(race, seen));
  judgeOutcome(context, race, views);
  const isClear = await withdrawAll(context, race, read);
  // A request without a response ends the check, because its order may rest.
  if (race.lost !== undefined) throw race.lost;
  const plans = ordersIn(race).map((order) => order.plan);
  if (isClear) await judgeGhosts(context, plan, plans);
}

/** Cancels the orders of a race that are listed, or may be listed late. Returns true if none is listed afterwards. */
async function withdrawAll(context: CheckContext, race: Race, readAgain: () => Promise<Views>): Promise<boolean> {
  const ended = new Set(race.cancels.flatMap(({ id, isReported }) => (isReported ? [id] : [])));
  const orders = new Map(ordersIn(race).map((order) => [order.id, order]));
  const listed = new Set(listedIn(await readAgain()));
  for (const { id, wallet, plan } of orders.values())
    if (listed.has(id) || (!ended.has(id) && plan.type === 'GTC')) await cancel(context, wallet, id);
  const isClear = (views: Views) => !listedIn(views).some((id) => orders.has(id));
  return isClear(await context.eventually(readAgain, isClear));
}

/** Reads the book once while the resting orders are alone in it, which shows the unit of its sizes. */
async function learnLevel(context: CheckContext, entered: readonly Entered[]) {
  const [first] = entered;
  if (first === undefined) return;
  const { market, outcome } = first.plan;
  const { side, price } = restLevel(first.plan);
  const total = entered.reduce((sum, { plan }) => sum + plan.size, 0);
  await context.eventually(
    () => readBook(context, market.tokenIds[outcome]),
    (book) => isLevelSize(context, sizeAt(book[side], price), total),
  );
}

const contestProperty = property<Contest>({
  ...TRADING,
  id: 'concurrency.orders',
  title: 'orders and cancels of several clients at once have an outcome that some order of the requests explains',
  clauses: [...new Set([...Object.values(RULES), '4.4/effect.book' as const])],
  route: 'place-order',
  cost: { perCase: { books: 4, 'place-order': 9, 'cancel-order': 9, 'live-orders': 6, 'builder-trades': 3 } },
  runs: 1,
  open: async (_, { isBrief }) => ({
    arbitrary: contests(isBrief ? BRIEF_CONTEST : LARGEST_CONTEST),
    judge: judgeContest,
    inTurn: (contest) => ({ ...contest, clients: [contest.clients.flat()] }),
    space: ['BUY', 'SELL', 'cancel', 'take', 'twin', 'add', '2 clients', '3 clients', '4 clients'],
    features: ({ side, clients }) => [side, `${clients.length} clients`, ...clients.flat().map(({ kind }) => kind)],
  }),
});

export const concurrencyProperties: readonly Property[] = [contestProperty];
