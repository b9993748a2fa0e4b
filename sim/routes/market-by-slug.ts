/** sim/routes/market-by-slug: `GET /markets/slug/{slug}` (4.12): one catalog market with its event in full. */
import { inScope } from '../catalog/creator-scope.ts';
import { error, okJson, type RouteFunction } from './call.ts';

/** Not found either if the market is not on the site of `creator`. */
export const marketBySlugRoute: RouteFunction = ({ catalog }, { params, pathValue }) => {
  catalog.refresh();
  const market = catalog.marketBySlug(pathValue);
  const { creator } = params;
  const isVisible = market !== undefined && (creator === undefined || inScope(market, String(creator)));
  if (!isVisible) return error('not-found', `market with slug ${JSON.stringify(pathValue)} not found`);
  return okJson(catalog.texts.bySlug(market));
};
