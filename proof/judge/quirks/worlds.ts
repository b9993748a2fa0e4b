/** proof/judge/quirks/worlds: little content, other content, and other values of the profile. */

import type { Quirk } from '../quirk.ts';
import { NARROW_WORLD } from '../wrappers/narrow-world.ts';
import { profileWith } from '../wrappers/profile-with.ts';

const wallet = { cash: 10_000 };
const rich = { cash: 10_000, tokens: { rain: 500 } };

export const worldQuirks: readonly Quirk[] = [
  {
    id: 'empty-catalog',
    title: 'there is no market and no event',
    world: () => ({ world: { markets: {}, wallets: { ada: wallet, ben: wallet } } }),
  },
  {
    id: 'one-market',
    title: 'there is one market, with orders on both sides',
    world: () => ({
      world: {
        markets: { rain: { question: 'Will it rain?' } },
        wallets: { ada: rich, ben: rich },
        history: [
          { order: { wallet: 'ada', market: 'rain', side: 'SELL', price: 0.6, size: 100 } },
          { order: { wallet: 'ben', market: 'rain', side: 'BUY', price: 0.6, size: 20 } },
          { order: { wallet: 'ben', market: 'rain', side: 'BUY', price: 0.4, size: 50 } },
        ],
      },
    }),
  },
  {
    id: 'empty-books',
    title: 'no order rests in any book, and nothing was ever traded',
    world: () => ({ world: { markets: { rain: {}, wind: {}, snow: {} }, wallets: { ada: rich, ben: rich } } }),
  },
  {
    id: 'narrow-books',
    title: 'every book has a spread of one tick',
    world: () => ({ world: NARROW_WORLD }),
  },
  {
    id: 'no-wallets',
    title: 'no wallet has an account',
    world: () => ({ world: { markets: { rain: {}, wind: {} } } }),
  },
  {
    id: 'medium-world',
    title: 'there are some hundred markets',
    world: () => ({ world: 'medium' }),
  },
  {
    id: 'small-pages',
    title: 'pages have three trades, two live orders, or five markets',
    world: () => profileWith(() => ({ pages: { trades: 3, liveOrders: 2, marketLists: 5 } })),
  },
  {
    id: 'small-batches',
    title: 'a request has at most twenty tokens',
    world: () => profileWith(() => ({ batch: { max: 20 } })),
  },
  {
    id: 'strange-statuses',
    title: 'errors have the statuses 418, 407, 410, 501, 403, 400, 503 and 502',
    world: () =>
      profileWith(() => ({
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
      })),
  },
  {
    id: 'both-digests',
    title: 'signatures in base64url are accepted as well',
    world: () => profileWith(({ auth }) => ({ auth: { ...auth, acceptBase64url: true } })),
  },
  {
    id: 'long-heartbeats',
    title: 'heartbeats of a key may pause for a minute',
    world: () => profileWith(() => ({ heartbeat: { timeoutMs: 60_000 } })),
  },
];
