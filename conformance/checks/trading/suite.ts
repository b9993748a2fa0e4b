/** conformance/checks/trading/suite: the checks of trading markets: their lists, flags and settings. */
import { tradingCatalogCheck } from './catalog.ts';
import { cursorPagingChecks, listPageChecks } from './list-pages.ts';
import { tradingRowChecks } from './rows.ts';
import { tradingSettingsChecks, tradingViewChecks } from './views.ts';

export const tradingChecks = [
  ...cursorPagingChecks,
  tradingCatalogCheck,
  ...tradingRowChecks,
  ...tradingViewChecks,
  ...tradingSettingsChecks,
  ...listPageChecks,
];
