/** conformance/checks/wallets/suite: the checks of positions, activity and holders. */
import { activityChecks } from './activity.ts';
import { rowDecisionChecks, walletListChecks, walletValueChecks } from './decisions.ts';
import { userChecks, walletErrorChecks } from './errors.ts';
import { holderChecks, holderDecisionChecks } from './holders.ts';
import { positionFilterChecks } from './position-filters.ts';
import { positionMathsChecks, positionRowChecks } from './position-maths.ts';
import { rowMarketChecks, rowProfileChecks } from './row-agreement.ts';
import { sortOrderChecks } from './sort-order.ts';

export const walletChecks = [
  ...walletErrorChecks,
  ...sortOrderChecks,
  ...positionRowChecks,
  ...positionFilterChecks,
  ...rowMarketChecks,
  ...walletValueChecks,
  ...userChecks,
  ...walletListChecks,
  ...positionMathsChecks,
  ...rowDecisionChecks,
  ...holderDecisionChecks,
  ...activityChecks,
  ...holderChecks,
  ...rowProfileChecks,
];
