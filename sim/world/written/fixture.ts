/** sim/world/written/fixture: a description with a bit of everything, for tests. */
import type { WorldDescription } from './description.ts';

type Order = Extract<NonNullable<WorldDescription['history']>[number], { order: unknown }>;

/** An order of the history on the first outcome. */
export function rest(wallet: string, market: string, side: 'BUY' | 'SELL', price: number, size: number): Order {
  return { order: { wallet, market, side, price, size } };
}

/** Open, finer, delayed, paid out half and half, and a group in which somebody has converted. */
export const REGATTA: WorldDescription = {
  markets: {
    rain: { question: 'Will it rain on the regatta?' },
    wind: { tick: 0.001, minSize: 2.5, delay: 3.25, fee: { rate: 0.02, exponent: 1, takerOnly: true } },
    tie: { outcomes: ['Home', 'Away'] },
    north: { group: 'cup' },
    south: { group: 'cup' },
    west: { group: 'cup' },
  },
  wallets: {
    ada: { cash: 10_000, tokens: { rain: 100, wind: 50, tie: 20 } },
    ben: { cash: 5_000 },
    cleo: { cash: 100.5, tokens: { north: 30, south: 30 } },
    idle: {},
  },
  history: [
    rest('ada', 'rain', 'SELL', 0.6, 40),
    rest('ben', 'rain', 'BUY', 0.6, 10),
    { wait: 60 },
    rest('ada', 'rain', 'BUY', 0.4, 10),
    { tick: { market: 'rain', to: 0.001 } },
    rest('ben', 'rain', 'BUY', 0.411, 10),
    rest('ada', 'tie', 'SELL', 0.3, 20),
    rest('ben', 'tie', 'BUY', 0.3, 20),
    { resolve: { market: 'tie', pays: [0.5, 0.5] } },
    { redeem: { wallet: 'ben', market: 'tie' } },
    { convert: { wallet: 'cleo', group: 'cup', markets: ['south', 'north'], size: 10 } },
    { split: { wallet: 'ben', market: 'wind', size: 7 } },
    { merge: { wallet: 'ben', market: 'wind', size: 3 } },
    { pause: 'west' },
    { wait: 3_600.5 },
  ],
};
