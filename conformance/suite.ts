/** conformance/suite: every check, in the order of a report. */
import { loadRegister } from '../spec/clauses/register.ts';
import type { Check } from './check.ts';
import { allowlistChecks } from './checks/access/allowlist.ts';
import { authChecks } from './checks/access/auth.ts';
import { authTieChecks } from './checks/access/auth-ties.ts';
import { signatureChecks } from './checks/access/signatures.ts';
import { batchErrorChecks } from './checks/books/errors.ts';
import { bookFormChecks } from './checks/books/form.ts';
import { largeBatchChecks } from './checks/books/large-batch.ts';
import { bookLevelChecks } from './checks/books/levels.ts';
import { bookMarketChecks } from './checks/books/markets.ts';
import { priceMeaningChecks } from './checks/books/price-meaning.ts';
import { priceChecks } from './checks/books/prices.ts';
import { bookResponseChecks } from './checks/books/responses.ts';
import { tokenPriceChecks } from './checks/books/token-prices.ts';
import { catalogColumnChecks } from './checks/catalog/columns.ts';
import { commentTreeChecks } from './checks/catalog/comment-tree.ts';
import { commentChecks } from './checks/catalog/comments.ts';
import { creatorChecks } from './checks/catalog/creators.ts';
import { catalogOrderChecks } from './checks/catalog/direction.ts';
import { emptyValueChecks } from './checks/catalog/empty-values.ts';
import { catalogErrorChecks } from './checks/catalog/errors.ts';
import { eventIdChecks } from './checks/catalog/event-ids.ts';
import { eventRouteChecks } from './checks/catalog/events.ts';
import { exactKeyChecks } from './checks/catalog/exact-keys.ts';
import { marketAliasChecks } from './checks/catalog/market-aliases.ts';
import { creatorScopeChecks } from './checks/catalog/market-creator.ts';
import { marketFilterPairChecks } from './checks/catalog/market-filter-pairs.ts';
import { marketFilterSetChecks } from './checks/catalog/market-filter-sets.ts';
import { marketFilterChecks } from './checks/catalog/market-filters.ts';
import { marketRowChecks } from './checks/catalog/market-rows.ts';
import { marketViewChecks } from './checks/catalog/market-views.ts';
import { orderedDirectionChecks } from './checks/catalog/ordered-direction.ts';
import { profileChecks } from './checks/catalog/profiles.ts';
import { catalogValueChecks } from './checks/catalog/values.ts';
import { freshExpiryChecks } from './checks/freshness/expiry.ts';
import { freshFillChecks } from './checks/freshness/fill.ts';
import { freshRestChecks } from './checks/freshness/rest.ts';
import { freshSoldOutChecks } from './checks/freshness/sold-out.ts';
import { heartbeatChainChecks } from './checks/heartbeats/chain.ts';
import { heartbeatExpiryChecks } from './checks/heartbeats/expiry.ts';
import { heartbeatChecks } from './checks/heartbeats/responses.ts';
import { limitDecisionChecks } from './checks/limits/decisions.ts';
import { sustainedLimitChecks } from './checks/limits/sustained.ts';
import { limitChecks } from './checks/limits/windows.ts';
import { orderAmountChecks } from './checks/orders/amounts.ts';
import { orderBodyChecks } from './checks/orders/body.ts';
import { cancelRefusalChecks } from './checks/orders/cancel-refusals.ts';
import { cancelChecks } from './checks/orders/cancels.ts';
import { orderClosedChecks } from './checks/orders/closed-market.ts';
import { orderEffectChecks } from './checks/orders/effects.ts';
import { orderFieldChecks } from './checks/orders/fields.ts';
import { fillEntryChecks } from './checks/orders/fill-entries.ts';
import { fillPositionChecks } from './checks/orders/fill-positions.ts';
import { fillRecordChecks } from './checks/orders/fill-records.ts';
import { fillChecks } from './checks/orders/fills.ts';
import { orderFormChecks } from './checks/orders/forms.ts';
import { orderFundChecks } from './checks/orders/funds.ts';
import { liveFilterChecks } from './checks/orders/live-filters.ts';
import { jointLiveFilterChecks } from './checks/orders/live-filters-together.ts';
import { livePageChecks } from './checks/orders/live-pages.ts';
import { matchPriorityChecks } from './checks/orders/match-priority.ts';
import { placementChecks } from './checks/orders/order-placement.ts';
import { orderPrecisionChecks } from './checks/orders/precision.ts';
import { orderRefusalChecks } from './checks/orders/refusals.ts';
import { restingKindChecks } from './checks/orders/resting-kinds.ts';
import { acceptedChecks } from './checks/routes/accepted.ts';
import { checksumChecks } from './checks/routes/checksums.ts';
import { conditionIdChecks } from './checks/routes/condition-ids.ts';
import { existenceChecks } from './checks/routes/existence.ts';
import { internalErrorChecks } from './checks/routes/internal-errors.ts';
import { offsetPagingChecks } from './checks/routes/offset-paging.ts';
import { parameterChecks } from './checks/routes/parameters.ts';
import { percentEncodingChecks } from './checks/routes/percent-encoding.ts';
import { precedenceChecks } from './checks/routes/precedence.ts';
import { statusChecks } from './checks/routes/statuses.ts';
import { unlistedChecks } from './checks/routes/unlisted.ts';
import { viewPageChecks } from './checks/routes/view-pages.ts';
import { tradeCursorChecks } from './checks/trades/cursors.ts';
import { tradeDecisionChecks } from './checks/trades/decisions.ts';
import { tradeFilterChecks } from './checks/trades/filters.ts';
import { jointTradeFilterChecks } from './checks/trades/joint-filters.ts';
import { tradeRowChecks } from './checks/trades/rows.ts';
import { tradeValueChecks } from './checks/trades/values.ts';
import { tradingCatalogChecks } from './checks/trading/catalog.ts';
import { cursorPagingChecks } from './checks/trading/cursor-paging.ts';
import { tradingFlagChecks } from './checks/trading/flags.ts';
import { listInclusionChecks } from './checks/trading/list-inclusion.ts';
import { listPageChecks } from './checks/trading/list-pages.ts';
import { tradingRowChecks } from './checks/trading/rows.ts';
import { tradingSettingsChecks } from './checks/trading/settings.ts';
import { tradingViewChecks } from './checks/trading/views.ts';
import { activityChecks } from './checks/wallets/activity.ts';
import { currentFilterChecks } from './checks/wallets/current-filters.ts';
import { walletErrorChecks } from './checks/wallets/errors.ts';
import { holderDecisionChecks } from './checks/wallets/holder-decisions.ts';
import { holderChecks } from './checks/wallets/holders.ts';
import { wholeHolderChecks } from './checks/wallets/holders-whole.ts';
import { walletListChecks } from './checks/wallets/lists.ts';
import { positionFilterChecks } from './checks/wallets/position-filters.ts';
import { positionMathsChecks } from './checks/wallets/position-maths.ts';
import { positionRowChecks } from './checks/wallets/position-rows.ts';
import { rowDecisionChecks } from './checks/wallets/row-decisions.ts';
import { rowMarketChecks } from './checks/wallets/row-markets.ts';
import { rowProfileChecks } from './checks/wallets/row-profiles.ts';
import { sortKeyChecks } from './checks/wallets/sort-keys.ts';
import { sortOrderChecks } from './checks/wallets/sort-order.ts';
import { titleTextChecks } from './checks/wallets/title-text.ts';
import { userChecks } from './checks/wallets/users.ts';
import { walletValueChecks } from './checks/wallets/values.ts';
import { shapeChecks } from './shape/checks.ts';

