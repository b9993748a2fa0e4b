/**
 * Relations between two runs of which neither result is known beforehand: what a change must and must not change. This
 * file: the same run in other words. The relations are known by number:
 *
 * | here, a run in other words  | M1 outcomes swapped, M3 company, M4 wallets renamed, M5 later, M6 larger           |
 * | `delivery-relations.test`   | M7 cut and restored, M8 noise, M18 delivered twice, M20 cut short                  |
 * | `book-relations.test`       | M2 the other token, M12 apart, M14 to M17 and M26 one order in a book, M24 no fees |
 * | `undoing-relations.test`    | M10 placed and cancelled, M13 split and merged, M25 converted                      |
 * | `differential.test`         | M21 the naive exchange                                                             |
 * | about reads and the wire    | M9 pages, M11 batches, M19 transports, M22 and M23 lists, M27 scenarios            |
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../command.ts';
import type { Event } from '../event.ts';
import { GENES, OPENING } from './commands.ts';
import { changed, type Drawn, drawn, each, finish, firstDifference, rerun, rewriting } from './relating.ts';
import { order } from './stage.ts';

const genes = fc.array(fc.nat(), { minLength: GENES, maxLength: GENES });
const runs = fc.tuple(genes, fc.array(genes, { maxLength: 150, size: 'max' }));

/** Tries the relation on drawn runs, which together must have seen the rarer events. */
function holds(relation: (run: Drawn) => void): void {
  const seen = new Set<string>();
  const property = fc.property(runs, ([mode, steps]) => {
    const run = drawn(mode, steps);
    for (const { kind } of run.exchange.log) seen.add(kind);
    relation(run);
  });
  fc.assert(property, { numRuns: 25, seed: 3 });
  for (const rare of ['trade', 'trade-reversed', 'converted', 'tick-changed', 'order-reduced', 'market-resolved'])
    expect(seen).toContain(rare);
}

const AMOUNTS = 'amount size sizes cash fee remaining paid takerCash takerFee minSize';
const MOMENTS = 'at expiresAt delayedUntil';

function flip(outcome: number): number {
  return 1 - outcome;
}

function mirrored(command: Command): Command {
  if (command.kind === 'resolve-market') return { ...command, payout: swapped(command.payout) };
  return command.kind === 'place' ? changed(command, { outcome: flip }) : command;
}

function swapped(pair: readonly [number, number]): readonly [number, number] {
  return [pair[1], pair[0]];
}

describe('a run in other words', () => {
  test('M1: with the outcomes swapped it is the mirror image; a group has none and is left out', () => {
    holds((run) => {
      const given = run.given.filter(({ command }) => command.kind !== 'group-markets' && command.kind !== 'convert');
      const one = rerun({ ...run, given }, (each) => each);
      const mirror = rerun({ ...run, given }, rewriting(mirrored));
      const back = (event: Event): Event => {
        if (event.kind === 'market-resolved') return { ...event, payout: swapped(event.payout) };
        if (event.kind === 'redeemed') return { ...event, sizes: swapped(event.sizes), paid: swapped(event.paid) };
        return changed(event, { outcome: flip });
      };
      expect(firstDifference(mirror.log.map(back), one.log)).toBeUndefined();
      expect(mirror.treasury()).toEqual(one.treasury());
      for (let market = 0; one.market(market) !== undefined; market += 1) {
        expect(mirror.bids(market, 1)).toEqual(one.bids(market, 0));
        expect(mirror.asks(market, 1)).toEqual(one.asks(market, 0));
      }
    });
  });

  test('M3: beside a market of strangers it is the same in its own markets', () => {
    holds((run) => {
      expect(firstDifference(beside(run), run.exchange.log)).toBeUndefined();
    });
  });

  test('M4: with wallets renamed its results are renamed', () => {
    const forth = { wallet: (wallet: number): number => [1, 2, 0][wallet] ?? wallet };
    const back = each('wallet takerWallet', (wallet) => [2, 0, 1][wallet] ?? wallet);
    holds((run) => {
      const other = rerun(
        run,
        rewriting((command) => changed(command, forth)),
      );
      const log = other.log.map((event) => (event.kind === 'wallet-opened' ? event : changed(event, back)));
      expect(firstDifference(log, run.exchange.log)).toBeUndefined();
    });
  });

  test('M5: an hour later it is the same, an hour later', () => {
    const later = each(MOMENTS, (moment) => moment + 3_600_000);
    const earlier = each(MOMENTS, (moment) => moment - 3_600_000);
    holds((run) => {
      const other = rerun(run, ({ command, now }) => ({ command: changed(command, later), now: now + 3_600_000 }));
      const log = other.log.map((event) => changed(event, earlier));
      expect(firstDifference(log, run.exchange.log)).toBeUndefined();
    });
  });

  test('M6: with all sizes times k, whole lots and no fees, every amount is times k', () => {
    holds((run) => {
      const lots = each(AMOUNTS, (amount) => 10_000 * (1 + (Math.abs(amount) % 9_000)));
      const times = each(AMOUNTS, (amount) => amount * 37);
      const even = (command: Command): Command => {
        if (command.kind === 'list-market') return changed(command, { rate: () => 0 });
        const thirds = command.kind === 'resolve-market' && command.payout[0] === 333_333;
        return thirds ? { ...command, payout: [500_000, 500_000] } : changed(command, lots);
      };
      const one = rerun(run, rewriting(even));
      const larger = rerun(
        run,
        rewriting((command) => changed(even(command), times)),
      );
      const expected = one.log.map((event) => changed(event, times));
      expect(firstDifference(larger.log, expected)).toBeUndefined();
      expect(one.treasury().residual).toBe(0);
    });
  });
});

/** Gives the run one market, wallet and key further, with orders of strangers in between: its own events, as if alone. */
function beside(run: Drawn): Event[] {
  const exchange = rerun({ ...run, given: [] }, (each) => each);
  const start = run.given[0]?.now ?? 0;
  for (const command of STRANGERS) exchange.step(command, start);
  const placed: number[] = [];
  const later = (index: number): number => index + 1;
  const forth = each('wallet market markets key', later);
  run.given.forEach(({ command, now }, index) => {
    if (index % 9 === 0) exchange.step(order(0, 'BUY', 0, 40, 0.1, { key: 0 }), now);
    const renamed = command.kind === 'cancel' ? { ...command, order: placed[command.order] ?? 1_000_000 } : command;
    const reply = exchange.step(changed(renamed, forth), now);
    if (reply.ok && reply.value.kind === 'placed') placed.push(reply.value.order);
  });
  finish(exchange);
  const earlier = each('wallet takerWallet market markets others key takerKey', (index) => index - 1);
  const back = { ...earlier, ...each('order takerOrder', (index) => placed.indexOf(index)) };
  return exchange.log.map((event) => changed(event, back)).filter((event) => !Object.values(event).includes(-1));
}

/** A market, and a wallet with a thousand dollars. */
const STRANGERS: readonly Command[] = [
  ...OPENING.slice(0, 1),
  { kind: 'open-wallet' },
  { kind: 'deposit', wallet: 0, amount: 1_000_000_000 },
];
