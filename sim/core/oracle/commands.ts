/**
 * sim/core/oracle/commands: lists of small integers turned into commands that mean something: prices near each other,
 * funds that nearly suffice, odd micro sizes, every kind of command. A list of integers can be drawn from a seed and can be
 * shrunk; the command it stands for depends only on it and on how much has been created so far.
 */
import { PRICE_ONE } from '../../../spec/units.ts';
import type { Command, FeeTerms, MarketTerms, OrderType, OutcomeIndex } from '../command.ts';

/** Integers a command takes at most. */
export const GENES = 12;

/** What the commands of a run can refer to. */
export type Scene = {
  readonly wallets: number;
  readonly markets: readonly { readonly terms: MarketTerms; readonly state: string }[];
  /** Owner of each order. */
  readonly owners: readonly number[];
};

/** Two markets and three funded wallets, so that a run begins in the middle of things. */
export const OPENING: readonly Command[] = [
  { kind: 'list-market', terms: { tick: 100, minSize: 1, fee: { rate: 0, exponent: 1, takerOnly: true }, delayMs: 0 } },
  {
    kind: 'list-market',
    terms: { tick: 10, minSize: 1, fee: { rate: 70_000, exponent: 1, takerOnly: false }, delayMs: 0 },
  },
  { kind: 'open-wallet' },
  { kind: 'open-wallet' },
  { kind: 'open-wallet' },
  { kind: 'deposit', wallet: 0, amount: 90_000_000 },
  { kind: 'deposit', wallet: 1, amount: 50_000_001 },
  { kind: 'deposit', wallet: 2, amount: 2_000_000_000_000_000 },
  { kind: 'split', wallet: 0, market: 0, size: 20_000_000 },
  { kind: 'split', wallet: 2, market: 1, size: 900_000_000_000_001 },
];

const TICKS = [1000, 100, 50, 25, 10, 1] as const;
const DELAYS = [0, 0, 0, 1_000, 3_000, 70_000] as const;
const WAITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 250, 250, 500, 999, 1_000, 2_000, 3_000, 5_000, 10_000] as const;
const FEES: readonly FeeTerms[] = [
  { rate: 0, exponent: 1, takerOnly: true },
  { rate: 50_000, exponent: 1, takerOnly: true },
  { rate: 20_000, exponent: 0, takerOnly: false },
  { rate: 1_000_000, exponent: 2, takerOnly: false },
  { rate: 1_000_000, exponent: 1, takerOnly: false },
];
const TYPES: readonly OrderType[] = ['GTC', 'GTC', 'GTC', 'GTC', 'GTD', 'GTD', 'FOK', 'FAK'];

/** Milliseconds to wait before the command. */
export function waitFrom(genes: readonly number[]): number {
  return pick(WAITS, genes[0]);
}

/** The command the genes stand for; `salt` makes an order unlike all others, except where the genes want a duplicate. */
export function commandFrom(genes: readonly number[], scene: Scene, now: number, salt: string): Command {
  const [, kind = 0, a = 0, b = 0, c = 0, d = 0] = genes;
  const wallet = a % 97 === 0 ? scene.wallets : a % scene.wallets;
  const market = b % 97 === 0 ? scene.markets.length : marketFrom(scene, b);
  const roll = kind % 1000;
  if (roll < 680) return orderFrom(genes, scene, now, { wallet, market, salt });
  if (roll < 780) return cancelFrom(scene, wallet, b, c);
  if (roll < 850) return { kind: 'split', wallet, market, size: sizeFrom(c, d) };
  if (roll < 870) return { kind: 'merge', wallet, market, size: sizeFrom(c, d) };
  if (roll < 890) return { kind: 'heartbeat', key: a % 4 };
  if (roll < 950) return { kind: 'deposit', wallet, amount: 1 + (c % 90_000_000) };
  if (roll < 955) return { kind: 'pause-market', market };
  if (roll < 970) return { kind: 'resume-market', market: marketFrom(scene, b, 'paused') };
  if (roll < 973) return { kind: 'close-market', market };
  if (roll < 977) return { kind: 'resolve-market', market, payout: payoutFrom(c) };
  if (roll < 987) return { kind: 'redeem', wallet, market: marketFrom(scene, c, 'resolved') };
  if (scene.markets.filter(({ state }) => state === 'open').length < 3)
    return { kind: 'list-market', terms: termsFrom(genes) };
  return scene.wallets < 5 ? { kind: 'open-wallet' } : { kind: 'heartbeat', key: a % 4 };
}

function cancelFrom(scene: Scene, wallet: number, gene: number, honesty: number): Command {
  const late = scene.owners.length - 1 - (gene % 12);
  const order = gene % 5 === 0 ? gene % (scene.owners.length + 1) : Math.max(0, late);
  return { kind: 'cancel', wallet: honesty % 5 === 0 ? wallet : (scene.owners[order] ?? wallet), order };
}

function orderFrom(
  genes: readonly number[],
  scene: Scene,
  now: number,
  { wallet, market, salt }: { wallet: number; market: number; salt: string },
): Command {
  const [, , , , c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = genes;
  const type = pick(TYPES, d);
  const tick = scene.markets[market]?.terms.tick ?? 100;
  const middle = Math.floor(PRICE_ONE / tick / 2);
  const off = g % 53 === 0 ? 1 : 0;
  const outcome: OutcomeIndex = e % 2 === 0 ? 0 : 1;
  return {
    kind: 'place',
    wallet,
    key: h % 4,
    market,
    outcome,
    side: f % 2 === 0 ? 'BUY' : 'SELL',
    type,
    price: (g % 19 === 0 ? 1 + (h % (PRICE_ONE / tick)) : middle - 3 + (g % 7)) * tick + off,
    size: sizeFrom(c, genes[10]),
    postOnly: (genes[11] ?? 0) % 11 === 0,
    ...((type === 'GTD') === ((genes[11] ?? 0) % 13 !== 1) ? { expiresAt: now + 60_000 + ((h % 9) - 1) * 500 } : {}),
    salt: h % 61 === 0 ? 'again' : salt,
  };
}

function sizeFrom(gene: number, scale = 0): number {
  switch (scale % 8) {
    case 0:
      return gene % 50;
    case 1:
      return 1 + (gene % 100_000);
    case 2:
      return 1 + (gene % 1_000_000) * 1_000_000_007;
    default:
      return 1_000_000 * (1 + (gene % 9));
  }
}

function termsFrom(genes: readonly number[]): MarketTerms {
  const [, , a = 0, b = 0, c = 0, d = 0] = genes;
  return { tick: pick(TICKS, a), minSize: b % 5 === 0 ? 2_000_000 : 1, fee: pick(FEES, c), delayMs: pick(DELAYS, d) };
}

function payoutFrom(gene: number): readonly [number, number] {
  const first = pick([0, 1_000_000, 500_000, 333_333], gene);
  return [first, 1_000_000 - first];
}

/** A market of that state where there is one, mostly. */
function marketFrom(scene: Scene, gene: number, wanted = 'open'): number {
  const all = scene.markets.map((_, index) => index);
  const fitting = all.filter((index) => scene.markets[index]?.state === wanted);
  return pick(gene % 17 === 0 || fitting.length === 0 ? all : fitting, gene);
}

function pick<Value>(values: readonly Value[], gene = 0): Value {
  const value = values[gene % values.length];
  if (value === undefined) throw new Error('pick needs at least one value');
  return value;
}
