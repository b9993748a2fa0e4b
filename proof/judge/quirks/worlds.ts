/** proof/judge/quirks/worlds: little content, other content, and other values of the profile. */
import { quirks } from '../variant.ts';
import { NARROW_WORLD } from '../wrappers/narrow-world.ts';
import { profiled } from '../wrappers/profile-with.ts';

const wallet = { cash: 10_000 };
const rich = { cash: 10_000, tokens: { rain: 500 } };

export const worldQuirks = quirks([
  [
    'empty-catalog',
    'there is no market and no event',
    { world: { world: { markets: {}, wallets: { ada: wallet, ben: wallet } } } },
  ],
  [
    'one-market',
    'there is one market, with orders on both sides',
    {
      world: {
        world: {
          markets: { rain: { question: 'Will it rain?' } },
          wallets: { ada: rich, ben: rich },
          history: [
            { order: { wallet: 'ada', market: 'rain', side: 'SELL', price: 0.6, size: 100 } },
            { order: { wallet: 'ben', market: 'rain', side: 'BUY', price: 0.6, size: 20 } },
            { order: { wallet: 'ben', market: 'rain', side: 'BUY', price: 0.4, size: 50 } },
          ],
        },
      },
    },
  ],
  [
    'empty-books',
    'no order rests in any book, and nothing was ever traded',
    { world: { world: { markets: { rain: {}, wind: {}, snow: {} }, wallets: { ada: rich, ben: rich } } } },
  ],
  ['narrow-books', 'every book has a spread of one tick', { world: { world: NARROW_WORLD } }],
  ['no-wallets', 'no wallet has an account', { world: { world: { markets: { rain: {}, wind: {} } } } }],
  ['medium-world', 'there are some hundred markets', { world: { world: 'medium' } }],
  [
    'small-pages',
    'pages have three trades, two live orders, or five markets',
    profiled({ pages: { trades: 3, liveOrders: 2, marketLists: 5 } }),
  ],
  ['small-batches', 'a request has at most twenty tokens', profiled({ batch: { max: 20 } })],
  [
    'strange-statuses',
    'errors have the statuses 418, 407, 410, 501, 403, 400, 503 and 502',
    profiled({
      statuses: {
        badRequest: 418,
        auth: 407,
        notFound: 410,
        methodNotAllowed: 501,
        notAccepting: 403,
        tooLarge: 400,
        throttled: 503,
        internal: 502,
      },
    }),
  ],
  ['long-heartbeats', 'heartbeats may pause for a minute', profiled({ heartbeat: { timeoutMs: 60_000 } })],
]);
