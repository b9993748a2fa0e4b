/** sim/routes/trading-market: `GET /markets/{condition_id}` (4.13): the trading view of one market. */
import { tradingRecord } from '../catalog/trading-records.ts';
import { error, okJson, type RouteFunction } from './call.ts';
import { findCondition } from './condition.ts';

export const tradingMarketRoute: RouteFunction = ({ catalog, world }, { pathValue }) => {
  const found = findCondition(catalog, pathValue);
  if (!found.ok) return error(found.refusal.condition, found.refusal.detail);
  return okJson(JSON.stringify(tradingRecord(world.venue, found.value)));
};
