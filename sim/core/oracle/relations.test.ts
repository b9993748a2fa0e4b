/** Relations between two runs of which neither result is known beforehand: what a change must and must not change. */
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import type { Command, OutcomeIndex } from '../command.ts';
import type { Event } from '../event.ts';
import type { Exchange } from '../exchange.ts';
import { type Given, type Run, replay, runDrawn } from './runs.ts';
import { ONE, order, stage } from './stage.ts';

const LENGTH = 500;
const SEEDS = ['relation-1', 'relation-2'] as const;

function run(seed: string): Run {
  const random = seedrandom(seed);
  return runDrawn(LENGTH, () => random.int32() >>> 1);
}

function changed(given: readonly Given[], change: (command: Command) => Command): Given[] {
  return given.map(({ command, now }) => ({ command: change(command), now }));
}

function flip(outcome: OutcomeIndex): OutcomeIndex {
  return outcome === 0 ? 1 : 0;
}

/** All whole numbers below the number of wallets or markets of an exchange. */
function indices(exchange: Exchange, kind: 'wallet-opened' | 'market-listed'): number[] {
  return exchange.log.filter((event) => event.kind === kind).map((_, index) => index);
}

describe.each(SEEDS)('a drawn run of seed %s', (seed) => {
  test('again gives the same hash', () => {
    const { exchange, given } = run(seed);
    expect(replay(given).hash()).toBe(exchange.hash());
    expect(run(seed).exchange.hash()).toBe(exchange.hash());
  });

  test('with refused commands and reads in between gives the same hash', () => {
    const { exchange, given } = run(seed);
    const noisy = given.flatMap((each): Given[] => [
      { command: { kind: 'cancel', wallet: 99, order: 0 }, now: each.now },
      { command: order(77, 'BUY', 0, 50, 1), now: each.now },
      each,
    ]);
    const other = replay(noisy);
    other.nextDue();
    expect(other.hash()).toBe(exchange.hash());
  });

  test('with the outcomes swapped gives the mirrored book, swapped tokens and the same cash', () => {
    const { exchange, given } = run(seed);
    const mirror = replay(
      changed(given, (command) => {
        if (command.kind === 'place') return { ...command, outcome: flip(command.outcome) };
        if (command.kind === 'resolve-market') return { ...command, payout: [command.payout[1], command.payout[0]] };
        return command;
      }),
    );
    expect(mirror.log.length).toBe(exchange.log.length);
    expect(mirror.treasury()).toEqual(exchange.treasury());
    for (const market of indices(exchange, 'market-listed')) {
      expect(mirror.bids(market, 1)).toEqual(exchange.bids(market, 0));
      expect(mirror.asks(market, 1)).toEqual(exchange.asks(market, 0));
      for (const wallet of indices(exchange, 'wallet-opened')) {
        expect(mirror.tokens(wallet, market, 1)).toEqual(exchange.tokens(wallet, market, 0));
        expect(mirror.cash(wallet)).toEqual(exchange.cash(wallet));
      }
    }
  });

  test('with wallets renamed gives the results renamed', () => {
    const { exchange, given } = run(seed);
    const renamed = (wallet: number): number => [1, 2, 0][wallet] ?? wallet;
    const other = replay(
      changed(given, (command) => ('wallet' in command ? { ...command, wallet: renamed(command.wallet) } : command)),
    );
    const rename = (event: Event): Event => {
      if (event.kind === 'wallet-opened') return event;
      const moved = 'wallet' in event ? { ...event, wallet: renamed(event.wallet) } : event;
      if (moved.kind !== 'trade') return moved;
      const makers = moved.makers.map((leg) => ({ ...leg, wallet: renamed(leg.wallet) }));
      return { ...moved, takerWallet: renamed(moved.takerWallet), makers };
    };
    expect(other.log).toEqual(exchange.log.map(rename));
  });

  test('an hour later gives the same, an hour later', () => {
    const { exchange, given } = run(seed);
    const later = given.map(({ command, now }): Given => {
      const expires = command.kind === 'place' && command.expiresAt !== undefined;
      const shifted = expires ? { ...command, expiresAt: (command.expiresAt ?? 0) + 3_600_000 } : command;
      return { command: shifted, now: now + 3_600_000 };
    });
    const back = (event: Event): Event => {
      const at = event.at - 3_600_000;
      if (event.kind !== 'order-accepted') return { ...event, at };
      const { expiresAt, delayedUntil } = event;
      const earlier = (moment: number | undefined): number | undefined =>
        moment === undefined ? undefined : moment - 3_600_000;
      return { ...event, at, expiresAt: earlier(expiresAt), delayedUntil: earlier(delayedUntil) };
    };
    expect(replay(later).log.map(back)).toEqual(exchange.log);
  });

  test('beside a market of strangers is the same in its own markets', () => {
    const { exchange, given } = run(seed);
    const shift = (command: Command): Command => {
      const wallets = 'wallet' in command ? { ...command, wallet: command.wallet + 1 } : command;
      const keys = 'key' in wallets ? { ...wallets, key: wallets.key + 1 } : wallets;
      return 'market' in keys ? { ...keys, market: keys.market + 1 } : keys;
    };
    const start = given[0]?.now ?? 0;
    const strangers: Command[] = [
      {
        kind: 'list-market',
        terms: { tick: 100, minSize: 1, fee: { rate: 0, exponent: 1, takerOnly: true }, delayMs: 0 },
      },
      { kind: 'open-wallet' },
      { kind: 'deposit', wallet: 0, amount: 500 * ONE },
    ];
    const bystander = (): Command => order(0, 'BUY', 0, 40, 1, { market: 0 });
    const own = changed(given, (command) =>
      command.kind === 'cancel' ? { ...command, order: 10_000_000 } : shift(command),
    );
    const alone = replay(
      changed(given, (command) => (command.kind === 'cancel' ? { ...command, order: 10_000_000 } : command)),
    );
    const beside = replay([
      ...strangers.map((command): Given => ({ command, now: start })),
      ...own.flatMap((each, index): Given[] =>
        index % 9 === 0 ? [{ command: bystander(), now: each.now }, each] : [each],
      ),
    ]);
    for (const market of indices(exchange, 'market-listed')) {
      for (const outcome of [0, 1] as const) {
        expect(beside.bids(market + 1, outcome)).toEqual(alone.bids(market, outcome));
        expect(beside.asks(market + 1, outcome)).toEqual(alone.asks(market, outcome));
      }
      expect(beside.supply(market + 1)).toEqual(alone.supply(market));
    }
    for (const wallet of indices(alone, 'wallet-opened')) expect(beside.cash(wallet + 1)).toEqual(alone.cash(wallet));
  });

  test('FOK is filled exactly where FAK would be filled whole', () => {
    const { given } = run(seed);
    for (const size of [1, 500_000, 3 * ONE, 20 * ONE]) {
      for (const side of ['BUY', 'SELL'] as const) {
        const placed = (type: 'FOK' | 'FAK'): boolean => {
          const exchange = replay(given);
          const command = order(2, side, 0, 50, 1, { type, market: 0, price: side === 'BUY' ? 9_000 : 1_000, size });
          const reply = exchange.step(command, exchange.now);
          return reply.ok && reply.value.kind === 'placed' && reply.value.size === size;
        };
        expect(placed('FOK')).toBe(placed('FAK'));
      }
    }
  });
});

