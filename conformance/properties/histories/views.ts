/** conformance/properties/histories/views: readings of what shows a history: live orders, books and wallet data. */
import { type JsonObject, numberAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { get, withJson } from '../../../wire/message.ts';
import type { CheckContext, Exchange, Wallet } from '../../check.ts';
import type { Listed } from '../../checks/assertions.ts';
import { type Book, bookOf } from '../../checks/orders/book.ts';
import type { OrderPlan } from '../../checks/orders/plan.ts';
import { liveOrders } from '../../checks/orders/wallet-reads.ts';
import { canonicalJson } from '../../checks/steady.ts';
import { type Course, cancelledIn, type OwnOrder, type Stage } from './course.ts';

/** Live orders of both wallets in the market, then the books of both tokens. */
export type OrderViews = { readonly live: readonly [Listed, Listed]; readonly books: readonly [Book, Book] };

export async function readBooksOf(
  context: CheckContext,
  { market }: Pick<Stage, 'market'>,
): Promise<OrderViews['books']> {
  const [first, second] = market.tokenIds;
  const response = await context.send(withJson('POST', '/books', [{ token_id: first }, { token_id: second }]));
  return [bookOf(response, first), bookOf(response, second)];
}

export async function readOrderViews(context: CheckContext, stage: Stage): Promise<OrderViews> {
  const { market, wallets } = stage;
  const query = { market: market.conditionId };
  const live: OrderViews['live'] = [
    await liveOrders(context, wallets[0], query),
    await liveOrders(context, wallets[1], query),
  ];
  return { live, books: await readBooksOf(context, stage) };
}

/** The row of a live order; undefined if it is not listed. */
export function rowOf(
  { live }: OrderViews,
  { id, wallet }: { readonly id: string; readonly wallet: 0 | 1 },
): JsonObject | undefined {
  return live[wallet].rows.find((row) => textAt(row, 'id') === id);
}

/** Shares of each outcome that a wallet holds in the market, and its latest activity. */
export type WalletView = {
  readonly positions: Exchange;
  readonly held: readonly [number, number];
  readonly activity: Exchange;
};
export type WalletViews = readonly [WalletView, WalletView];

/** Entries of one page of activity: more than a history of thirty commands makes. */
const ENTRIES = 40;

export async function readWallets(context: CheckContext, { market, wallets }: Stage): Promise<WalletViews> {
  const read = async ({ address: user }: Wallet): Promise<WalletView> => {
    const query = { user, market: market.conditionId, sizeThreshold: '0' };
    const positions = await context.send(get('/positions', query));
    const rows = objectsIn(positions.json);
    const heldOf = (outcome: 0 | 1) =>
      numberAt(
        rows.find((row) => numberAt(row, 'outcomeIndex') === outcome),
        'size',
      ) ?? 0;
    const activity = await context.send(get('/activity', { user, limit: String(ENTRIES) }));
    return { positions, held: [heldOf(0), heldOf(1)], activity };
  };
  return [await read(wallets[0]), await read(wallets[1])];
}

/**
 * The entries of `after` that `before` does not have; undefined if the page is too short to know them, as that of a
 * long list with the oldest entry first.
 */
export function newEntries(before: Exchange, after: Exchange): readonly JsonObject[] | undefined {
  const entries = objectsIn(after.json);
  const [first = 0, last = 0] = [entries[0], entries.at(-1)].map((entry) => numberAt(entry, 'timestamp'));
  if (entries.length >= ENTRIES && first < last) return undefined;
  const left = new Map<string, number>();
  for (const text of objectsIn(before.json).map(canonicalJson)) left.set(text, (left.get(text) ?? 0) + 1);
  const fresh = entries.filter((entry) => {
    const text = canonicalJson(entry);
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
  return fresh.length >= ENTRIES ? undefined : fresh;
}

/** Shares of an order that have traded. */
export type Filled = Readonly<{
  order: OwnOrder;
  least: number;
  most: number;
  isMissing: boolean;
}>;

/** True if the types let the order rest. */
export function mayRest({ type }: OrderPlan): boolean {
  return type === 'GTC' || type === 'GTD';
}

/** The part of a listed order that has traded: its two sizes have one unit, which the interface does not state. */
export function matchedPart(row: Parameters<typeof textAt>[0]): number {
  const [matched, size] = ['sizeMatched', 'originalSize'].map((field) =>
    Number(textAt(row, field) ?? numberAt(row, field)),
  );
  return Number(matched) / Number(size);
}

/** Price of the order for the first outcome, and whether it bids for it. */
function inFirst({ outcome, side, price }: OrderPlan): { readonly isBid: boolean; readonly price: number } {
  return outcome === 0 ? { isBid: side === 'BUY', price } : { isBid: side === 'SELL', price: PRICE_ONE - price };
}

/** True if the limits of two orders reach each other, over both tokens. */
function cross(one: OrderPlan, other: OrderPlan): boolean {
  const [left, right] = [inFirst(one), inFirst(other)];
  if (left.isBid === right.isBid) return false;
  return left.isBid ? left.price >= right.price : right.price >= left.price;
}

/** True if another order of the wallet reaches it: self-trade prevention may cancel both, or reduce their sizes. */
export function crossesOwn({ steps }: Course, { wallet, plan }: OwnOrder): boolean {
  return steps.some((step) => step.kind === 'place' && step.wallet === wallet && cross(step.plan, plan));
}

/** True if an open rule may have ended the order: its expiry, a lost session, an own order, a delay. */
function mayHaveEnded(course: Course, order: OwnOrder) {
  const { plan, reply } = order;
  return (
    plan.type === 'GTD' ||
    course.steps.some(({ kind }) => kind === 'beat') ||
    crossesOwn(course, order) ||
    !['live', 'matched'].includes(textOrEmpty(reply.json, 'status').toLowerCase())
  );
}

/** `isMissing`: the order is neither listed nor cancelled, so that it must have traded completely. */
export function filledOf(course: Course, views: OrderViews): readonly Filled[] {
  const cancelled = cancelledIn(course);
  return course.orders.map((order) => {
    const { plan, reply } = order;
    const size = plan.size / MICRO;
    const row = rowOf(views, order);
    const part = row === undefined || crossesOwn(course, order) ? Number.NaN : matchedPart(row) * size;
    if (Number.isFinite(part)) return { order, least: part, most: part, isMissing: false };
    const hasTraded = Number(textAt(reply.json, 'makingAmount')) > 0;
    if (plan.type === 'FOK') return { order, least: hasTraded ? size : 0, most: size, isMissing: false };
    const isMissing = row === undefined && mayRest(plan) && !cancelled.has(order.id) && !mayHaveEnded(course, order);
    return { order, least: 0, most: size, isMissing };
  });
}
