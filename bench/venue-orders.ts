/** bench/venue-orders: the same stream as commands of the venue. Order n of the stream is order n - 1 of the venue. */
import seedrandom from 'seedrandom';
import { MICRO, PRICE_ONE } from '../base/units.ts';
import { createVenue, type Venue } from '../sim/core/venue.ts';
import type { Command, OutcomeIndex } from '../spec/venue/command.ts';
import type { Stream } from './recorded-operations.ts';
import { CODES } from './recorded-operations.ts';
import { TICKS } from './stream.ts';

const TICK = PRICE_ONE / TICKS;
const WALLETS = 1_000;
const DEPOSIT = 2_000_000 * MICRO;
const SPLIT = 1_000_000 * MICRO;
const FIRST_MOMENT = 1_000;
/** Commands that share one millisecond of the service clock. */
const COMMANDS_A_MILLISECOND = 10;

const OPENING: readonly Command[] = [
  {
    kind: 'list-market',
    terms: { tick: TICK, minSize: MICRO, fee: { rate: 20_000, exponent: 1, takerOnly: true }, delayMs: 0 },
  },
  ...Array.from({ length: WALLETS }, (_, wallet): Command[] => [
    { kind: 'open-wallet' },
    { kind: 'deposit', wallet, amount: DEPOSIT },
    { kind: 'split', wallet, market: 0, size: SPLIT },
  ]).flat(),
];

type Stepping = Pick<Venue, 'step'>;

/** A venue whose wallets can afford the whole stream. */
export function fundedVenue(): Venue {
  const venue = createVenue();
  fund(venue);
  return venue;
}

export function fund(venue: Stepping): void {
  for (const command of OPENING) mustDo(venue, command, FIRST_MOMENT);
}

export function momentOf(at: number): number {
  return FIRST_MOMENT + Math.floor(at / COMMANDS_A_MILLISECOND);
}

/** Returns the operations of a stream, from one to before another, as commands. Request each part once and in order. */
export type OrderSource = (from: number, to: number) => readonly Command[];

/** The salts of a wallet. The venue has to look up random ones; growing ones are new without a lookup. */
export type SaltKind = 'growing' | 'random';

/**
 * The stream as commands. Bids come from the even wallets and asks from the odd ones, so that no wallet trades with
 * itself; half of each are orders of the second outcome, which rest on the other side of the book of that outcome.
 */
export function orderSource(stream: Stream, salts: SaltKind = 'random', seed = 'venue'): OrderSource {
  const random = seedrandom.alea(seed);
  const owners = new Int32Array(stream.orderCount + 1);
  const commandAt = (at: number): Command => {
    const code = stream.codes[at] ?? 0;
    const id = stream.orders[at] ?? 0;
    if (code === CODES.cancel) return { kind: 'cancel', wallet: owners[id] ?? 0, order: id - 1 };
    const isBid = code % 2 === 0;
    const isMarket = code >= CODES.marketBid;
    const wallet = 2 * Math.floor(random() * (WALLETS / 2)) + (isBid ? 0 : 1);
    owners[id] = wallet;
    const outcome: OutcomeIndex = random() < 0.5 ? 0 : 1;
    const tick = isMarket ? (isBid ? TICKS - 1 : 1) : (stream.ticks[at] ?? 0);
    return {
      kind: 'place',
      wallet,
      key: wallet,
      market: 0,
      outcome,
      side: isBid === (outcome === 0) ? 'BUY' : 'SELL',
      type: isMarket ? 'FAK' : 'GTC',
      price: TICK * (outcome === 0 ? tick : TICKS - tick),
      size: (stream.sizes[at] ?? 0) * MICRO,
      postOnly: false,
      salt: String(Math.floor(random() * 1e6) * (salts === 'random' ? 1e7 : 0) + id),
    };
  };
  return (from, to) => Array.from({ length: to - from }, (_, index) => commandAt(from + index));
}

export function commandsOf(stream: Stream, salts?: SaltKind): readonly Command[] {
  return orderSource(stream, salts)(0, stream.length);
}

export function mustDo(venue: Stepping, command: Command, now: number): void {
  const result = venue.step(command, now);
  if (!result.ok) throw new Error(`refused as ${result.refusal.kind}: ${JSON.stringify(command)}`);
}
