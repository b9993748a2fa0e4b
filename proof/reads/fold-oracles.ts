/**
 * proof/reads/fold-oracles: what must be true of everything that is read from the event log, each a named function that
 * says what is wrong: runs are judged by them, and planted faults in the folds must make one of them speak.
 */
import { isDeepStrictEqual } from 'node:util';
import type { FoldOracle } from './fold-oracle.ts';
import { bookTexts, orders, settlement } from './market-oracles.ts';
import { everything } from './reads.ts';
import { accounts, balances, feed, ranking, values } from './wallet-oracles.ts';

/** Views that followed the log show what views made anew over the whole of it show. */
const twins: FoldOracle = (service, rebuild) => {
  const again = everything({ ...service, views: rebuild(service.world) });
  return isDeepStrictEqual(everything(service), again) ? undefined : 'views made anew show something else';
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
