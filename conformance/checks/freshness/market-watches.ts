/** conformance/checks/freshness/market-watches: changes that books and best prices must show (interface 2.14, 4.16, 4.17). */
import { objectAt, textAt } from '../../../spec/json.ts';
import { formatPrice, MICRO } from '../../../spec/units.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext } from '../../check.ts';
import { askTokens, bestOf, bookOf } from '../books/batch.ts';
import { changedLevelOf, readBook, sizeAt } from '../orders/book.ts';
import { type LaterTrades, lastPriceJudge } from '../orders/last-price.ts';
import type { OrderPlan } from '../orders/plan.ts';
import { micro } from '../quantities.ts';
import { movesWatch, type Watch } from './watch.ts';

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
export function lastPriceWatch(context: CheckContext, plan: OrderPlan, trades: LaterTrades): Watch<string> {
  return async () => {
    await readBook(context, tokenOf(plan));
    return await lastPriceJudge(context, plan, trades);
  };
}

export const BEST_CLAUSES = ['4.17/BUY.best', '4.17/SELL.best'];

/** The best prices of a token and its book, requested one after the other. */
async function askBest(context: CheckContext, token: string) {
  const response = await askTokens(context, 'prices', [token]);
  const books = await askTokens(context, 'books', [token]);
  const entry = objectAt(response.json, token);
  const [buy, sell] = [micro(textAt(entry, 'BUY')), micro(textAt(entry, 'SELL'))];
  return { response, ...bestOf(bookOf(books, token)), buy, sell };
}

type Best = Awaited<ReturnType<typeof askBest>>;

/** True if the price under a name is the best bid or the best ask, and not the same as the other price. */
function followsBook({ bid, ask, buy, sell }: Best, own: number): boolean {
  const isShown = !Number.isNaN(own) && bid !== undefined && ask !== undefined;
  return !isShown || ([bid, ask].includes(own) && buy !== sell);
}

/**
 * The best prices follow the book after the change, too. The interface does not say which name means which side. Both clauses are
 * judged by the same responses, because `POST /books` has room for few requests.
 */
export function bestWatches(context: CheckContext, plan: OrderPlan): readonly Watch<unknown>[] {
  const ask = (): Promise<Best> => askBest(context, tokenOf(plan));
  const begin: Watch<unknown> = async () => {
    const before = await ask();
    return async () => {
      if (!isSuccess(before.response)) return;
      const seen = await context.eventually(ask, (best) =>
        [best.buy, best.sell].every((own) => followsBook(best, own)),
      );
      if (!isSuccess(seen.response)) return;
      for (const [clause, own] of [
        ['4.17/BUY.best', seen.buy],
        ['4.17/SELL.best', seen.sell],
      ] as const) {
        context.expect(clause, followsBook(seen, own), seen.response, {
          expected: 'the current best bid or best ask of the book',
          actual: seen.response.json,
        });
      }
    };
  };
  return [begin];
}
