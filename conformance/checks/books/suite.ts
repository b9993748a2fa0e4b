/** conformance/checks/books/suite: the checks of order books and prices. */
import { batchErrorChecks } from './errors.ts';
import { bookMarketChecks, tokenPriceCheck } from './markets.ts';
import { priceChecks, priceMeaningChecks } from './prices.ts';
import { bookFormChecks, bookResponseChecks, largeBatchChecks } from './responses.ts';
import { bookLevelChecks } from './rules.ts';

export const bookChecks = [
  ...bookLevelChecks,
  ...bookFormChecks,
  ...bookResponseChecks,
  ...bookMarketChecks,
  ...largeBatchChecks,
  ...priceChecks,
  ...priceMeaningChecks,
  tokenPriceCheck,
  ...batchErrorChecks,
];
