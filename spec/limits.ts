/**
 * spec/limits: every request limit of interface section 8, scopes whose routes the interface does not define included.
 * A request counts against each scope its route lists (`spec/routes`).
 */

export type LimitScope = {
  readonly id: LimitScopeId;
  readonly section: '8.1' | '8.2' | '8.3';
  /** The scope in the interface's words. */
  readonly scope: string;
  readonly windows: readonly { readonly max: number; readonly seconds: number }[];
  /** Reads are counted per client address, writes per API key. */
  readonly per: 'client' | 'api-key';
};

export type LimitScopeId = (typeof limits)[number]['id'];

const perTenSeconds = (max: number) => [{ max, seconds: 10 }];
const burstAndSustained = [
  { max: 2_400, seconds: 10 },
  { max: 24_000, seconds: 600 },
];

const limits = [
  { id: 'catalog-all', section: '8.1', scope: 'all catalog routes', windows: perTenSeconds(4_000), per: 'client' },
  { id: 'catalog-events', section: '8.1', scope: 'GET /events', windows: perTenSeconds(500), per: 'client' },
  { id: 'catalog-markets', section: '8.1', scope: 'GET /markets', windows: perTenSeconds(300), per: 'client' },
  {
    id: 'catalog-listings',
    section: '8.1',
    scope: 'combined event and market listings',
    windows: perTenSeconds(900),
    per: 'client',
  },
  { id: 'catalog-tags', section: '8.1', scope: 'GET /tags', windows: perTenSeconds(200), per: 'client' },
  { id: 'catalog-search', section: '8.1', scope: 'GET /public-search', windows: perTenSeconds(350), per: 'client' },
  { id: 'book-all', section: '8.2', scope: 'all order-book routes', windows: perTenSeconds(5_000), per: 'client' },
  { id: 'book-root', section: '8.2', scope: 'GET /', windows: perTenSeconds(50), per: 'client' },
  { id: 'book-book', section: '8.2', scope: 'GET /book', windows: perTenSeconds(200), per: 'client' },
  { id: 'book-books', section: '8.2', scope: 'POST /books', windows: perTenSeconds(80), per: 'client' },
  { id: 'book-price', section: '8.2', scope: 'GET /price', windows: perTenSeconds(200), per: 'client' },
  { id: 'book-prices', section: '8.2', scope: 'POST /prices', windows: perTenSeconds(80), per: 'client' },
  { id: 'book-midpoint', section: '8.2', scope: 'GET /midpoint', windows: perTenSeconds(200), per: 'client' },
  {
    id: 'book-prices-history',
    section: '8.2',
    scope: 'GET /prices-history',
    windows: perTenSeconds(100),
    per: 'client',
  },
  {
    id: 'book-batch-prices-history',
    section: '8.2',
    scope: 'POST /batch-prices-history',
    windows: perTenSeconds(80),
    per: 'client',
  },
  { id: 'book-data-trades', section: '8.2', scope: 'GET /data/trades', windows: perTenSeconds(150), per: 'client' },
  { id: 'write-order', section: '8.3', scope: 'POST /order', windows: burstAndSustained, per: 'api-key' },
  { id: 'write-cancel', section: '8.3', scope: 'DELETE /order', windows: burstAndSustained, per: 'api-key' },
] as const;

export const LIMITS: readonly LimitScope[] = limits;

/** Scopes of section 8 whose window no judge can fill, and why. */
export const UNSEEN_SCOPES: Readonly<Partial<Record<LimitScopeId, string>>> = {
  'catalog-events':
    'Read literally, GET /events is a path that section 4 does not list. The wider reading is judged by D/limit-scopes.events.',
  'catalog-listings':
    'It holds more requests than GET /markets and GET /events together, so that it is never full before they are.',
};

/** Scopes of section 8 that name no route of section 4: nothing can be sent to them. */
export const SCOPES_WITHOUT_ROUTE: readonly LimitScopeId[] = [
  'catalog-tags',
  'catalog-search',
  'book-root',
  'book-book',
  'book-price',
  'book-midpoint',
  'book-prices-history',
  'book-batch-prices-history',
  'book-data-trades',
];
