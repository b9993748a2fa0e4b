/** sim/routes/trading-markets: `GET /markets/{condition_id}` and `GET /clob-markets/{condition_id}` (4.13, 4.14). */
import { CONDITION_ID } from '../../spec/params.ts';
import { settingsRecord, tradingRecord } from '../catalog/trading-records.ts';
import type { Venue } from '../core/venue.ts';
import type { WorldMarket } from '../world/world.ts';
import { error, okJson, type RouteFunction } from './call.ts';

/** Malformed ids are bad requests; unknown ones are not found. */
function marketRoute(record: (venue: Venue, market: WorldMarket) => unknown): RouteFunction {
  return ({ catalog, world }, { pathValue }) => {
    if (!CONDITION_ID.test(pathValue)) return error('bad-request', 'condition_id must be 0x and 64 hexadecimal digits');
    const market = catalog.marketByCondition(pathValue);
    if (market === undefined) return error('not-found', `market ${pathValue} not found`);
    return okJson(JSON.stringify(record(world.venue, market)));
  };
}

export const tradingMarketRoute = marketRoute(tradingRecord);
export const tradingSettingsRoute = marketRoute(settingsRecord);
