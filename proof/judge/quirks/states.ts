/** proof/judge/quirks/states: other words for statuses, and other meanings of flags and states (sections 2.18 and 3). */
import type { WorldDescription } from '../../../sim/world/written/description.ts';
import { isObject } from '../../../spec/json.ts';
import type { Quirk } from '../quirk.ts';
import { on, onRoute, together, type Wrap } from '../variant.ts';
import { type Change, lowered, to } from '../wrappers/edit.ts';
import { everyMarket, otherFlags, statuses } from '../wrappers/market-views.ts';
import { conditionOf } from '../wrappers/order-bodies.ts';
import { bodies, edit } from '../wrappers/responses.ts';

const prefixed =
  (prefix: string): Change =>
  (status) =>
    `${prefix}${String(status).toUpperCase()}`;
/** One word becomes another; all others stay. */
const instead =
  (word: string, other: string): Change =>
  (status) =>
    status === word ? other : status;

const orderStatus = (change: Change): Wrap => onRoute('place-order', edit('status', change));
const listedStatus = (change: Change): Wrap => onRoute('live-orders', edit('data.*.status', change));
const tradeStatus = (change: Change): Wrap => onRoute('builder-trades', edit('*.status', change));
/** Changes the status of the trading views; catalog markets have none. */
const marketStatus = (change: (status: string) => string): Wrap =>
  everyMarket((market, status) => ('status' in market ? { ...market, status: change(status) } : market));

const NUMBERS: readonly string[] = ['draft', 'active', 'paused', 'closed', 'resolved', 'archived'];

const OVER: readonly string[] = ['closed', 'resolved', 'archived'];
const LEVELS = { bids: [{ price: '0.01', size: '100' }], asks: [{ price: '0.99', size: '100' }] };
const BEST = { BUY: '0.99', SELL: '0.01' };

/** Books of closed markets have levels, and prices to match. */
const keptBooks: Wrap = on(['books', 'prices'], (handle, internals) => {
  const statusOf = statuses(handle);
  const isOver = (condition: string): boolean => OVER.includes(statusOf(condition));
  const books = onRoute(
    'books',
    edit('*', (book) => (isObject(book) && isOver(String(book['market'])) ? { ...book, ...LEVELS } : book)),
  );
  const prices = onRoute(
    'prices',
    bodies((json) =>
      isObject(json)
        ? Object.fromEntries(
            Object.entries(json).map(([token, price]) => [token, isOver(conditionOf(handle, token)) ? BEST : price]),
          )
        : json,
    ),
  );
  return together([books, prices])(handle, internals);
});