/** Part of every check's seed: changed when the meaning of a check's draws changes. */
export const SUITE_VERSION = '1';

/** Checks that place no orders: parameters, lists, rows and values. */
const READS: readonly Check[] = [
  ...parameterChecks,
  ...offsetPagingChecks,
  ...viewPageChecks,
  ...cursorPagingChecks,
  ...acceptedChecks,
  ...marketFilterChecks,
  ...marketFilterSetChecks,
  ...marketFilterPairChecks,
  ...marketAliasChecks,
  ...exactKeyChecks,
  ...creatorScopeChecks,
  ...catalogOrderChecks,
  ...orderedDirectionChecks,
  ...catalogColumnChecks,
  ...marketRowChecks,
  ...marketViewChecks,
  ...tradingCatalogChecks,
  ...eventRouteChecks,
  ...eventIdChecks,
  ...creatorChecks,
  ...commentChecks,
  ...commentTreeChecks,
  ...profileChecks,
  ...catalogValueChecks,
  ...catalogErrorChecks,
  ...precedenceChecks,
  ...percentEncodingChecks,
  ...conditionIdChecks,
  ...tradingRowChecks,
  ...tradingFlagChecks,
  ...tradingViewChecks,
  ...tradingSettingsChecks,
  ...listInclusionChecks,
  ...listPageChecks,
  ...bookLevelChecks,
  ...bookFormChecks,
  ...bookResponseChecks,
  ...bookMarketChecks,
  ...largeBatchChecks,
  ...priceChecks,
  ...priceMeaningChecks,
  ...tokenPriceChecks,
  ...batchErrorChecks,
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
  ...sortKeyChecks,
  ...positionMathsChecks,
  ...rowDecisionChecks,
  ...holderDecisionChecks,
  ...activityChecks,
  ...holderChecks,
  ...wholeHolderChecks,
  ...rowProfileChecks,
  ...tradeRowChecks,
  ...tradeCursorChecks,
  ...tradeFilterChecks,
  ...jointTradeFilterChecks,
  ...tradeDecisionChecks,
  ...tradeValueChecks,
  ...existenceChecks,
  ...unlistedChecks,
  ...statusChecks,
  ...checksumChecks,
  ...emptyValueChecks,
];

