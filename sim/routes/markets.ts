/** sim/routes/markets: `GET /markets` (4.11): the catalog's markets, filtered, sorted and paged. */
import { error, okJson, type RouteFunction } from './call.ts';

/** An `order` that is no scalar column of a market is a bad request. */
export const marketsRoute: RouteFunction = ({ catalog }, { params }) => {
  catalog.refresh();
  const page = catalog.marketList.page(params);
  if (page !== undefined) return okJson(page);
  return error('bad-request', `order must be one of ${catalog.marketList.columns.join(', ')}`);
};
