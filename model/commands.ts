/** model/commands: turns lists of small integers, drawn and shrunk, into meaningful commands of every kind. */
import type { Command, FeeTerms, MarketTerms } from '../spec/venue/command.ts';
import { DOCUMENT_RULES, SELF_TRADE_MODES, type VenueRules } from '../spec/venue/rules.ts';
import { drawCommand } from './draw-command.ts';
import { DRAWN_KINDS, type Habits, WEIGHTS } from './habits.ts';
import type { Registry } from './registry.ts';

/** Integers of a command. */
export const GENES = 7;

/** No fee. */
export const FREE: FeeTerms = { rate: 0, exponent: 1, takerOnly: true };
export const PLAIN: MarketTerms = { tick: 100, minSize: 1, fee: FREE, delayMs: 0 };

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

/** Settlements fail more often than in other runs. */
function weightOf(kind: Command['kind']) {
  return kind === 'disturb-settlement' ? 80 : WEIGHTS[kind];
}

const HABITS: Habits = {
  rules: DOCUMENT_RULES,
  keys: [0, 1, 2, 3],
  weightsUpTo: DRAWN_KINDS.map((_, at) => DRAWN_KINDS.slice(0, at + 1).reduce((sum, kind) => sum + weightOf(kind), 0)),
  types: ['GTC', 'GTC', 'GTC', 'GTC', 'GTD', 'GTD', 'FOK', 'FAK'],
  postOnly: 24,
  marketable: 140,
  wrong: 16,
  prices: 'tight',
  sizes: 'mixed',
  salts: 'numbers',
  isTight: true,
  ticks: [1000, 100, 50, 25, 10, 1],
  fees: [
    FREE,
    { rate: 50_000, exponent: 1, takerOnly: true },
    { rate: 20_000, exponent: 0, takerOnly: false },
    { rate: 1_000_000, exponent: 2, takerOnly: false },
    { rate: 1_000_000, exponent: 1, takerOnly: false },
  ],
  delays: [0, 0, 0, 1_000, 3_000, 70_000],
  minSizes: [1, 1, 1, 1, 2_000_000],
};

const LONGER_WAITS = [1, 1, 250, 250, 500, 999, 1_000, 1_000, 2_000, 2_000, 3_000, 5_000, 10_000];
const WAITS = [...Array.from({ length: 18 }, () => 0), ...LONGER_WAITS];

export function waitFrom([wait = 0]: readonly number[]): number {
  return WAITS[wait % WAITS.length] ?? 0;
}

export function rulesFrom([mode = 0, waits = 0]: readonly number[]): VenueRules {
  const selfTrade = SELF_TRADE_MODES[mode % SELF_TRADE_MODES.length] ?? DOCUMENT_RULES.selfTrade;
  const other = { heartbeatMs: 1_500, minimumLifeMs: 0, minedAfterMs: 0, confirmedAfterMs: 750 };
  return { ...DOCUMENT_RULES, ...(waits % 3 === 0 ? other : {}), selfTrade };
}

export function commandFrom(
  [, x = 0, y = 0, z = 0, w = 0]: readonly number[],
  registry: Registry,
  now: number,
): Command {
  return drawCommand(HABITS, registry, { x: x | 1, y, z, w }, now);
}

const JUNK: readonly unknown[] = [
  -0,
  -1,
  0.5,
  -0.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  -(2 ** 53),
  1e300,
  3,
  5_001,
  '',
  '0',
  'BUY',
  'retry',
  '__proto__',
  'constructor',
  1,
  2,
  5_000,
  9_999,
  2 ** 31,
  2 ** 32,
  2 ** 32 + 5,
  10 ** 15,
  10 ** 15 + 1,
  Number.MAX_SAFE_INTEGER,
  '\ud800',
  'é\u0000',
  'x'.repeat(300),
  null,
  undefined,
  true,
  10n,
  {},
  [],
  [0],
  [1, 0],
  [0, 1, 1],
  [0.5, 2],
  ['0', '1'],
  [500_000, 500_001],
  [-1, 1_000_001],
  { fee: null },
];

/** The command with one field that has another type, or an unusual value. */
export function corruptCommand(command: Command, where: number, what: number): Command {
  return replaced(command, where, JUNK[what % JUNK.length]) as Command;
}

function replaced(record: object, where: number, junk: unknown): object {
  const fields = Object.entries(record);
  const [name, value] = fields[where % fields.length] ?? ['kind', undefined];
  const inside =
    typeof value === 'object' && value !== null && Object.keys(value).length > 0 && (where >>> 4) % 2 === 0;
  const news: unknown = inside ? replaced(value, where >>> 5, junk) : junk;
  const copy = fields.map(([each, old]) => [each, each === name ? news : old] as const);
  return Array.isArray(record) ? copy.map(([, each]) => each) : Object.fromEntries(copy);
}
