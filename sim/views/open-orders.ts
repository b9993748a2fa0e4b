/** sim/views/open-orders: the fold of accepted and closed orders into the open orders of each wallet. */
import type { Event } from '../../spec/venue/event.ts';

export type OpenOrders = ReturnType<typeof createOpenOrders>;

export function createOpenOrders() {
  const open = new Map<number, { readonly wallet: number; readonly trades: number[] }>();
  const byWallet = new Map<number, Set<number>>();
  const latest = new Map<number, number>();

  const accept = (order: number, wallet: number) => {
    open.set(order, { wallet, trades: [] });
    latest.set(wallet, order);
    const own = byWallet.get(wallet);
    if (own === undefined) byWallet.set(wallet, new Set([order]));
    else own.add(order);
  };
  const close = (order: number) => {
    const known = open.get(order);
    if (known === undefined) return;
    byWallet.get(known.wallet)?.delete(order);
    open.delete(order);
  };

  return {
    apply(event: Event) {
      if (event.kind === 'order-accepted') accept(event.order, event.wallet);
      else if (event.kind === 'order-closed') close(event.order);
      else if (event.kind === 'trade') {
        open.get(event.takerOrder)?.trades.push(event.trade);
        for (const leg of event.makers) open.get(leg.order)?.trades.push(event.trade);
      }
    },
    /** Order numbers of a wallet, oldest first: those that are accepted and not closed. */
    ofWallet: (wallet: number): Iterable<number> => byWallet.get(wallet) ?? [],
    /** The number of the wallet's last order; -1 before its first. */
    latestOf: (wallet: number) => latest.get(wallet) ?? -1,
    /** Numbers of the trades an open order took part in, oldest first. */
    tradesOf: (order: number): readonly number[] => open.get(order)?.trades ?? [],
  };
}
