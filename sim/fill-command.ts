/** sim/fill-command: the commands with which a counterparty takes a resting order. */
import { MICRO, PRICE_ONE } from '../spec/units.ts';
import type { Command, OutcomeIndex, Side } from './core/command.ts';
import type { OrderView } from './core/order-view.ts';
import type { Service } from './service.ts';
import type { World } from './world/world.ts';
import { WorldError } from './world/world-error.ts';
import { microOf } from './world/written/amounts.ts';

/** Deposits that also cover any fee, which is at most the price of a share. */
const COVER = 2;

/**
 * A wallet without orders in the market receives the cash and tokens that it needs, and trades `size` shares with the order. It first
 * takes the orders that precede it, as price and time demand. Throws `WorldError` if the order cannot be filled so.
 */
export function fillCommands(
  { world, views }: Service,
  { order: id, size }: { readonly order: string; readonly size?: number | undefined },
): readonly Command[] {
  const { venue } = world;
  const number = views.ids.order.decode(id);
  const order = number === undefined ? undefined : venue.order(number);
  if (order === undefined) throw new WorldError(`fill.order: no order "${id}"`);
  if (order.state !== 'live') throw new WorldError(`fill.order: the order does not rest: it is ${order.state}`);
  const open = order.size - order.matched;
  const wanted = size === undefined ? open : microOf(size, 'fill.size');
  if (wanted <= 0 || wanted > open)
    throw new WorldError(`fill.size: ${wanted / MICRO} of an order with ${open / MICRO} open shares`);
  const { market, outcome, price } = order;
  const view = venue.market(market);
  if (view === undefined || view.state !== 'open') throw new WorldError(`fill.order: its market is ${view?.state}`);
  const resting = restingIn({ world, views }, market);
  const total =
    wanted +
    resting.filter((other) => precedes(other, order)).reduce((sum, { size: all, matched }) => sum + all - matched, 0);
  if (total < view.terms.minSize)
    throw new WorldError(`fill.size: the smallest order of the market has ${view.terms.minSize / MICRO} shares`);
  const wallet = counterpartyOf(world, order, resting);
  const side = order.side === 'BUY' ? 'SELL' : 'BUY';
  const salt = `fill-${venue.eventCount}`;
  const fill = { market, outcome, side, type: 'FAK', price, size: total, postOnly: false, salt } as const;
  return [
    { kind: 'deposit', wallet, amount: total * COVER },
    ...(side === 'SELL' ? [{ kind: 'split', wallet, market, size: total } as const] : []),
    { kind: 'place', wallet, key: wallet, ...fill },
  ];
}

function restingIn({ world, views }: Pick<Service, 'world' | 'views'>, market: number): readonly OrderView[] {
  views.catchUp();
  return world.accounts
    .flatMap(({ index }) => [...views.openOrders.ofWallet(index)])
    .flatMap((number) => world.venue.order(number) ?? [])
    .filter((order) => order.market === market && order.state === 'live');
}

/** Whether an order trades before another one. A bid for one outcome is an offer of the other. */
function precedes(other: OrderView, order: OrderView): boolean {
  const [theirs, own] = [asFirst(other), asFirst(order)];
  if (theirs.side !== own.side || other.order === order.order) return false;
  const better = own.side === 'BUY' ? theirs.price - own.price : own.price - theirs.price;
  return better > 0 || (better === 0 && other.order < order.order);
}

function asFirst({
  outcome,
  side,
  price,
}: {
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly price: number;
}) {
  if (outcome === 0) return { side, price };
  return { side: side === 'BUY' ? 'SELL' : 'BUY', price: PRICE_ONE - price } as const;
}

/** The last wallet with no orders in the market. */
function counterpartyOf({ accounts }: World, order: OrderView, resting: readonly OrderView[]): number {
  const busy = new Set([order.wallet, ...resting.map(({ wallet }) => wallet)]);
  const free = accounts.findLast(({ index }) => !busy.has(index));
  if (free === undefined) throw new WorldError('fill.order: every other wallet has orders in its market: add a wallet');
  return free.index;
}
