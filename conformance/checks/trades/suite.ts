/** conformance/checks/trades/suite: the checks of trades. */
import { tradeCursorChecks } from './cursors.ts';
import { tradeFilterChecks } from './filters.ts';
import { jointTradeFilterChecks } from './joint-filters.ts';
import { tradeRowChecks } from './rows.ts';
import { tradeDecisionCheck, tradeValueChecks } from './values.ts';

export const tradeChecks = [
  ...tradeRowChecks,
  ...tradeCursorChecks,
  ...tradeFilterChecks,
  ...jointTradeFilterChecks,
  tradeDecisionCheck,
  ...tradeValueChecks,
];
