/** proof/judge/quirks/states: other words for statuses, and other meanings of flags and states (2.18, 3). */
import type { WorldDescription } from '../../../sim/world/written/description.ts';
import { on, onRoute, quirks, together } from '../variant.ts';
import { everyMarket, otherFlags, statuses } from '../wrappers/market-views.ts';
import { conditionOf } from '../wrappers/orders.ts';
import { bodies, type Change, eachRow, edit, lowered, to } from '../wrappers/responses.ts';

const prefixed =
  (prefix: string): Change =>
  (status) =>
    `${prefix}${String(status).toUpperCase()}`;
const instead =
  (word: string, other: string): Change =>
  (status) =>
    status === word ? other : status;

const orderStatus = (change: Change) => onRoute('place-order', edit('status', change));
const listedStatus = (change: Change) => onRoute('live-orders', edit('data.*.status', change));
const tradeStatus = (change: Change) => onRoute('builder-trades', edit('*.status', change));
const marketStatus = (change: (status: string) => string) =>
  everyMarket((market, status) => ('status' in market ? { ...market, status: change(status) } : market));

const NUMBERS: readonly string[] = ['draft', 'active', 'paused', 'closed', 'resolved', 'archived'];

const OVER: readonly string[] = ['closed', 'resolved', 'archived'];
const LEVELS = { bids: [{ price: '0.01', size: '100' }], asks: [{ price: '0.99', size: '100' }] };
const BEST = { BUY: '0.99', SELL: '0.01' };

const keptBooks = on(['books', 'prices'], (handle, internals) => {
  const statusOf = statuses(handle);
  const isOver = (condition: string) => OVER.includes(statusOf(condition));
  const books = onRoute(
    'books',
    eachRow((book) => (isOver(String(book['market'])) ? { ...book, ...LEVELS } : book)),
  );
  const prices = onRoute(
    'prices',
    bodies((json) =>
      Object.fromEntries(
        Object.entries(Object(json)).map(([token, price]) => [
          token,
          isOver(conditionOf(handle, token)) ? BEST : price,
        ]),
      ),
    ),
  );
  return together([books, prices])(handle, internals);
});

const coarse = (tick: unknown) => (Number(tick) === 0.001 ? (typeof tick === 'string' ? '0.01' : 0.01) : tick);
const coarser = together([
  onRoute('books', edit('*.tick_size', coarse)),
  onRoute('trading-settings', edit('mts', coarse)),
  everyMarket((market) =>
    'minimum_tick_size' in market ? { ...market, minimum_tick_size: coarse(market['minimum_tick_size']) } : market,
  ),
]);

/** Two markets and wallets that can trade in them. */
const MARKETS = { open: {}, moved: {} };
const RICH = { cash: 100_000, tokens: { open: 20_000, moved: 20_000 } };
const WALLETS = { alice: RICH, bob: RICH, carol: RICH };

function order(wallet: string, side: 'BUY' | 'SELL', price: number, market = 'moved') {
  return { order: { wallet, market, side, price, size: 50 } };
}

/** A spread in one market, and a trade in the other. */
const TRADED = [
  order('carol', 'BUY', 0.3, 'open'),
  order('carol', 'SELL', 0.7, 'open'),
  order('carol', 'SELL', 0.6),
  order('bob', 'BUY', 0.6),
];
const REFINED = [...TRADED, { tick: { market: 'moved', to: 0.001 } }];

function after(history: NonNullable<WorldDescription['history']>, markets: WorldDescription['markets'] = MARKETS) {
  return { world: { world: { markets, wallets: WALLETS, history } } };
}

const reopened = after([
  ...TRADED,
  { settlement: { trade: 1, outcome: 'fail' } },
  { wait: 10 },
  order('carol', 'SELL', 0.6),
]);
const fine = after([order('carol', 'BUY', 0.301), order('carol', 'SELL', 0.699), order('carol', 'BUY', 0.3, 'open')], {
  ...MARKETS,
  moved: { tick: 0.001 },
});

export const stateQuirks = quirks([
  [
    'order-status-lower',
    'D/order-status: lower case throughout',
    together([orderStatus(lowered), listedStatus(lowered)]),
  ],
  [
    'order-status-prefix',
    'D/order-status: ORDER_STATUS_LIVE',
    together([orderStatus(prefixed('ORDER_STATUS_')), listedStatus(prefixed('ORDER_STATUS_'))]),
  ],
  [
    'order-status-unmatched',
    'D/order-status: unmatched for an order that waits in vain',
    together([orderStatus(instead('live', 'unmatched')), listedStatus(instead('LIVE', 'UNMATCHED'))]),
  ],
  [
    'order-status-settlement',
    'D/order-status: pending_settlement',
    orderStatus(instead('matched', 'pending_settlement')),
  ],
  ['trade-status-prefix', 'D/trade-status: a prefix TRADE_STATUS_', tradeStatus(prefixed('TRADE_STATUS_'))],
  [
    'trade-status-submitted',
    'D/trade-status: SUBMITTED',
    tradeStatus((status) => (status === 'CONFIRMED' ? status : 'SUBMITTED')),
  ],
  [
    'market-status-two',
    'D/market-status: active and closed only',
    marketStatus((status) => (status === 'active' ? status : 'closed')),
  ],
  ['market-status-number', 'D/market-status: a number', marketStatus((status) => String(NUMBERS.indexOf(status)))],
  [
    'closed-when-resolved',
    'D/flags: closed only once resolved',
    otherFlags((market, status) => ({ ...market, closed: market['closed'] === true && status !== 'closed' })),
  ],
  [
    'inactive-when-closed',
    'D/flags: active false when closed',
    otherFlags((market) => ({ ...market, active: market['active'] === true && market['closed'] !== true })),
  ],
  ['trades-confirmed-at-once', 'D/trade-stages: confirmed at once', tradeStatus(to('CONFIRMED'))],
  ['orders-open-again', 'D/trade-stages: orders of a failed trade are open again', reopened],
  ['pause-empties-book', 'D/market-life: a pause cancels orders', after([...REFINED, { pause: 'moved' }])],
  ['closed-books-stay', 'D/market-life: closed markets keep their book', keptBooks],
  ['tick-change-empties-book', 'D/tick-change: all orders are cancelled', after(REFINED)],
  [
    'tick-change-keeps-orders',
    'D/tick-change: orders off the new step stay',
    { ...fine, wrap: coarser },
    { warns: ['2.14/levels.tick'] },
  ],
]);
