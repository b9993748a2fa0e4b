/** conformance/mutants/families/stateful-fills: orders that meet wrongly, and fills that leave too little or too much behind. */
import { isObject, numberAt } from '../../../spec/json.ts';
import { matchRoute } from '../../route-match.ts';
import { bodies, edit, rows } from '../answers.ts';
import { type Change, likeField, plus, to } from '../edit.ts';
import { family, type Mutant, type Wrap } from '../mutant.ts';
import {
  cancelAsOwner,
  isPlacing,
  mended,
  type OpenBody,
  orderBodyOf,
  type Taken,
  taking,
  watching,
} from '../orders.ts';
import { refusal } from '../queries.ts';

const { on, wide } = family('stateful');

const isFok = ({ orderType }: OpenBody): boolean => orderType === 'FOK';

function halved(amount: unknown): string {
  return String(Math.floor(Number(amount) / 2));
}

const halfFilled = taking(isFok, ({ order, ...body }) => ({
  ...body,
  order: { ...order, makerAmount: halved(order['makerAmount']), takerAmount: halved(order['takerAmount']) },
}));

/** A FOK order that cannot fill trades what there is, and is said to be killed. */
const killedPartly: Wrap = (handle, venue) => (request) => {
  const response = handle(request);
  if (response.status === 400 && isFok(orderBodyOf(request))) {
    handle(mended(request, venue, (body) => ({ ...body, orderType: 'FAK' })));
  }
  return response;
};

/** Orders of one type are taken for another. */
function typeTaken(from: string, other: string): Wrap {
  return taking(
    ({ orderType }) => orderType === from,
    (body) => ({ ...body, orderType: other }),
  );
}

/** Positions stay as they were when they were first asked for. */
const positionsFrozen: Wrap = (handle) => {
  const known = new Map<string, string>();
  return (request) => {
    const response = handle(request);
    const body = known.get(request.query) ?? response.body;
    known.set(request.query, body);
    return { ...response, body };
  };
};

/** From the first FOK order on, books that were seen before stay as they were. */
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

/** Nothing that happens from now on reaches the feed. */
const feedStopped: Wrap = (handle, venue) => {
  const since = Math.floor(venue.now() / 1_000);
  return rows((list) => list.filter((row) => (numberAt(row, 'timestamp') ?? 0) < since))(handle, venue);
};

/** A token's last price stays what it was when the first book was shown. */
const lastPriceFrozen: Wrap = (handle, venue) => {
  const known = new Map<unknown, unknown>();
  return edit('*', (book) => {
    if (!isObject(book)) return book;
    const last = known.get(book['asset_id']) ?? book['last_trade_price'];
    known.set(book['asset_id'], last);
    return { ...book, last_trade_price: last };
  })(handle, venue);
};

const amountsSwapped: Change = (reply) =>
  isObject(reply) ? { ...reply, makingAmount: reply['takingAmount'], takingAmount: reply['makingAmount'] } : reply;

/** Before a FOK order is met, one of two orders that wait for it is dropped. */
function dropping(choose: (waiting: readonly Taken[]) => Taken | undefined): Wrap {
  return watching((handle, taken, venue) => (request) => {
    const body = orderBodyOf(request);
    const waiting = isFok(body) ? taken.filter((other) => isWaiting(other.body, body)).slice(-2) : [];
    const dropped = waiting.length === 2 ? choose(waiting) : undefined;
    if (dropped !== undefined) cancelAsOwner(handle, venue, dropped);
    return handle(request);
  });
}

function isWaiting(resting: OpenBody, incoming: OpenBody): boolean {
  return (
    resting['orderType'] === 'GTC' &&
    resting.order['tokenId'] === incoming.order['tokenId'] &&
    resting.order['side'] !== incoming.order['side']
  );
}

/** Dollars a share of a sale. */
function askOf({ body: { order } }: Taken): number {
  return Number(order['takerAmount']) / Number(order['makerAmount']);
}

const olderOfEqual = ([first, second]: readonly Taken[]): Taken | undefined =>
  first !== undefined && second !== undefined && askOf(first) === askOf(second) ? first : undefined;

const cheaper = ([first, second]: readonly Taken[]): Taken | undefined => {
  if (first === undefined || second === undefined || askOf(first) === askOf(second)) return undefined;
  return askOf(first) < askOf(second) ? first : second;
};

/** Orders of this side meet no order of the same side for the other token. */
function withoutSets(side: 'BUY' | 'SELL'): Wrap {
  return watching((handle, taken) => (request) => {
    const { order, orderType } = orderBodyOf(request);
    const isMeeting = taken.some(
      ({ body }) =>
        body.order['conditionId'] === order['conditionId'] &&
        body.order['tokenId'] !== order['tokenId'] &&
        body.order['side'] === side,
    );
    const isSet = orderType === 'FOK' && order['side'] === side && isMeeting;
    return isSet ? refusal(handle, request) : handle(request);
  });
}

const withoutPostOnly = taking(
  ({ postOnly }) => postOnly === true,
  (body) => ({ ...body, postOnly: undefined }),
);

/** Fills. */
export const fillMutants: readonly Mutant[] = [
  ...on('place-order', [
    ['fok-half', '4.3/fok.whole-or-nothing', 'a FOK order trades half its size', halfFilled],
    ['fok-partly', '4.3/fok.killed', 'a killed FOK order has traded what there was', killedPartly],
    ['fok-rests', '4.3/fok.killed', 'a FOK order that cannot fill rests', typeTaken('FOK', 'GTC')],
    ['fak-rests', 'D/order-types.FAK', 'what a FAK order cannot trade rests', typeTaken('FAK', 'GTC')],
    [
      'amounts-swapped',
      'D/order-reply.matched',
      'takingAmount and makingAmount change places',
      bodies((json) => amountsSwapped(json, {})),
    ],
    ['older-dropped', 'D/matching.time-second', 'the newest order is met first', dropping(olderOfEqual)],
    ['cheaper-dropped', 'D/matching.price-first', 'the dearer order is met first', dropping(cheaper)],
    ['never-mints', 'D/matching.mint', 'purchases of both tokens do not meet', withoutSets('BUY')],
    ['never-merges', 'D/matching.merge', 'sales of both tokens do not meet', withoutSets('SELL')],
    ['post-only-ignored', 'D/order-post-only.crossing', 'postOnly is not looked at', withoutPostOnly],
  ]),
  ...on('positions', [
    ['unmoved', '4.3/fill.position', 'positions do not change with fills', positionsFrozen],
    [
      'average-last',
      'D/position-maths.avgPrice',
      'avgPrice is the present price',
      edit('*.avgPrice', likeField('curPrice')),
    ],
  ]),
  ...on('activity', [['stopped', '4.3/fill.activity', 'fills do not reach the feed', feedStopped]]),
  ...on('builder-trades', [
    ['makers-unnamed', '4.3/fill.trade', 'maker orders have no ids', edit('*.maker_orders.*.order_id', to(''))],
    ['price-dear', '4.3/fill.price-limit', 'trades are ten cents too dear', edit('*.price', plus(0.1))],
    ['price-cheap', 'D/matching.maker-price', 'trades are a cent too cheap', edit('*.price', plus(-0.01))],
  ]),
  ...on('books', [['last-frozen', '4.3/fill.last-price', 'the last price does not follow the fills', lastPriceFrozen]]),
  ...wide('books', [['fills-unseen', '4.3/fill.book', 'books do not show what fills took', booksFrozenByFills]]),
];