/** Checks that place and cancel orders. */
const ORDERS: readonly Check[] = [
  ...placementChecks,
  ...restingKindChecks,
  ...liveFilterChecks,
  ...livePageChecks,
  ...jointLiveFilterChecks,
  ...cancelChecks,
  ...cancelRefusalChecks,
  // Before the first fill: in a market that never traded prices follow the book.
  ...freshRestChecks,
  ...fillChecks,
  ...fillPositionChecks,
  ...fillRecordChecks,
  ...fillEntryChecks,
  ...orderBodyChecks,
  ...orderFieldChecks,
  ...orderRefusalChecks,
  ...orderFundChecks,
  ...orderAmountChecks,
  ...orderPrecisionChecks,
  ...orderFormChecks,
  ...orderClosedChecks,
  ...orderEffectChecks,
  ...matchPriorityChecks,
  ...freshFillChecks,
  ...freshSoldOutChecks,
];

/** Checks of authentication and heartbeats. They follow the orders, because a lapsed session of the first wallet cancels its orders. */
const SESSIONS: readonly Check[] = [
  ...authChecks,
  ...authTieChecks,
  ...signatureChecks,
  ...heartbeatChecks,
  ...heartbeatChainChecks,
  ...heartbeatExpiryChecks,
  ...freshExpiryChecks,
];

/** Checks of faults, the allowlist and the limits. */
const FAULTS_AND_LIMITS: readonly Check[] = [
  ...internalErrorChecks,
  ...allowlistChecks,
  ...limitChecks,
  ...limitDecisionChecks,
  ...sustainedLimitChecks,
];

/** The suite. Throws if two checks have one id. */
export function allChecks(): readonly Check[] {
  const checks = [...shapeChecks(loadRegister()), ...READS, ...ORDERS, ...SESSIONS, ...FAULTS_AND_LIMITS];
  const ids = new Set<string>();
  for (const { id } of checks) {
    if (ids.has(id)) throw new Error(`two checks have the id ${id}`);
    ids.add(id);
  }
  return checks;
}
