/**
 * proof/venue/soak/command-generator: draws the next command of a run: its kind by the weights of the run, its parts
 * mostly valid. It draws integers from the stream and allocates only the command.
 */

import { invariant } from '../../../base/result.ts';
import { MICRO } from '../../../base/units.ts';
import type { Command } from '../../../spec/venue/command.ts';
import type { ClientView, KnownMarket } from './client-view.ts';
import { DRAWN_KINDS, type DrawnKind, drawTerms, type SoakOptions } from './options.ts';
import { drawOrder } from './order-generator.ts';
import { drawSize } from './size-generator.ts';
import { below, between, chance, draw, pick, type Stream } from './stream.ts';

/** Bounds of a run, because every judgement of the whole state reads all markets and wallets. */
const MARKETS_MAX = 16;
const WALLETS_MAX = 32;
/** Bound of all deposits, below the exact integers. */
const DEPOSITS_MAX = 8_000_000_000_000_000;
const TICKS: readonly [number, ...number[]] = [5_000, 1_000, 500, 100, 100, 50, 25, 10, 4, 1];
const PAYOUTS: readonly [readonly [number, number], ...(readonly [number, number])[]] = [
  [MICRO, 0],
  [0, MICRO],
  [0, MICRO],
  [MICRO / 2, MICRO / 2],
  [333_333, 666_667],
];

/** Draws a command. `now`: its moment; `trades`: the number of trades so far. */
export function drawCommand(
  options: SoakOptions,
  view: ClientView,
  stream: Stream,
  now: number,
  trades: number,
): Command {
  const wallet = drawWallet(view, stream);
  const kind = drawKind(options, stream);
  switch (kind) {
    case 'place': {
      const market = openMarket(view, stream);
      return market === undefined
        ? openOneMore(options, view, stream)
        : drawOrder(options, view, stream, { wallet, market, now });
    }
    case 'cancel':
      return drawCancel(view, stream, wallet);
    case 'split':
    case 'merge':
      return { kind, wallet, market: anyMarket(view, stream), size: drawSize(options.sizes, stream) };
    case 'redeem':
      return { kind, wallet, market: marketIn(view, stream, 'resolved') };
    case 'deposit':
      return { kind, wallet, amount: drawDeposit(options, view, stream) };
    case 'open-wallet':
      return view.wallets < WALLETS_MAX ? { kind } : { kind: 'heartbeat', key: pick(stream, options.keys) };
    case 'heartbeat':
      return { kind, key: pick(stream, options.keys) };
    case 'resume-market':
      return { kind, market: marketIn(view, stream, 'paused') };
    case 'pause-market':
    case 'close-market':
      return { kind, market: anyMarket(view, stream) };
    case 'resolve-market':
      return drawResolution(view, stream);
    case 'list-market':
      return openOneMore(options, view, stream);
    case 'change-tick':
      return { kind: 'change-tick', market: marketIn(view, stream, 'open'), tick: pick(stream, TICKS) };
    case 'group-markets':
      return drawGroup(view, stream);
    case 'convert':
      return drawConversion(options, view, stream, wallet);
    case 'disturb-settlement':
      return drawDisturbance(stream, trades);
    case 'transfer':
      return drawTransfer(options, view, stream, wallet);
    case 'note':
      return { kind, text: String(draw(stream)) };
  }
}

function drawKind({ weightsUpTo }: SoakOptions, stream: Stream): DrawnKind {
  const point = below(stream, weightsUpTo[weightsUpTo.length - 1] ?? 1);
  let index = 0;
  while (point >= (weightsUpTo[index] ?? Number.POSITIVE_INFINITY)) index += 1;
  const kind = DRAWN_KINDS[index];
  invariant(kind !== undefined, 'a point below the total weight has a kind');
  return kind;
}

/** Unknown once in 256 times. */
function drawWallet(view: ClientView, stream: Stream): number {
  return chance(stream, 1, 256) ? view.wallets : below(stream, Math.max(1, view.wallets));
}

/** Unknown once in 64 times. */
function anyMarket(view: ClientView, stream: Stream): number {
  return chance(stream, 1, 64) ? view.markets.length : below(stream, Math.max(1, view.markets.length));
}

/** A market in that state if there is one, otherwise any. */
function marketIn(view: ClientView, stream: Stream, state: KnownMarket['state']): number {
  const count = view.markets.length;
  const start = below(stream, Math.max(1, count));
  for (let step = 0; step < count; step += 1) {
    const index = (start + step) % count;
    if (view.markets[index]?.state === state) return index;
  }
  return anyMarket(view, stream);
}

/** Mostly an open market, sometimes another; undefined if none is open. */
function openMarket(view: ClientView, stream: Stream): number | undefined {
  const index = chance(stream, 1, 64) ? anyMarket(view, stream) : marketIn(view, stream, 'open');
  if (view.markets[index]?.state === 'open' || chance(stream, 1, 4)) return index;
  return view.markets.some(({ state }) => state === 'open') ? index : undefined;
}

