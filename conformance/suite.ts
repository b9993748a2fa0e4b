/** conformance/suite: every check there is, in the order in which a report lists them. */
import { loadRegister } from '../spec/clauses/register.ts';
import type { Check } from './check.ts';
import { acceptedChecks } from './checks/accepted.ts';
import { activityChecks } from './checks/activity.ts';
import { allowlistChecks } from './checks/allowlist.ts';
import { authChecks } from './checks/auth.ts';
import { batchErrorChecks } from './checks/batch-errors.ts';
import { bookAnswerChecks } from './checks/book-answers.ts';
import { bookFormChecks } from './checks/book-form.ts';
import { bookLevelChecks } from './checks/book-levels.ts';
import { bookMarketChecks } from './checks/book-markets.ts';
import { cancelChecks } from './checks/cancels.ts';
import { catalogColumnChecks } from './checks/catalog-columns.ts';
import { catalogErrorChecks } from './checks/catalog-errors.ts';
import { catalogOrderChecks } from './checks/catalog-order.ts';
import { catalogValueChecks } from './checks/catalog-values.ts';
import { closedValueChecks } from './checks/closed-values.ts';
import { commentTreeChecks } from './checks/comment-tree.ts';
import { commentChecks } from './checks/comments.ts';
import { creatorChecks } from './checks/creators.ts';
import { cursorPagingChecks } from './checks/cursor-paging.ts';
import { eventRouteChecks } from './checks/event-routes.ts';
import { exactKeyChecks } from './checks/exact-keys.ts';
import { faultChecks } from './checks/faults.ts';
import { fillRecordChecks } from './checks/fill-records.ts';
import { heartbeatChainChecks } from './checks/heartbeat-chain.ts';
import { heartbeatExpiryChecks } from './checks/heartbeat-expiry.ts';
import { heartbeatChecks } from './checks/heartbeats.ts';
import { holderChecks } from './checks/holders.ts';
import { limitDecisionChecks } from './checks/limit-decisions.ts';
import { limitChecks } from './checks/limits.ts';
import { sustainedLimitChecks } from './checks/limits-sustained.ts';
import { listInclusionChecks } from './checks/list-inclusion.ts';
import { listPageChecks } from './checks/list-pages.ts';
import { liveOrderChecks } from './checks/live-orders.ts';
import { marketAliasChecks } from './checks/market-aliases.ts';
import { creatorScopeChecks } from './checks/market-creator.ts';
import { marketFilterSetChecks } from './checks/market-filter-sets.ts';
import { marketFilterChecks } from './checks/market-filters.ts';
import { marketRowChecks } from './checks/market-rows.ts';
import { marketViewChecks } from './checks/market-views.ts';
import { matchingChecks } from './checks/matching.ts';
import { offsetPagingChecks } from './checks/offset-paging.ts';
import { orderAmountChecks } from './checks/order-amounts.ts';
import { orderBodyChecks } from './checks/order-body.ts';
import { orderClosedChecks } from './checks/order-closed.ts';
import { orderEffectChecks } from './checks/order-effects.ts';
import { orderFieldChecks } from './checks/order-fields.ts';
import { orderFillChecks } from './checks/order-fills.ts';
import { orderFormChecks } from './checks/order-forms.ts';
import { orderFundChecks } from './checks/order-funds.ts';
import { orderPlacingChecks } from './checks/order-placing.ts';
import { orderRefusalChecks } from './checks/order-refusals.ts';
import { parameterChecks } from './checks/parameters.ts';
import { percentEncodingChecks } from './checks/percent-encoding.ts';
import { positionFilterChecks } from './checks/position-filters.ts';
import { positionMathsChecks } from './checks/position-maths.ts';
import { positionRowChecks } from './checks/position-rows.ts';
import { precedenceChecks } from './checks/precedence.ts';
import { priceChecks } from './checks/prices.ts';
import { profileChecks } from './checks/profiles.ts';
import { routingChecks } from './checks/routing.ts';
import { signingChecks } from './checks/signing.ts';
import { sortingChecks } from './checks/sorting.ts';
import { spellingChecks } from './checks/spelling.ts';
import { statusChecks } from './checks/statuses.ts';
import { tokenPriceChecks } from './checks/token-prices.ts';
import { tradeDecisionChecks } from './checks/trade-decisions.ts';
import { tradeFilterChecks } from './checks/trade-filters.ts';
import { tradeValueChecks } from './checks/trade-values.ts';
import { tradeChecks } from './checks/trades.ts';
import { tradingCatalogChecks } from './checks/trading-catalog.ts';
import { tradingFlagChecks } from './checks/trading-flags.ts';
import { tradingRowChecks } from './checks/trading-rows.ts';
import { tradingSettingsChecks } from './checks/trading-settings.ts';
import { tradingViewChecks } from './checks/trading-views.ts';
import { walletDecisionChecks } from './checks/wallet-decisions.ts';
import { walletErrorChecks } from './checks/wallet-errors.ts';
import { walletListChecks } from './checks/wallet-lists.ts';
import { walletValueChecks } from './checks/wallet-values.ts';
import { shapeChecks } from './shape/checks.ts';

