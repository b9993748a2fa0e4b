/** conformance/checks/books/suite: the checks of order books and prices. */
import { batchErrorChecks } from './errors.ts';
import { bookFormChecks } from './form.ts';
import { largeBatchChecks } from './large-batch.ts';
import { bookLevelChecks } from './levels.ts';
import { bookMarketChecks } from './markets.ts';
import { priceMeaningChecks } from './price-meaning.ts';
import { priceChecks } from './prices.ts';
import { bookResponseChecks } from './responses.ts';
import { tokenPriceCheck } from './token-prices.ts';

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