/** Lists a market; with enough of them, resumes one. */
function openOneMore(options: SoakOptions, view: ClientView, stream: Stream): Command {
  const open = view.markets.filter(({ state }) => state === 'open').length;
  if (view.markets.length < MARKETS_MAX || open === 0)
    return { kind: 'list-market', terms: drawTerms(options, stream) };
  return { kind: 'resume-market', market: marketIn(view, stream, 'paused') };
}

/** A recent order by its owner; one in eight any order, one in eight by any wallet. */
function drawCancel(view: ClientView, stream: Stream, wallet: number): Command {
  const count = view.owners.length;
  const recent = count - 1 - below(stream, 24);
  const order = chance(stream, 1, 8) ? below(stream, count + 1) : Math.max(0, recent);
  return { kind: 'cancel', wallet: chance(stream, 1, 8) ? wallet : (view.owners[order] ?? wallet), order };
}

/** A deposit. With large amounts, some exceed what the venue can count. */
function drawDeposit(options: SoakOptions, view: ClientView, stream: Stream): number {
  if (options.sizes === 'huge' && chance(stream, 1, 32)) return Number.MAX_SAFE_INTEGER;
  const amount = drawFunds(options, stream);
  return amount < DEPOSITS_MAX - view.deposits ? amount : 1 + below(stream, 1_000);
}

/** The initial cash of a wallet: plenty, or hardly enough for a few orders; large if sizes are huge. */
export function drawFunds({ isTight, sizes }: SoakOptions, stream: Stream): number {
  if (isTight) return 1 + below(stream, 20_000_000);
  const scale = sizes === 'huge' || sizes === 'mixed' ? 600_000_000_000_000 : 5_000_000_000;
  return scale + below(stream, 1_000_000_007);
}

/** A member of a group wins or loses, often in a group that has begun to resolve; other markets may pay anything. */
function drawResolution(view: ClientView, stream: Stream): Command {
  const market = chance(stream, 1, 2) ? anyMarket(view, stream) : besideResolved(view, stream);
  const roll = below(stream, 8);
  if (view.markets[market]?.group === undefined || roll === 7) {
    return { kind: 'resolve-market', market, payout: pick(stream, PAYOUTS) };
  }
  return { kind: 'resolve-market', market, payout: roll < 4 ? [0, MICRO] : [MICRO, 0] };
}

/** An unresolved member of a group with a resolved one, if there is one. */
function besideResolved(view: ClientView, stream: Stream): number {
  const resolved = view.markets[marketIn(view, stream, 'resolved')];
  if (resolved?.group === undefined) return anyMarket(view, stream);
  const members = view.groups[resolved.group] ?? [];
  return members.find((market) => view.markets[market]?.state !== 'resolved') ?? anyMarket(view, stream);
}

/** Recent markets, which may be in use. */
function drawGroup(view: ClientView, stream: Stream): Command {
  const count = view.markets.length;
  const size = between(stream, 2, 3);
  const first = chance(stream, 1, 4) ? below(stream, count + 1) : Math.max(0, count - size);
  return { kind: 'group-markets', markets: Array.from({ length: size }, (_, index) => first + index) };
}

function drawConversion(options: SoakOptions, view: ClientView, stream: Stream, wallet: number): Command {
  const group = chance(stream, 1, 32) ? view.groups.length : below(stream, Math.max(1, view.groups.length));
  const members = view.groups[group] ?? [0];
  const mask = draw(stream);
  const some = members.filter((_, index) => ((mask >> index) & 1) === 1);
  const markets = chance(stream, 1, 4) ? members : some.length === 0 ? members.slice(0, 1) : some;
  const named = chance(stream, 1, 32) ? [...markets, view.markets.length] : markets;
  return { kind: 'convert', wallet, group, markets: named, size: drawSize(options.sizes, stream) };
}

function drawDisturbance(stream: Stream, trades: number): Command {
  const trade = chance(stream, 1, 16) ? below(stream, trades + 1) : Math.max(0, trades - 1 - below(stream, 6));
  const outcome = chance(stream, 1, 2) ? 'retry' : chance(stream, 1, 4) ? 'hold' : 'fail';
  return { kind: 'disturb-settlement', trade, outcome };
}

/** Dollars, or shares of a market. */
function drawTransfer(options: SoakOptions, view: ClientView, stream: Stream, wallet: number): Command {
  const terms = {
    kind: 'transfer',
    wallet,
    to: drawWallet(view, stream),
    amount: drawSize(options.sizes, stream),
  } as const;
  if (chance(stream, 1, 2)) return terms;
  return { ...terms, market: anyMarket(view, stream), outcome: chance(stream, 1, 2) ? 0 : 1 };
}
