/** conformance/checks/trades/suite: the checks of trades. */
import { tradeCursorChecks } from './cursors.ts';
import { jointTradeFilterChecks, tradeFilterChecks } from './filters.ts';
import { tradeDecisionCheck, tradeRowChecks, tradeValueChecks } from './rows.ts';

export const tradeChecks = [
  ...tradeRowChecks,
  ...tradeCursorChecks,
  ...tradeFilterChecks,
  ...jointTradeFilterChecks,
  tradeDecisionCheck,
  ...tradeValueChecks,
];
