/** proof/venue/reads/fold-oracles: the oracles of all reads of the log; each mutant of a fold must be found by one. */
import { isDeepStrictEqual } from 'node:util';
import type { FoldOracle } from './findings.ts';
import { bookTexts, orders, settlement } from './market-oracles.ts';
import { everything } from './reads.ts';
import { accounts, balances, feed, ranking, values } from './wallet-oracles.ts';

/** Views that followed the log return the same as views over the whole log. */
const twins: FoldOracle = (service, rebuild) => {
  const again = everything({ ...service, views: rebuild(service.world) });
  return isDeepStrictEqual(everything(service), again) ? undefined : 'views over the whole log return something else';
};

export const FOLD_ORACLES: Readonly<Record<string, FoldOracle>> = {
  twins,
  balances,
  accounts,
  values,
  feed,
  ranking,
  settlement,
  orders,
  bookTexts,
};
