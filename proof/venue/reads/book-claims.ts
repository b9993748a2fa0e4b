/** proof/venue/reads/book-claims: claims about reads of books and prices while they change (2.14, 4.16). */
import { MICRO } from '../../../base/units.ts';
import { tokenPrice } from '../../../sim/views/token-price.ts';
import type { Claim } from '../oracle/claim.ts';
import { firstOf } from '../oracle/invariant.ts';
import { mismatch } from '../oracle/run-comparison.ts';
import { hashOf } from './market-oracles.ts';
import { checkAfterEach } from './read-run.ts';
import { booksOf, tokensOf } from './reads.ts';

/** The hash of a book can be computed again, equal hashes mean equal books, and no level is empty. */
export const bookHashes: Claim = (run) => {
  const seen = new Map<string, string>();
  return checkAfterEach(run, (service) =>
    firstOf(booksOf(service), (book) => {
      const text = JSON.stringify(book);
      const before = seen.get(book.hash);
      if (before === undefined) run.note('book');
      seen.set(book.hash, text);
      const isEmpty = [...book.bids, ...book.asks].some((level) => Number(level.size) <= 0);
      return (
        mismatch('the hash', book.hash, hashOf(book)) ??
        mismatch('a book of the same hash', text, before ?? text) ??
        (isEmpty ? `an empty level in ${text}` : undefined)
      );
    }),
  );
};

export const bookTextsFresh: Claim = (run) =>
  checkAfterEach(run, (service) => {
    const shown = booksOf(service);
    return firstOf(tokensOf(service).entries(), ([at, { market, outcome }]) => {
      const levels = service.world.venue.bids(market, outcome).map(({ price, size }) => [price / 1e4, size / 1e6]);
      const actual = shown[at]?.bids.map(({ price, size }) => [Number(price), Number(size)]).reverse();
      if (levels.length > 0) run.note('levels');
      return mismatch(`the bids of ${market}:${outcome}`, actual, levels);
    });
  });

export const pricesAddUp: Claim = (run) =>
  checkAfterEach(run, ({ world }) =>
    firstOf(world.markets, ({ index }) => {
      const prices = [tokenPrice(world.venue, index, 0), tokenPrice(world.venue, index, 1)] as const;
      if (prices[0] !== MICRO / 2) run.note('price');
      const isWhole = prices[0] + prices[1] === MICRO;
      return isWhole ? undefined : `the prices of market ${index}: ${prices.join(' and ')}`;
    }),
  );
