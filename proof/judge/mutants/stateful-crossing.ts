/** proof/judge/mutants/stateful-crossing: GTC orders that cross and are matched wrongly, or shown wrongly. */
import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { getOrAdd } from '../../../base/record.ts';
import type { Request, Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { family, type Mutant, type Wrap } from '../variant.ts';
import {
  amountsOf,
  cancelAsOwner,
  errorOf,
  orderBodyOf,
  RESTING,
  saidCanceled,
  watching,
  withChangedOrder,
} from '../wrappers/orders.ts';
import { eachRow, edit, jsonOf, replies, rows, set, times, withBody } from '../wrappers/responses.ts';
import { callerOf } from '../wrappers/signatures.ts';

const { table, wide } = family('stateful');

/** A GTC order that crosses, as it would look if it rested. */
type Ghost = Readonly<{ row: JsonObject; wallet: string; token: string; isBuy: boolean }>;

function ghostOf(id: string, wallet: string, order: JsonObject): Ghost {
  const { cash, shares } = amountsOf({ order });
  const size = shares / 1e6;
  const price = String(Number((cash / 1e6 / size).toFixed(4)));
  const { conditionId: market, tokenId: assetId, side } = order;
  const parties = {
    associateTrades: [],
    id,
    status: 'LIVE',
    market,
    outcome: 'Yes',
    makerAddress: wallet,
    owner: wallet,
  };
  const terms = { originalSize: String(size), sizeMatched: '0', price, side, type: 'GTC', assetId };
  const row = { ...parties, ...terms, createdAt: '2026-01-01T00:00:00Z' };
  return { row, wallet, token: String(assetId), isBuy: side === 'BUY' };
}

function withGhosts(book: JsonObject, ghosts: readonly Ghost[]): JsonObject {
  const own = ghosts.filter(({ token }) => token === book['asset_id']);
  const levels = (isBuy: boolean) =>
    own.filter((ghost) => ghost.isBuy === isBuy).map(({ row }) => ({ price: row['price'], size: row['originalSize'] }));
  return {
    ...book,
    bids: [...listAt(book, 'bids'), ...levels(true)],
    asks: [...listAt(book, 'asks'), ...levels(false)],
  };
}

const unmatched =
  (rests: boolean): Wrap =>
  (handle, internals) => {
    let ghosts: readonly Ghost[] = [];
    let count = 0;
    const place = (request: Request): Response => {
      const response = handle(withChangedOrder(request, internals, (body) => ({ ...body, postOnly: true })));
      if (!/post/i.test(errorOf(response))) return response;
      count += 1;
      const id = `0x${String(count).padStart(64, '0')}`;
      if (rests) ghosts = [...ghosts, ghostOf(id, walletOf(request), orderBodyOf(request).order)];
      return withBody(response, { ...RESTING, orderID: id }, 200);
    };
    const cancel = (request: Request): Response => {
      const { orderId } = jsonOf(request);
      const isGhost = ghosts.some(({ row }) => row['id'] === orderId);
      ghosts = ghosts.filter(({ row }) => row['id'] !== orderId);
      const response = handle(request);
      return isGhost ? saidCanceled(response, orderId) : response;
    };
    const walletOf = (request: Request) => callerOf(request, internals)?.address ?? '';
    return (request) => {
      const route = matchRoute(request)?.id;
      if (route === 'place-order' && orderBodyOf(request)['orderType'] === 'GTC') return place(request);
      if (route === 'cancel-order') return cancel(request);
      if (route === 'live-orders') {
        const own = ghosts.filter(({ wallet }) => wallet === walletOf(request)).map(({ row }) => row);
        return rows((orders) => [...orders, ...own])(handle, internals)(request);
      }
      if (route !== 'books') return handle(request);
      return eachRow((book) => withGhosts(book, ghosts))(handle, internals)(request);
    };
  };

const restLost = replies((response, request, handle, internals) => {
  const reply = jsonOf(response);
  const owner = callerOf(request, internals);
  const { orderType } = jsonOf(request);
  const id = textAt(reply, 'orderID');
  if (orderType === 'GTC' && textAt(reply, 'takingAmount') && owner !== undefined && id !== undefined)
    cancelAsOwner(handle, internals, { id, owner, body: { order: {} } });
  return response;
});

const takerPriced = watching((handle, taken, internals) => (request) => {
  const limitOf = (row: JsonObject): unknown => {
    const order = taken.find(({ id }) => id === row['taker_order_id']);
    if (order === undefined) return row['price'];
    const { cash, shares } = amountsOf(order.body);
    return String(cash / shares);
  };
  if (matchRoute(request)?.id !== 'builder-trades') return handle(request);
  return edit('*.price', (_, row) => limitOf(row))(handle, internals)(request);
});

const emptyLevels: Wrap = (handle, internals) => {
  const known = new Map<string, Set<string>>();
  const kept = (book: JsonObject, side: 'bids' | 'asks'): readonly unknown[] => {
    const levels = objectsIn(book[side]);
    const prices = getOrAdd(known, `${book['asset_id']} ${side}`, () => new Set());
    for (const { price } of levels) prices.add(String(price));
    const gone = [...prices].filter((price) => !levels.some((level) => level['price'] === price));
    return [...levels, ...gone.map((price) => ({ price, size: '0' }))];
  };
  return eachRow((book) => ({ ...book, bids: kept(book, 'bids'), asks: kept(book, 'asks') }))(handle, internals);
};

const costless = watching((handle, taken, internals) => {
  const cheaper = edit('*.avgPrice', (price) => Number(price) * 0.99 ** taken.length);
  const positions = cheaper(handle, internals);
  return (request) => (matchRoute(request)?.id === 'positions' ? positions(request) : handle(request));
});

const turned = (side: unknown): unknown => (side === 'BUY' ? 'SELL' : 'BUY');
const inMillionths = (amount: unknown): unknown => (amount === '' ? amount : String(Number(amount) * 1e6));

export const crossingMutants: readonly Mutant[] = [
  ...wide('place-order', [
    ['gtc-never-matches', '2.14/uncrossed', 'GTC orders rest beside the orders that they reach', unmatched(true)],
    ['gtc-forgotten', '4.3/cross.trades', 'GTC orders that reach others are accepted and forgotten', unmatched(false)],
    ['rest-lost', '4.3/rest.book', 'the rest of a GTC order that traded in part is cancelled', restLost],
    ['taker-limit', 'D/matching.maker-price', "fills have the price of the taker's limit", takerPriced],
  ]),
  ...wide('positions', [['cost-free', '4.3/fill.cost', 'shares are booked without their cost', costless]]),
  ...table({
    'place-order': [
      ['amounts-two-units', '4.3/reply.amounts', 'makingAmount is in millionths', edit('makingAmount', inMillionths)],
    ],
    'builder-trades': [
      ['size-larger', '4.3/fill.size', 'trades are too large', edit('*.size', (size) => String(Number(size) * 1.5))],
      ['side-turned', '4.3/fill.parties', 'trades have the side of the maker', edit('*.side', turned)],
      ['maker-turned', '4.3/fill.parties', 'makers have the side of the taker', edit('*.maker_orders.*.side', turned)],
      [
        'matched-whole',
        '4.3/fill.parties',
        'matched_amount is half as large again',
        edit('*.maker_orders.*.matched_amount', (size) => String(Number(size) * 1.5)),
      ],
    ],
    'live-orders': [
      ['outcome-first', '2.15/outcome.named', 'outcome is always the first one', set('data.*.outcome', 'Yes')],
      [
        'created-1970',
        '2.15/createdAt.placed',
        'createdAt is in 1970',
        set('data.*.createdAt', '1970-01-01T00:00:00Z'),
      ],
      [
        'trades-unnamed',
        '2.15/associateTrades.named',
        'associateTrades stays empty',
        set('data.*.associateTrades', []),
      ],
    ],
    activity: [
      ['worth-size', '2.3/usdcSize.worth', 'usdcSize is a hundred times the cost', edit('*.usdcSize', times(100))],
      [
        'asset-other',
        '2.3/asset.outcome',
        'asset has the index of the other outcome',
        edit('*.asset', (asset) => String(asset).replace(/[01]$/, (index) => (index === '0' ? '1' : '0'))),
      ],
    ],
    books: [['levels-emptied', '2.14/levels.positive', 'levels stay with size 0', emptyLevels]],
  }),
];
