/** proof/judge/mutants/stateful-fills: fills that are missing from books, positions, feed or trades. */
import { isObject, numberAt } from '../../../spec/json.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { family, type Mutant, type Wrap } from '../variant.ts';
import { plus } from '../wrappers/edit.ts';
import { isFok, isPlacing, orderBodyOf } from '../wrappers/orders.ts';
import { copy, edit, keeping, set } from '../wrappers/responses.ts';

const { on, wide } = family('stateful');

/** Positions stay as they were at the first request. */
const positionsFrozen: Wrap = (handle) => {
  const known = new Map<string, string>();
  return (request) => {
    const response = handle(request);
    const body = known.get(request.query) ?? response.body;
    known.set(request.query, body);
    return { ...response, body };
  };
};

/** From the first FOK order on, books that were read before stay the same. */
const booksFrozenByFills: Wrap = (handle) => {
  const known = new Map<unknown, string>();
  let isFrozen = false;
  return (request) => {
    const response = handle(request);
    if (isPlacing(request)) isFrozen ||= isFok(orderBodyOf(request)) && response.status === 200;
    if (matchRoute(request)?.id !== 'books' || response.status !== 200) return response;
    const body = (isFrozen ? known.get(request.body) : undefined) ?? response.body;
    known.set(request.body, body);
    return { ...response, body };
  };
};

/** No later event reaches the feed. */
const feedStopped: Wrap = (handle, internals) => {
  const since = Math.floor(internals.now() / 1_000);
  return keeping((row) => (numberAt(row, 'timestamp') ?? 0) < since)(handle, internals);
};

/** A token's last price stays as it was when the first book was read. */
const lastPriceFrozen: Wrap = (handle, internals) => {
  const known = new Map<unknown, unknown>();
  return edit('*', (book) => {
    if (!isObject(book)) return book;
    const last = known.get(book['asset_id']) ?? book['last_trade_price'];
    known.set(book['asset_id'], last);
    return { ...book, last_trade_price: last };
  })(handle, internals);
};

export const fillMutants: readonly Mutant[] = [
  ...on('positions', [
    ['unmoved', '4.3/fill.position', 'positions do not change with fills', positionsFrozen],
    ['average-last', 'D/position-maths.avgPrice', 'avgPrice is the current price', copy('*.avgPrice', 'curPrice')],
  ]),
  ...on('activity', [['stopped', '4.3/fill.activity', 'fills do not reach the feed', feedStopped]]),
  ...on('builder-trades', [
    ['makers-unnamed', '4.3/fill.trade', 'maker orders have no ids', set('*.maker_orders.*.order_id', '')],
    ['price-dear', '4.3/fill.price-limit', 'trade prices are ten cents too high', edit('*.price', plus(0.1))],
    ['price-cheap', 'D/matching.maker-price', 'trade prices are a cent too low', edit('*.price', plus(-0.01))],
  ]),
  ...on('books', [['last-frozen', '4.3/fill.last-price', 'the last price does not follow the fills', lastPriceFrozen]]),
  ...wide('books', [['fills-unseen', '4.3/fill.book', 'books do not show fills', booksFrozenByFills]]),
];
