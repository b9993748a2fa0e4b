/** model/draw-command: draws the next command of a run in integers: its kind by weights, its parts mostly valid. */
import { invariant } from '../base/result.ts';
import { MICRO } from '../base/units.ts';
import type { Command } from '../spec/venue/command.ts';
import { drawOrder, drawSize } from './draw-order.ts';
import { below, between, draw, oneIn, pick, type Some, type Stream } from './draws.ts';
import { DRAWN_KINDS, drawTerms, type Habits } from './habits.ts';
import type { RegisteredMarket, Registry } from './registry.ts';

/** Bounds of a run, because every judgement of the whole state reads all markets and wallets. */
const MARKETS_MAX = 16;
const WALLETS_MAX = 32;
/** Bound of all deposits, below the exact integers. */
const DEPOSITS_MAX = 8_000_000_000_000_000;
const TICKS: Some<number> = [5_000, 1_000, 500, 100, 100, 50, 25, 10, 4, 1];
const PAYOUTS: readonly [readonly [number, number], ...(readonly [number, number])[]] = [
  [MICRO, 0],
  [0, MICRO],
  [0, MICRO],
  [MICRO / 2, MICRO / 2],
  [333_333, 666_667],
];

export function drawCommand(habits: Habits, registry: Registry, stream: Stream, now: number): Command {
  const wallet = drawWallet(registry, stream);
  const kind = drawKind(habits, stream);
  switch (kind) {
    case 'place': {
      const market = openMarket(registry, stream);
      return market === undefined
        ? openOneMore(habits, registry, stream)
        : drawOrder(habits, registry, stream, { wallet, market, now });
    }
    case 'cancel':
      return drawCancel(registry, stream, wallet);
    case 'split':
    case 'merge':
      return { kind, wallet, market: anyMarket(registry, stream), size: drawSize(habits.sizes, stream) };
    case 'redeem':
      return { kind, wallet, market: marketIn(registry, stream, 'resolved') };
    case 'deposit':
      return { kind, wallet, amount: drawDeposit(habits, registry, stream) };
    case 'open-wallet':
      return registry.wallets < WALLETS_MAX ? { kind } : { kind: 'heartbeat', key: pick(stream, habits.keys) };
    case 'heartbeat':
      return { kind, key: pick(stream, habits.keys) };
    case 'resume-market':
      return { kind, market: marketIn(registry, stream, 'paused') };
    case 'pause-market':
    case 'close-market':
      return { kind, market: anyMarket(registry, stream) };
    case 'resolve-market':
      return drawResolution(registry, stream);
    case 'list-market':
      return openOneMore(habits, registry, stream);
    case 'change-tick':
      return { kind: 'change-tick', market: marketIn(registry, stream, 'open'), tick: pick(stream, TICKS) };
    case 'group-markets':
      return drawGroup(registry, stream);
    case 'convert':
      return drawConversion(habits, registry, stream, wallet);
    case 'disturb-settlement':
      return drawDisturbance(stream, registry);
    case 'transfer':
      return drawTransfer(habits, registry, stream, wallet);
    case 'note':
      return { kind, text: String(draw(stream)) };
  }
}

function drawKind({ weightsUpTo }: Habits, stream: Stream): Command['kind'] {
  const point = below(stream, weightsUpTo[weightsUpTo.length - 1] ?? 1);
  let index = 0;
  while (point >= (weightsUpTo[index] ?? Number.POSITIVE_INFINITY)) index += 1;
  const kind = DRAWN_KINDS[index];
  invariant(kind !== undefined, 'a point below the total weight has a kind');
  return kind;
}

/** Unknown once in 256 times. */
function drawWallet(registry: Registry, stream: Stream) {
  return oneIn(stream, 256) ? registry.wallets : below(stream, Math.max(1, registry.wallets));
}

/** Unknown once in 64 times. */
function anyMarket(registry: Registry, stream: Stream) {
  return oneIn(stream, 64) ? registry.markets.length : below(stream, Math.max(1, registry.markets.length));
}

/** A market in that state if there is one, otherwise any. */
function marketIn(registry: Registry, stream: Stream, state: RegisteredMarket['state']): number {
  const count = registry.markets.length;
  const start = below(stream, Math.max(1, count));
  for (let step = 0; step < count; step += 1) {
    const index = (start + step) % count;
    if (registry.markets[index]?.state === state) return index;
  }
  return anyMarket(registry, stream);
}

/** Mostly an open market, sometimes another; undefined if none is open. */
function openMarket(registry: Registry, stream: Stream): number | undefined {
  const index = oneIn(stream, 64) ? anyMarket(registry, stream) : marketIn(registry, stream, 'open');
  if (registry.markets[index]?.state === 'open' || oneIn(stream, 4)) return index;
  return registry.markets.some(({ state }) => state === 'open') ? index : undefined;
}

