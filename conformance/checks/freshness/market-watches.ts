/** conformance/checks/freshness/market-watches: changes that books and best prices must show (interface 2.14, 4.16, 4.17). */
import { objectAt, textAt } from '../../../spec/json.ts';
import { formatPrice, MICRO } from '../../../spec/units.ts';
import type { CheckContext } from '../../check.ts';
import { askTokens, bestOf, bookOf } from '../books/batch.ts';
import { changedLevelOf, readBook, sizeAt } from '../orders/book.ts';
import { lastPriceJudge } from '../orders/last-price.ts';
import type { OrderPlan } from '../orders/plan.ts';
import { micro } from '../quantities.ts';
import { movesWatch, type Watch, watch } from './watch.ts';

const tokenOf = ({ market, outcome }: OrderPlan): string => market.tokenIds[outcome];

/** The level at the price of a plan changes when the order rests. */
export function restingLevelWatch(context: CheckContext, clause: string, plan: OrderPlan): Watch<unknown> {
  return levelWatch(context, clause, plan, { why: 'an order that rests' });
}

/** The level of a resting order changes when the order is filled or ends. A book that does not show the order yet cannot show that. */
export function endingLevelWatch(context: CheckContext, clause: string, plan: OrderPlan, why: string): Watch<unknown> {
  return levelWatch(context, clause, plan, { why, canChange: (size) => size > 0 });
}

type LevelChange = { readonly why: string; readonly canChange?: (size: number) => boolean };

function levelWatch(
  context: CheckContext,
  clause: string,
  plan: OrderPlan,
  { why, ...change }: LevelChange,
): Watch<unknown> {
  const side = plan.side === 'BUY' ? 'bids' : 'asks';
  return movesWatch(context, clause, {
    route: 'books',
    ask: () => readBook(context, tokenOf(plan)),
    measure: (book) => sizeAt(book[side], plan.price) / MICRO,
    why: `${why} at ${formatPrice(plan.price)} in ${side}`,
    expectation: (before) => changedLevelOf(before, side, plan.price),
    ...change,
  });
}

/** The last price becomes the price of a plan. */
export function lastPriceWatch(context: CheckContext, plan: OrderPlan): Watch<string> {
  return async () => {
    await readBook(context, tokenOf(plan));
    return await lastPriceJudge(context, plan);
  };
}

export const BEST_CLAUSES = ['4.17/BUY.best', '4.17/SELL.best'];

/** The best prices of a token and its book, requested one after the other. */
async function askBest(context: CheckContext, token: string) {
  const answer = await askTokens(context, 'prices', [token]);
  const books = await askTokens(context, 'books', [token]);
  const entry = objectAt(answer.json, token);
  const [buy, sell] = [micro(textAt(entry, 'BUY')), micro(textAt(entry, 'SELL'))];
  return { answer, ...bestOf(bookOf(books, token)), buy, sell };
}

/** The best prices follow the book after the change, too. The interface does not say which name means which side. */
export function bestWatches(context: CheckContext, plan: OrderPlan): readonly Watch<unknown>[] {
  const token = tokenOf(plan);
  const side = (clause: string, own: 'buy' | 'sell', other: 'buy' | 'sell'): Watch<unknown> =>
    watch(context, {
      clause,
      ask: () => askBest(context, token),
      after: () => ({
        expected: 'the current best bid or best ask of the book',
        holds: ({ bid, ask, ...prices }) => {
          const isShown = !Number.isNaN(prices[own]) && bid !== undefined && ask !== undefined;
          return !isShown || ([bid, ask].includes(prices[own]) && prices[own] !== prices[other]);
        },
        actual: ({ answer }) => answer.json,
      }),
    });
  return [side('4.17/BUY.best', 'buy', 'sell'), side('4.17/SELL.best', 'sell', 'buy')];
}
