/** conformance/checks/suite: the checks of each group, in the order of a report; those of a profile have a function. */

import type { Profile } from '../../spec/profile.ts';
import type { Check } from '../check.ts';
import { allowlistChecks, authChecks } from './access/auth.ts';
import { authTieChecks } from './access/auth-ties.ts';
import { signatureChecks } from './access/signatures.ts';
import { batchErrorChecks } from './books/errors.ts';
import { bookMarketChecks, tokenPriceCheck } from './books/markets.ts';
import { priceChecks, priceMeaningChecks } from './books/prices.ts';
import { bookFormChecks, bookResponseChecks, largeBatchChecks } from './books/responses.ts';
import { bookLevelChecks } from './books/rules.ts';
import { commentChecks } from './catalog/comments.ts';
import { creatorChecks, creatorScopeChecks } from './catalog/creators.ts';
import { catalogErrorChecks } from './catalog/errors.ts';
import { eventRouteChecks, exactKeyChecks } from './catalog/events.ts';
import { marketFilterChecks } from './catalog/market-filters.ts';
import { marketRowChecks } from './catalog/market-rows.ts';
import { marketViewChecks } from './catalog/market-views.ts';
import { catalogOrderChecks } from './catalog/order.ts';
import { profileChecks } from './catalog/profiles.ts';
import { clobOrderChecks } from './clob/orders.ts';
import { clobRelationChecks } from './clob/relations.ts';
import { clobAuthChecks, clobSignatureChecks } from './clob/signatures.ts';
import { clobResponseChecks } from './clob/statements.ts';
import { clobKeyChecks } from './clob/wallets.ts';
import { freshExpiryChecks, freshRestCheck } from './freshness/expiry.ts';
import { freshFillChecks, freshSoldOutCheck } from './freshness/fill.ts';
import { heartbeatExpiryChecks } from './heartbeats/expiry.ts';
import { heartbeatResponseChecks } from './heartbeats/responses.ts';
import { sustainedLimitChecks } from './limits/sustained.ts';
import { limitWindowChecks } from './limits/windows.ts';
import { orderBodyChecks, orderFieldChecks } from './orders/body.ts';
import { cancelEffectCheck, cancelRefusalChecks } from './orders/cancels.ts';
import { crossingChecks } from './orders/crossing.ts';
import { fillEntryCheck, twoCrossingCheck } from './orders/crossing-two.ts';
import { orderClosedCheck, orderEffectChecks } from './orders/effects.ts';
import { fillPositionChecks } from './orders/fill-positions.ts';
import { fillChecks, fillRecordChecks } from './orders/fills.ts';
import { liveOrderChecks } from './orders/live-orders.ts';
import { matchPriorityChecks } from './orders/match-priority.ts';
import { placementChecks, restingKindChecks } from './orders/order-placement.ts';
import { orderRefusalChecks } from './orders/refusals.ts';
import { checksumChecks, conditionIdChecks } from './routes/condition-ids.ts';
import { existenceChecks } from './routes/existence.ts';
import { pageChecks } from './routes/pages.ts';
import { acceptedChecks, parameterChecks } from './routes/parameters.ts';
import { precedenceChecks } from './routes/precedence.ts';
import { internalErrorChecks, statusChecks } from './routes/statuses.ts';
import { unlistedChecks } from './routes/unlisted.ts';
import { tradeCursorChecks } from './trades/cursors.ts';
import { tradeFilterChecks } from './trades/filters.ts';
import { tradeDecisionChecks, tradeRowChecks } from './trades/rows.ts';
import { tradingCatalogCheck } from './trading/catalog.ts';
import { cursorPagingChecks, listPageChecks } from './trading/list-pages.ts';
import { tradingRowChecks } from './trading/rows.ts';
import { tradingSettingsChecks, tradingViewChecks } from './trading/views.ts';
import { activityChecks } from './wallets/activity.ts';
import { rowDecisionChecks, walletListChecks, walletValueChecks } from './wallets/decisions.ts';
import { userChecks, walletErrorChecks } from './wallets/errors.ts';
import { holderChecks, holderDecisionChecks } from './wallets/holders.ts';
import { positionFilterChecks } from './wallets/position-filters.ts';
import { positionMathsChecks, positionRowChecks } from './wallets/position-maths.ts';
import { rowMarketChecks, rowProfileChecks } from './wallets/row-agreement.ts';
import { sortOrderChecks } from './wallets/sort-order.ts';

export const accessChecks = [...authChecks, ...authTieChecks, ...signatureChecks, ...allowlistChecks];

export const bookChecks = [
  ...bookLevelChecks,
  ...bookFormChecks,
  ...bookResponseChecks,
  ...bookMarketChecks,
  ...largeBatchChecks,
  ...priceChecks,
  ...priceMeaningChecks,
  tokenPriceCheck,
  ...batchErrorChecks,
];

export const catalogChecks = [
  ...marketFilterChecks,
  ...exactKeyChecks,
  ...creatorScopeChecks,
  ...catalogOrderChecks,
  ...marketRowChecks,
  ...marketViewChecks,
  ...eventRouteChecks,
  ...creatorChecks,
  ...commentChecks,
  ...profileChecks,
  ...catalogErrorChecks,
];

export function clobChecks(profile: Profile): readonly Check[] {
  return [
    ...clobResponseChecks,
    ...clobRelationChecks(profile),
    ...clobKeyChecks,
    ...clobAuthChecks,
    ...clobOrderChecks(profile),
    ...clobSignatureChecks,
  ];
}

export const freshnessChecks = [freshRestCheck, ...freshFillChecks, freshSoldOutCheck, ...freshExpiryChecks];

export const heartbeatChecks = [...heartbeatResponseChecks, ...heartbeatExpiryChecks];

export const limitChecks = [...limitWindowChecks, ...sustainedLimitChecks];

export const orderChecks = [
  ...placementChecks,
  ...restingKindChecks,
  ...liveOrderChecks,
  cancelEffectCheck,
  ...cancelRefusalChecks,
  ...fillChecks,
  ...fillPositionChecks,
  ...fillRecordChecks,
  fillEntryCheck,
  ...orderBodyChecks,
  ...orderFieldChecks,
  ...orderRefusalChecks,
  orderClosedCheck,
  ...orderEffectChecks,
  ...matchPriorityChecks,
  ...crossingChecks,
  twoCrossingCheck,
];

export const routeChecks = [
  ...parameterChecks,
  ...pageChecks,
  ...acceptedChecks,
  ...precedenceChecks,
  ...conditionIdChecks,
  ...existenceChecks,
  ...unlistedChecks,
  ...statusChecks,
  ...checksumChecks,
  ...internalErrorChecks,
];

export const tradeChecks = [...tradeRowChecks, ...tradeCursorChecks, ...tradeFilterChecks, ...tradeDecisionChecks];

export const tradingChecks = [
  ...cursorPagingChecks,
  tradingCatalogCheck,
  ...tradingRowChecks,
  ...tradingViewChecks,
  ...tradingSettingsChecks,
  ...listPageChecks,
];

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