/** Lists a market; with enough of them, resumes one. */
function openOneMore(habits: Habits, registry: Registry, stream: Stream): Command {
  const open = registry.markets.filter(({ state }) => state === 'open').length;
  if (registry.markets.length < MARKETS_MAX || open === 0)
    return { kind: 'list-market', terms: drawTerms(habits, stream) };
  return { kind: 'resume-market', market: marketIn(registry, stream, 'paused') };
}

/** A recent order by its owner; one in eight any order, one in eight by any wallet. */
function drawCancel(registry: Registry, stream: Stream, wallet: number): Command {
  const count = registry.owners.length;
  const recent = count - 1 - below(stream, 24);
  const order = oneIn(stream, 8) ? below(stream, count + 1) : Math.max(0, recent);
  return { kind: 'cancel', wallet: oneIn(stream, 8) ? wallet : (registry.owners[order] ?? wallet), order };
}

/** A deposit. With large amounts, some exceed what the venue can count. */
function drawDeposit(habits: Habits, registry: Registry, stream: Stream): number {
  if (habits.sizes === 'huge' && oneIn(stream, 32)) return Number.MAX_SAFE_INTEGER;
  const amount = drawFunds(habits, stream);
  return amount < DEPOSITS_MAX - registry.deposits ? amount : 1 + below(stream, 1_000);
}

/** The initial cash of a wallet: plenty, or hardly enough for a few orders; large if sizes are huge. */
export function drawFunds({ isTight, sizes }: Habits, stream: Stream): number {
  if (isTight) return 1 + below(stream, 20_000_000);
  const scale = sizes === 'huge' || sizes === 'mixed' ? 600_000_000_000_000 : 5_000_000_000;
  return scale + below(stream, 1_000_000_007);
}

/** A member of a group wins or loses, often in a group that has begun to resolve; other markets may pay anything. */
function drawResolution(registry: Registry, stream: Stream): Command {
  const market = oneIn(stream, 2) ? anyMarket(registry, stream) : besideResolved(registry, stream);
  const roll = below(stream, 8);
  const isFree = registry.markets[market]?.group === undefined || roll === 7;
  return {
    kind: 'resolve-market',
    market,
    payout: isFree ? pick(stream, PAYOUTS) : roll < 4 ? [0, MICRO] : [MICRO, 0],
  };
}

/** An unresolved member of a group with a resolved one, if there is one. */
function besideResolved(registry: Registry, stream: Stream): number {
  const resolved = registry.markets[marketIn(registry, stream, 'resolved')];
  if (resolved?.group === undefined) return anyMarket(registry, stream);
  const members = registry.groups[resolved.group] ?? [];
  return members.find((market) => registry.markets[market]?.state !== 'resolved') ?? anyMarket(registry, stream);
}

/** Recent markets, which may be in use. */
function drawGroup(registry: Registry, stream: Stream): Command {
  const count = registry.markets.length;
  const size = between(stream, 2, 3);
  const first = oneIn(stream, 4) ? below(stream, count + 1) : Math.max(0, count - size);
  return { kind: 'group-markets', markets: Array.from({ length: size }, (_, index) => first + index) };
}

function drawConversion(habits: Habits, registry: Registry, stream: Stream, wallet: number): Command {
  const group = oneIn(stream, 32) ? registry.groups.length : below(stream, Math.max(1, registry.groups.length));
  const members = registry.groups[group] ?? [0];
  const mask = draw(stream);
  const some = members.filter((_, index) => ((mask >> index) & 1) === 1);
  const markets = oneIn(stream, 4) ? members : some.length === 0 ? members.slice(0, 1) : some;
  const named = oneIn(stream, 32) ? [...markets, registry.markets.length] : markets;
  return { kind: 'convert', wallet, group, markets: named, size: drawSize(habits.sizes, stream) };
}

function drawDisturbance(stream: Stream, { trades }: Registry): Command {
  const trade = oneIn(stream, 16) ? below(stream, trades + 1) : Math.max(0, trades - 1 - below(stream, 6));
  const outcome = oneIn(stream, 2) ? 'retry' : oneIn(stream, 4) ? 'hold' : 'fail';
  return { kind: 'disturb-settlement', trade, outcome };
}

function drawTransfer(habits: Habits, registry: Registry, stream: Stream, wallet: number): Command {
  const to = drawWallet(registry, stream);
  const terms = { kind: 'transfer', wallet, to, amount: drawSize(habits.sizes, stream) } as const;
  if (oneIn(stream, 2)) return terms;
  return { ...terms, market: anyMarket(registry, stream), outcome: oneIn(stream, 2) ? 0 : 1 };
}
