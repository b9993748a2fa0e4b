/** proof/judge/wrappers/narrow-world: spreads of one tick, and orders of two wallets; two others have none. */
import type { WorldDescription } from '../../../sim/world/written/description.ts';

type Market = { readonly name: string; readonly tick: number; readonly bid: number };

/** Price steps and best bids differ, so that no check depends on half a dollar. */
const OPEN: readonly Market[] = [
  { name: 'cents', tick: 0.01, bid: 0.5 },
  { name: 'low', tick: 0.01, bid: 0.12 },
  { name: 'high', tick: 0.01, bid: 0.87 },
  { name: 'fine', tick: 0.001, bid: 0.499 },
  { name: 'dimes', tick: 0.1, bid: 0.4 },
];
const LEVELS = 3;
/** Shares of each of the two other wallets at each level. */
const DEPTHS = [60, 200, 300];
const HELD = 5_000;

/** `price` plus some ticks, in dollars without the noise of binary fractions. */
const at = (price: number, tick: number, steps: number) => Number((price + steps * tick).toFixed(4));

function bookOf({ name, tick, bid }: Market) {
  return Array.from({ length: LEVELS }, (_, level) => level).flatMap((level) => {
    const size = DEPTHS[level] ?? 100;
    return ['carol', 'dave'].flatMap((wallet) => [
      { order: { wallet, market: name, side: 'BUY' as const, price: at(bid, tick, -level), size } },
      { order: { wallet, market: name, side: 'SELL' as const, price: at(bid, tick, level + 1), size } },
    ]);
  });
}

/** A trade between the other two wallets, so that the lists of trades are not empty. */
function tradeIn(market: string) {
  const order = { market, price: 0.5, size: 10 };
  return [
    { order: { ...order, wallet: 'carol', side: 'BUY' as const } },
    { order: { ...order, wallet: 'dave', side: 'SELL' as const } },
  ];
}

const ALL = [...OPEN.map(({ name }) => name), 'over'];
const tokens = Object.fromEntries(ALL.map((name) => [name, HELD]));

export const NARROW_WORLD: WorldDescription = {
  markets: Object.fromEntries([...OPEN.map(({ name, tick }) => [name, { tick }]), ['over', {}]]),
  wallets: Object.fromEntries(['alice', 'bob', 'carol', 'dave'].map((name) => [name, { cash: 100_000, tokens }])),
  history: [...tradeIn('cents'), ...OPEN.flatMap(bookOf), { close: 'over' }],
};
