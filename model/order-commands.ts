/** model/order-commands: integers as orders near each other, often of one wallet, and as cancels. */

import { PRICE_ONE } from '../base/units.ts';
import type { Command, OrderType, OutcomeIndex, PlaceOrder } from '../spec/venue/command.ts';
import type { Trade } from '../spec/venue/event.ts';
import { pick, sizeFrom } from './gene-values.ts';
import type { Registry } from './registry.ts';

const TYPES: readonly OrderType[] = ['GTC', 'GTC', 'GTC', 'GTC', 'GTD', 'GTD', 'FOK', 'FAK'];
/** Repeated salts. */
const AGAIN: readonly string[] = ['again', '5'];
/** Milliseconds until the expiry, before a shift of half seconds. */
const LIVES = [...Array.from({ length: 12 }, () => 60_000), 1_000, 0];

export function orderFrom(
  genes: readonly number[],
  registry: Registry,
  now: number,
  { wallet, market, salt }: { wallet: number; market: number; salt: string },
): Command {
  const [, , , , c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0] = genes;
  if (i % 9 === 0 && registry.lastTrade !== undefined) return { ...turnover(registry.lastTrade), salt };
  const type = pick(TYPES, d);
  const tick = registry.markets[market]?.terms.tick ?? 100;
  const outcome: OutcomeIndex = e % 2 === 0 ? 0 : 1;
  const expiresAt = now + pick(LIVES, j) + ((h % 19) - 1) * 500;
  return {
    kind: 'place',
    wallet,
    key: h % 4,
    market,
    outcome,
    side: f % 2 === 0 ? 'BUY' : 'SELL',
    type,
    price: priceFrom(g, h, tick),
    size: sizeFrom(c, i),
    postOnly: j % 11 === 0,
    ...((type === 'GTD') === (j % 29 !== 1) ? { expiresAt: Math.max(0, expiresAt) } : {}),
    salt: h % 61 === 0 ? pick(AGAIN, h) : salt,
  };
}

/** The taker of a trade sells or buys back at any price. */
function turnover({ takerWallet, takerKey, market, outcome, side, size }: Trade): Omit<PlaceOrder, 'salt'> {
  const price = side === 'BUY' ? 1_000 : 9_000;
  const back = { side: side === 'BUY' ? 'SELL' : 'BUY', type: 'GTC', price, size, postOnly: false } as const;
  return { kind: 'place', wallet: takerWallet, key: takerKey, market, outcome, ...back };
}

/** Mostly within three ticks of the middle, sometimes at a price on every tick, anywhere, or off the tick. */
function priceFrom(gene: number, far: number, tick: number): number {
  const off = gene % 53 === 0 ? 1 : 0;
  if (gene % 19 === 0) return (1 + (far % (PRICE_ONE / tick))) * tick + off;
  if (gene % 6 === 0) return 4_000 + (far % 3) * 1_000 + off;
  return (Math.floor(PRICE_ONE / tick / 2) - 3 + (gene % 7)) * tick + off;
}

/** Mostly a recent order, mostly by its owner. */
export function cancelFrom(registry: Registry, wallet: number, gene: number, honesty: number): Command {
  const late = registry.owners.length - 1 - (gene % 12);
  const order = gene % 5 === 0 ? gene % (registry.owners.length + 1) : Math.max(0, late);
  return { kind: 'cancel', wallet: honesty % 5 === 0 ? wallet : (registry.owners[order] ?? wallet), order };
}
