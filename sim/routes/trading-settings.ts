/** sim/routes/trading-settings: `GET /clob-markets/{condition_id}` (4.14): the abbreviated settings of one market. */
import { settingsRecord } from '../catalog/trading-records.ts';
import { error, okJson, type RouteFunction } from './call.ts';
import { findCondition } from './condition.ts';

export const tradingSettingsRoute: RouteFunction = ({ catalog, world }, { pathValue }) => {
  const found = findCondition(catalog, pathValue);
  if (!found.ok) return error(found.refusal.condition, found.refusal.detail);
  return okJson(JSON.stringify(settingsRecord(world.venue, found.value)));
};
