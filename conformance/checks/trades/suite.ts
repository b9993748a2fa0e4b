/** conformance/checks/trades/suite: the checks of trades. */
import { tradeCursorChecks } from './cursors.ts';
import { tradeFilterChecks } from './filters.ts';
import { tradeDecisionChecks, tradeRowChecks } from './rows.ts';

export const tradeChecks = [...tradeRowChecks, ...tradeCursorChecks, ...tradeFilterChecks, ...tradeDecisionChecks];
