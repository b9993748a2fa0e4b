/** conformance/checks/wallets/suite: the checks of positions, activity and holders. */
import { activityChecks } from './activity.ts';
import { currentFilterChecks } from './current-filters.ts';
import { userChecks, walletErrorChecks } from './errors.ts';
import { holderChecks, holderDecisionChecks } from './holders.ts';
import { wholeHolderChecks } from './holders-whole.ts';
import { walletListChecks } from './lists.ts';
import { positionFilterChecks, titleTextChecks } from './position-filters.ts';
import { positionMathsChecks, positionRowChecks } from './position-maths.ts';
import { rowDecisionChecks } from './row-decisions.ts';
import { rowMarketChecks } from './row-markets.ts';
import { rowProfileChecks } from './row-profiles.ts';
import { sortOrderChecks } from './sort-order.ts';
import { walletValueChecks } from './values.ts';

export const walletChecks = [
  ...walletErrorChecks,
  ...sortOrderChecks,
  ...positionRowChecks,
  ...positionFilterChecks,
  ...titleTextChecks,
  ...currentFilterChecks,
  ...rowMarketChecks,
  ...walletValueChecks,
  ...userChecks,
  ...walletListChecks,
  ...positionMathsChecks,
  ...rowDecisionChecks,
  ...holderDecisionChecks,
  ...activityChecks,
  ...holderChecks,
  ...wholeHolderChecks,
  ...rowProfileChecks,
];
