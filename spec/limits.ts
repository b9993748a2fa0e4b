/** spec/limits: every request limit of section 8, scopes of undefined routes included (`spec/routes`). */
import { entriesOf } from '../base/record.ts';

export type LimitScope = Readonly<{
  id: LimitScopeId;
  section: '8.1' | '8.2' | '8.3';
  /** The scope in the interface's words. */
  scope: string;
  windows: readonly { readonly max: number; readonly seconds: number }[];
  /** Reads are counted per client address, writes per API key. */
  per: 'client' | 'api-key';
}>;

/** The scopes of reads in the order of tables 8.1 and 8.2: their words, and the requests of ten seconds. */
const reads = {
  'catalog-all': ['all catalog routes', 4_000],
  'catalog-events': ['GET /events', 500],
  'catalog-markets': ['GET /markets', 300],
  'catalog-listings': ['combined event and market listings', 900],
  'catalog-tags': ['GET /tags', 200],
  'catalog-search': ['GET /public-search', 350],
  'book-all': ['all order-book routes', 5_000],
  'book-root': ['GET /', 50],
  'book-book': ['GET /book', 200],
  'book-books': ['POST /books', 80],
  'book-price': ['GET /price', 200],
  'book-prices': ['POST /prices', 80],
  'book-midpoint': ['GET /midpoint', 200],
  'book-prices-history': ['GET /prices-history', 100],
  'book-batch-prices-history': ['POST /batch-prices-history', 80],
  'book-data-trades': ['GET /data/trades', 150],
} as const;

/** The scopes of table 8.3. */
const writes = { 'write-order': 'POST /order', 'write-cancel': 'DELETE /order' } as const;
const burstAndSustained = [
  { max: 2_400, seconds: 10 },
  { max: 24_000, seconds: 600 },
];

export type LimitScopeId = keyof typeof reads | keyof typeof writes;

export const LIMITS: readonly LimitScope[] = [
  ...entriesOf(reads).map(([id, [scope, max]]): LimitScope => {
    const section = id.startsWith('catalog-') ? '8.1' : '8.2';
    return { id, section, scope, windows: [{ max, seconds: 10 }], per: 'client' };
  }),
  ...entriesOf(writes).map(([id, scope]): LimitScope => {
    return { id, section: '8.3', scope, windows: burstAndSustained, per: 'api-key' };
  }),
];

/** Scopes of section 8 whose window no judge can fill, and why. */
export const UNSEEN_SCOPES: Readonly<Partial<Record<LimitScopeId, string>>> = {
  'catalog-events':
    'Read literally, GET /events is a path that section 4 does not list. ' +
    'The wider reading is judged by D/limit-scopes.events.',
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
