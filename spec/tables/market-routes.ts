/** spec/tables/market-routes: markets of the catalog and of trading (interface 4.11 to 4.14). */
import { creator, marketsQuery } from '../params.ts';
import { CatalogMarket, CatalogMarketFull } from '../resources/catalog-market.ts';
import { TradingMarket, TradingSettings } from '../resources/trading-market.ts';
import type { Route } from '../route.ts';
import { arrayOf, catalog, conditionId, slug, trading } from './family-rows.ts';

export const marketRoutes: readonly Route[] = [
  {
    ...catalog,
    id: 'markets',
    path: '/markets',
    section: '4.11',
    purpose: 'list catalog markets',
    query: marketsQuery,
    ...arrayOf(CatalogMarket),
    errors: ['bad-request', 'internal'],
    limits: ['catalog-all', 'catalog-markets', 'catalog-listings'],
  },
  {
    ...catalog,
    id: 'market-by-slug',
    path: '/markets/slug/{slug}',
    section: '4.12',
    purpose: 'catalog market by slug',
    subject: 'market',
    pathParam: slug,
    query: [creator],
    ok: CatalogMarketFull,
    errors: ['not-found', 'internal'],
    limits: ['catalog-all', 'catalog-markets', 'catalog-listings'],
  },
  {
    ...trading,
    id: 'trading-market',
    path: '/markets/{condition_id}',
    section: '4.13',
    purpose: 'trading market by condition id',
    subject: 'condition',
    pathParam: conditionId,
    ok: TradingMarket,
    errors: ['bad-request', 'not-found', 'internal'],
  },
  {
    ...trading,
    id: 'trading-settings',
    path: '/clob-markets/{condition_id}',
    section: '4.14',
    purpose: 'trading settings of a market',
    subject: 'condition',
    pathParam: conditionId,
    ok: TradingSettings,
    errors: ['bad-request', 'not-found', 'internal'],
  },
];