describe('on a stage', () => {
  test('placing and cancelling without a match leaves balances and book as they were', () => {
    const { exchange, must } = stage();
    must(order(1, 'SELL', 0, 60, 5));
    const before = [
      exchange.cash(0),
      exchange.tokens(0, 0, 0),
      exchange.bids(0, 0),
      exchange.asks(0, 0),
      exchange.supply(0),
    ];
    must(order(0, 'BUY', 0, 59, 5));
    must({ kind: 'cancel', wallet: 0, order: 1 });
    expect([
      exchange.cash(0),
      exchange.tokens(0, 0, 0),
      exchange.bids(0, 0),
      exchange.asks(0, 0),
      exchange.supply(0),
    ]).toEqual(before);
  });

  test('fees change what is paid and nothing about who trades with whom', () => {
    const fills = (rate: number): unknown => {
      const { exchange, must } = stage({ fee: { rate, exponent: 1, takerOnly: false } });
      must(order(0, 'SELL', 0, 50, 5));
      must(order(1, 'BUY', 1, 48, 5));
      must(order(2, 'BUY', 0, 55, 8));
      return exchange.log.flatMap((event) =>
        event.kind === 'trade' ? event.makers.map(({ order: maker, size, price }) => [maker, size, price]) : [],
      );
    };
    expect(fills(100_000)).toEqual(fills(0));
  });

  test('sizes times k trade times k', () => {
    const fills = (k: number): readonly number[] => {
      const { exchange, must } = stage();
      must(order(0, 'SELL', 0, 50, 1, { size: 50_000 * k }));
      must(order(1, 'SELL', 0, 51, 1, { size: 30_000 * k }));
      must(order(2, 'BUY', 0, 55, 1, { size: 60_000 * k }));
      return exchange.log.flatMap((event) => (event.kind === 'trade' ? event.makers.map((leg) => leg.size / k) : []));
    };
    expect(fills(37)).toEqual(fills(1));
  });

  test('a tighter limit never fills more', () => {
    const filledAt = (cents: number): number => {
      const { must } = stage();
      for (const level of [50, 52, 54, 56]) must(order(0, 'SELL', 0, level, 5));
      const reply = must(order(1, 'BUY', 0, cents, 20));
      return reply.kind === 'placed' ? reply.size : 0;
    };
    const fills = [49, 50, 51, 52, 53, 54, 55, 56, 57].map(filledAt);
    expect(fills).toEqual(fills.toSorted((one, other) => one - other));
    expect(fills.at(-1)).toBe(20 * ONE);
  });
});
