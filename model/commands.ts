/**
 * model/commands: turns lists of small integers into meaningful commands of every kind: close prices, scarce funds, odd
 * micro sizes. Lists can be drawn from a seed and shrunk; a command depends only on its list and on what exists so far.
 */
import type { Command, FeeTerms, MarketTerms } from '../spec/venue/command.ts';
import { DOCUMENT_RULES, type VenueRules } from '../spec/venue/rules.ts';
import { marketFrom, pick, sizeFrom } from './gene-values.ts';
import { convertFrom, disturbFrom, groupFrom, resolveFrom, termsFrom, tickFrom } from './market-commands.ts';
import { cancelFrom, orderFrom } from './order-commands.ts';
import type { Registry } from './registry.ts';

/** Integers of a command at most. */
export const GENES = 12;

type Kind = Command['kind'];

/** Frequency of each kind of command, in thousandths. */
const SHARES: Readonly<Record<Kind, number>> = {
  place: 593,
  transfer: 8,
  note: 2,
  cancel: 80,
  split: 80,
  deposit: 45,
  'disturb-settlement': 50,
  convert: 40,
  merge: 20,
  heartbeat: 10,
  'change-tick': 15,
  'resume-market': 13,
  redeem: 10,
  'list-market': 12,
  'group-markets': 5,
  'resolve-market': 8,
  'pause-market': 5,
  'close-market': 2,
  'open-wallet': 2,
};

const KINDS = (Object.keys(SHARES) as readonly Kind[]).flatMap((kind) =>
  Array.from({ length: SHARES[kind] }, () => kind),
);

const FREE: FeeTerms = { rate: 0, exponent: 1, takerOnly: true };
const PLAIN: MarketTerms = { tick: 100, minSize: 1, fee: FREE, delayMs: 0 };

/** Two markets, a group of three more, and four wallets, one rich and one poor. */
export const OPENING: readonly Command[] = [
  { kind: 'list-market', terms: PLAIN },
  { kind: 'list-market', terms: { ...PLAIN, tick: 10, fee: { rate: 70_000, exponent: 1, takerOnly: false } } },
  { kind: 'list-market', terms: PLAIN },
  { kind: 'list-market', terms: { ...PLAIN, tick: 1 } },
  { kind: 'list-market', terms: { ...PLAIN, tick: 50, fee: { rate: 50_000, exponent: 1, takerOnly: true } } },
  { kind: 'group-markets', markets: [2, 3, 4] },
  { kind: 'open-wallet' },
  { kind: 'open-wallet' },
  { kind: 'open-wallet' },
  { kind: 'open-wallet' },
  { kind: 'deposit', wallet: 0, amount: 120_000_000 },
  { kind: 'deposit', wallet: 1, amount: 90_000_001 },
  { kind: 'deposit', wallet: 2, amount: 2_000_000_000_000_000 },
  { kind: 'deposit', wallet: 3, amount: 9_000_000 },
  ...[0, 1, 2, 3].map((market): Command => ({ kind: 'split', wallet: 0, market, size: 15_000_000 })),
  ...[0, 2, 4].map((market): Command => ({ kind: 'split', wallet: 1, market, size: 10_000_000 })),
  ...[0, 3, 4].map((market): Command => ({ kind: 'split', wallet: 2, market, size: 30_000_000 })),
  { kind: 'split', wallet: 2, market: 1, size: 900_000_000_000_001 },
];

const WAITS = [
  ...Array.from({ length: 18 }, () => 0),
  ...[1, 1, 250, 250, 500, 999, 1_000, 1_000, 2_000, 2_000, 3_000, 5_000, 10_000],
];

export function waitFrom(genes: readonly number[]): number {
  return pick(WAITS, genes[0]);
}

/** The rules of the document, or others. */
export function rulesFrom(genes: readonly number[]): VenueRules {
  const [mode = 0, waits = 0] = genes;
  const selfTrade = pick(['cancel-newest', 'cancel-oldest', 'cancel-both', 'decrement'] as const, mode);
  const other = { heartbeatMs: 1_500, minimumLifeMs: 0, minedAfterMs: 0, confirmedAfterMs: 750 };
  return { ...DOCUMENT_RULES, ...(waits % 3 === 0 ? other : {}), selfTrade };
}

/** A distinct salt for each number: texts, growing numbers and falling numbers. */
export function saltOf(index: number): string {
  if (index % 3 === 0) return `salt-${index}`;
  return String(index % 3 === 1 ? index : 1_000_000 - index);
}

/** The command of the genes; `salt` makes an order distinct, unless the genes ask for a duplicate. */
export function commandFrom(genes: readonly number[], registry: Registry, now: number, salt: string): Command {
  const [, , a = 0, b = 0, c = 0, d = 0, e = 0] = genes;
  const kind = pick(KINDS, genes[1]);
  // The first wallet places more orders than the others, so that it often meets its own.
  const wallet = a % 97 === 0 ? registry.wallets : a % 4 === 0 ? 0 : (a >> 2) % registry.wallets;
  const market = b % 97 === 0 ? registry.markets.length : marketFrom(registry, b);
  switch (kind) {
    case 'place':
      return orderFrom(genes, registry, now, { wallet, market, salt });
    case 'cancel':
      return cancelFrom(registry, wallet, b, c);
    case 'split':
    case 'merge':
      return { kind, wallet, market, size: sizeFrom(c, d) };
    case 'deposit':
      return { kind, wallet, amount: c % 29 === 0 ? 8_000_000_000_000_000 : 1 + (c % 90_000_000) };
    case 'heartbeat':
      return { kind, key: a % 4 };
    case 'pause-market':
    case 'close-market':
      return { kind, market };
    case 'resume-market':
      return { kind, market: marketFrom(registry, b, 'paused') };
    case 'resolve-market':
      return resolveFrom(registry, market, c);
    case 'redeem':
      return { kind, wallet, market: marketFrom(registry, c, 'resolved') };
    case 'change-tick':
      return tickFrom(registry, b, c);
    case 'group-markets':
      return groupFrom(registry, b, c);
    case 'convert':
      return convertFrom(registry, wallet, { which: b, members: c, size: d, scale: e });
    case 'disturb-settlement':
      return disturbFrom(registry, b, c);
    case 'list-market':
      return registry.markets.filter(({ state }) => state === 'open').length < 8
        ? { kind, terms: termsFrom(genes) }
        : { kind: 'heartbeat', key: a % 4 };
    case 'transfer':
      return { kind, wallet, to: b % registry.wallets, amount: sizeFrom(c, d) };
    case 'note':
      return { kind, text: salt };
    case 'open-wallet':
      return registry.wallets < 6 ? { kind } : { kind: 'heartbeat', key: a % 4 };
  }
}