/** Part of every check's seed: changed when the meaning of a check's draws changes. */
export const SUITE_VERSION = '1';

/** The suite. Throws where two checks have one id. */
export function allChecks(): readonly Check[] {
  const checks = [
    ...shapeChecks(loadRegister()),
    ...parameterChecks,
    ...offsetPagingChecks,
    ...cursorPagingChecks,
    ...acceptedChecks,
    ...marketFilterChecks,
    ...marketFilterSetChecks,
    ...marketAliasChecks,
    ...exactKeyChecks,
    ...creatorScopeChecks,
    ...catalogOrderChecks,
    ...catalogColumnChecks,
    ...marketRowChecks,
    ...marketViewChecks,
    ...tradingCatalogChecks,
    ...eventRouteChecks,
    ...creatorChecks,
    ...commentChecks,
    ...commentTreeChecks,
    ...profileChecks,
    ...catalogValueChecks,
    ...catalogErrorChecks,
    ...precedenceChecks,
    ...percentEncodingChecks,
    ...tradingRowChecks,
    ...tradingFlagChecks,
    ...tradingViewChecks,
    ...tradingSettingsChecks,
    ...listInclusionChecks,
    ...listPageChecks,
    ...bookLevelChecks,
    ...bookFormChecks,
    ...bookAnswerChecks,
    ...bookMarketChecks,
    ...priceChecks,
    ...tokenPriceChecks,
    ...batchErrorChecks,
    ...walletErrorChecks,
    ...sortingChecks,
    ...positionRowChecks,
    ...positionFilterChecks,
    ...walletValueChecks,
    ...walletListChecks,
    ...positionMathsChecks,
    ...walletDecisionChecks,
    ...closedValueChecks,
    ...activityChecks,
    ...holderChecks,
    ...tradeChecks,
    ...tradeFilterChecks,
    ...tradeDecisionChecks,
    ...tradeValueChecks,
    ...routingChecks,
    ...statusChecks,
    ...spellingChecks,
    ...orderPlacingChecks,
    ...liveOrderChecks,
    ...cancelChecks,
    ...orderFillChecks,
    ...orderBodyChecks,
    ...orderFieldChecks,
    ...orderRefusalChecks,
    ...orderFundChecks,
    ...orderAmountChecks,
    ...orderFormChecks,
    ...orderClosedChecks,
    ...orderEffectChecks,
    ...fillRecordChecks,
    ...matchingChecks,
    // From here on the first wallet sends heartbeats: after the orders, so that none is lost to a session that lapses.
    ...authChecks,
    ...signingChecks,
    ...heartbeatChecks,
    ...heartbeatChainChecks,
    ...heartbeatExpiryChecks,
    ...faultChecks,
    ...allowlistChecks,
    ...limitChecks,
    ...limitDecisionChecks,
    ...sustainedLimitChecks,
  ];
  const ids = new Set<string>();
  for (const { id } of checks) {
    if (ids.has(id)) throw new Error(`two checks have the id ${id}`);
    ids.add(id);
  }
  return checks;
}
