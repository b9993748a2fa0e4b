/** conformance/checks/freshness/market-watches: changes of books and best prices (2.14, 4.16, 4.17). */
import { formatPrice, MICRO, PRICE_ONE } from '../../../base/units.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext, ClauseId, Expectation } from '../../check.ts';
import { type Claim, isTrue } from '../assertions.ts';
import { bestOf, bookOf, readTokens } from '../books/batch.ts';
import { type LaterTrades, lastPriceJudge, readBook, sizeAt } from '../orders/book.ts';
import { type OrderPlan, tokenOf } from '../orders/plan.ts';
import { movesWatch, otherThan, type Watch } from './watch.ts';

/** The level at the price of a plan changes when the order rests. */
export function restingLevelWatch(context: CheckContext, clause: ClauseId, plan: OrderPlan): Watch {
  return levelWatch(context, clause, plan, { why: 'an order that rests' });
}

/** A level changes when its order is filled or ends, unless the book does not show the order yet. */
export function endingLevelWatch(context: CheckContext, clause: ClauseId, plan: OrderPlan, why: string): Watch {
  return levelWatch(context, clause, plan, { why, canChange: (size) => size > 0 });
}

type LevelChange = { readonly why: string; readonly canChange?: (size: number) => boolean };

function levelWatch(context: CheckContext, clause: ClauseId, plan: OrderPlan, { why, ...change }: LevelChange): Watch {
  const side = plan.side === 'BUY' ? 'bids' : 'asks';
  return movesWatch(context, clause, {
    route: 'books',
    read: () => readBook(context, tokenOf(plan)),
    measure: (book) => sizeAt(book[side], plan.price) / MICRO,
    why: `${why} at ${formatPrice(plan.price)} in ${side}`,
    must: (old) =>
      otherThan(old, 'size', (size) => ({
        asset_id: tokenOf(plan),
        [side]: { $contains: [{ price: { $number: plan.price / PRICE_ONE }, ...size }] },
      })),
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

const NAMES = ['BUY', 'SELL'] as const;

export const BEST_CLAUSES = ['4.17/BUY.best', '4.17/SELL.best'] as const;

async function readBest(context: CheckContext, token: string) {
  const response = await readTokens(context, 'prices', [token]);
  const books = await readTokens(context, 'books', [token]);
  return { response, ...bestOf(bookOf(books, token)) };
}

type Best = Awaited<ReturnType<typeof readBest>>;

/** The price under a name, if there is one, is the best bid or the best ask, and not the same as the other price. */
function followingBook({ bid, ask }: Best, token: string, name: 'BUY' | 'SELL'): Expectation {
  if (bid === undefined || ask === undefined) return {};
  const best = { $number: { $any: [{ $near: bid / MICRO }, { $near: ask / MICRO }] } };
  const differ = { $not: { $relation: { left: '/BUY', is: '=', right: '/SELL' } } };
  const entry = { $all: [{ [name]: { $any: [{ $absent: true }, null, best] } }, differ] };
  return { body: { [token]: { $any: [{ $absent: true }, entry] } } };
}

/** The interface leaves open which name means which side. One response judges both: `POST /books` has a low limit. */
export function bestWatches(context: CheckContext, plan: OrderPlan): readonly Watch[] {
  const read = () => readBest(context, tokenOf(plan));
  const begin: Watch = async () => {
    const before = await read();
    return async () => {
      if (!isSuccess(before.response)) return;
      const claimOf = (best: Best, name: 'BUY' | 'SELL'): Claim => ({
        of: best.response,
        must: followingBook(best, tokenOf(plan), name),
        because: 'its book has these best prices',
      });
      const seen = await context.eventually(read, (best) => NAMES.every((name) => isTrue(claimOf(best, name))));
      if (!isSuccess(seen.response)) return;
      for (const name of NAMES) context.judge({ clauses: clauseOf('prices', `${name}.best`), ...claimOf(seen, name) });
    };
  };
  return [begin];
}