/** Price steps of 0.001 are shown as 0.01. */
const coarse = (tick: unknown): unknown => (Number(tick) === 0.001 ? (typeof tick === 'string' ? '0.01' : 0.01) : tick);
const coarser: Wrap = together([
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

/** A market of which a trade failed, and the order that it had filled is open again. */
const REOPENED: WorldDescription = {
  markets: MARKETS,
  wallets: WALLETS,
  history: [
    order('carol', 'BUY', 0.3, 'open'),
    order('carol', 'SELL', 0.7, 'open'),
    order('carol', 'SELL', 0.6),
    order('bob', 'BUY', 0.6),
    { settlement: { trade: 1, outcome: 'fail' } },
    { wait: 10 },
    order('carol', 'SELL', 0.6),
  ],
};

/** A market whose price step became finer, without an order since. */
const EMPTIED: WorldDescription = {
  markets: MARKETS,
  wallets: WALLETS,
  history: [
    order('carol', 'BUY', 0.3, 'open'),
    order('carol', 'SELL', 0.7, 'open'),
    order('carol', 'SELL', 0.6),
    order('bob', 'BUY', 0.6),
    { tick: { market: 'moved', to: 0.001 } },
  ],
};

/** A market with orders at tenths of a cent. */
const FINE: WorldDescription = {
  markets: { ...MARKETS, moved: { tick: 0.001 } },
  wallets: WALLETS,
  history: [order('carol', 'BUY', 0.301), order('carol', 'SELL', 0.699), order('carol', 'BUY', 0.3, 'open')],
};

export const stateQuirks: readonly Quirk[] = [
  {
    id: 'order-status-lower',
    title: 'the status of an order is in lower case everywhere',
    alternative: { decision: 'order-status', text: 'lower case throughout' },
    wrap: together([orderStatus(lowered), listedStatus(lowered)]),
  },
  {
    id: 'order-status-prefix',
    title: 'the status of an order begins with ORDER_STATUS_',
    alternative: { decision: 'order-status', text: 'ORDER_STATUS_LIVE' },
    wrap: together([orderStatus(prefixed('ORDER_STATUS_')), listedStatus(prefixed('ORDER_STATUS_'))]),
  },
  {
    id: 'order-status-unmatched',
    title: 'the status of an order that rests without a fill is unmatched',
    alternative: { decision: 'order-status', text: 'unmatched for an order that waits in vain' },
    wrap: together([orderStatus(instead('live', 'unmatched')), listedStatus(instead('LIVE', 'UNMATCHED'))]),
  },
  {
    id: 'order-status-settlement',
    title: 'an order that traded is pending_settlement',
    alternative: { decision: 'order-status', text: 'pending_settlement' },
    wrap: orderStatus(instead('matched', 'pending_settlement')),
  },
  {
    id: 'trade-status-prefix',
    title: 'the status of a trade begins with TRADE_STATUS_',
    alternative: { decision: 'trade-status', text: 'a prefix TRADE_STATUS_' },
    wrap: tradeStatus(prefixed('TRADE_STATUS_')),
  },
  {
    id: 'trade-status-submitted',
    title: 'a trade that is not confirmed is SUBMITTED',
    alternative: { decision: 'trade-status', text: 'SUBMITTED' },
    wrap: tradeStatus((status) => (status === 'CONFIRMED' ? status : 'SUBMITTED')),
  },
  {
    id: 'market-status-two',
    title: 'the status of a market is active or closed',
    alternative: { decision: 'market-status', text: 'active and closed only' },
    wrap: marketStatus((status) => (status === 'active' ? status : 'closed')),
  },
  {
    id: 'market-status-number',
    title: 'the status of a market is the text of a number',
    alternative: { decision: 'market-status', text: 'a number' },
    wrap: marketStatus((status) => String(NUMBERS.indexOf(status))),
  },
  {
    id: 'closed-when-resolved',
    title: 'a market is not closed before it is resolved',
    alternative: { decision: 'flags', text: 'closed only once resolved' },
    wrap: otherFlags((market, status) => ({ ...market, closed: market['closed'] === true && status !== 'closed' })),
  },
  {
    id: 'inactive-when-closed',
    title: 'a closed market is not active',
    alternative: { decision: 'flags', text: 'active false when closed' },
    wrap: otherFlags((market) => ({ ...market, active: market['active'] === true && market['closed'] !== true })),
  },
  {
    id: 'trades-confirmed-at-once',
    title: 'a trade is confirmed as soon as it is listed',
    alternative: { decision: 'trade-stages', text: 'confirmed at once' },
    wrap: tradeStatus(to('CONFIRMED')),
  },
  {
    id: 'orders-open-again',
    title: 'an order is open again after its trade failed',
    alternative: { decision: 'trade-stages', text: 'orders of a failed trade are open again' },
    world: () => ({ world: REOPENED }),
  },
  {
    id: 'pause-empties-book',
    title: 'a paused market has no orders',
    alternative: { decision: 'market-life', text: 'a pause cancels orders' },
    world: () => ({ world: { ...EMPTIED, history: [...(EMPTIED.history ?? []), { pause: 'moved' }] } }),
  },
  {
    id: 'closed-books-stay',
    title: 'the book of a closed market keeps its levels',
    alternative: { decision: 'market-life', text: 'closed markets keep their book' },
    wrap: keptBooks,
  },
  {
    id: 'tick-change-empties-book',
    title: 'a market whose price step changed has no orders',
    alternative: { decision: 'tick-change', text: 'all orders are cancelled' },
    world: () => ({ world: EMPTIED }),
  },
  {
    id: 'tick-change-keeps-orders',
    title: 'a market whose price step became larger keeps orders off the new step',
    alternative: { decision: 'tick-change', text: 'orders off the new step stay' },
    world: () => ({ world: FINE }),
    wrap: coarser,
    warns: ['2.14/levels.tick'],
  },
];
