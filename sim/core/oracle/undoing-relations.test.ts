/** Relations about things that undo each other, or that leave everybody as rich as before whatever happens then. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../exchange.ts';
import { GENES } from './commands.ts';
import { type Drawn, drawn, standing } from './relating.ts';
import { ONE, order } from './stage.ts';

const genes = fc.array(fc.nat(), { minLength: GENES, maxLength: GENES });
const runs = fc.tuple(genes, fc.array(genes, { maxLength: 150, size: 'max' }));

/** Tries the relation on drawn runs. */
function holds(relation: (run: Drawn) => void): void {
  const property = fc.property(runs, ([mode, steps]) => relation(drawn(mode, steps)));
  fc.assert(property, { numRuns: 25, seed: 13 });
}

/** Markets of an exchange that are open. */
function openMarkets({ exchange }: Drawn): number[] {
  const listed = exchange.log.filter(({ kind }) => kind === 'market-listed').map((_, market) => market);
  return listed.filter((market) => exchange.market(market)?.state === 'open');
}

/** What a wallet is worth in a group if this member wins: its cash, first outcomes of it, second ones of all others. */
function worth(exchange: Exchange, wallet: number, markets: readonly number[], winner: number): number {
  const all = ({ free, reserved }: { free: number; reserved: number }): number => free + reserved;
  const tokens = markets.map((market) => all(exchange.tokens(wallet, market, market === winner ? 0 : 1)));
  return tokens.reduce((sum, each) => sum + each, all(exchange.cash(wallet)));
}

describe('after any run', () => {
  test('M10: placing an order that meets nothing and cancelling it changes nobody and no book', () => {
    let placed = 0;
    holds((run) => {
      const { exchange } = run;
      for (const market of openMarkets(run)) {
        const before = standing(exchange);
        const price = exchange.market(market)?.terms.tick ?? 1;
        const reply = exchange.step(order(2, 'BUY', 0, 0, 3, { market, price, postOnly: true }), exchange.now);
        if (!reply.ok || reply.value.kind !== 'placed') continue;
        placed += 1;
        expect(exchange.cash(2).reserved).toBeGreaterThan((before['cash of 2'] as { reserved: number }).reserved);
        exchange.step({ kind: 'cancel', wallet: 2, order: reply.value.order }, exchange.now);
        expect(standing(exchange)).toEqual(before);
      }
    });
    expect(placed).toBeGreaterThan(50);
  });

  test('M13: buying sets and selling them back changes nobody', () => {
    let split = 0;
    holds((run) => {
      const { exchange } = run;
      for (const market of openMarkets(run)) {
        for (const size of [1, 7 * ONE]) {
          const before = standing(exchange);
          if (!exchange.step({ kind: 'split', wallet: 2, market, size }, exchange.now).ok) continue;
          split += 1;
          expect(standing(exchange)).not.toEqual(before);
          exchange.step({ kind: 'merge', wallet: 2, market, size }, exchange.now);
          expect(standing(exchange)).toEqual(before);
        }
      }
    });
    expect(split).toBeGreaterThan(100);
  });

  test('M25: a conversion leaves what a wallet is worth as it was, whichever market of the group wins', () => {
    let converted = 0;
    holds((run) => {
      const exchange = createExchange(run.rules);
      for (const { command, now } of run.given) {
        exchange.advanceTo(now);
        const markets = command.kind === 'convert' ? exchange.group(command.group)?.markets : undefined;
        if (command.kind !== 'convert' || markets === undefined) {
          exchange.step(command, now);
          continue;
        }
        const worths = (): number[] => markets.map((winner) => worth(exchange, command.wallet, markets, winner));
        const before = worths();
        if (exchange.step(command, now).ok) converted += 1;
        expect(worths()).toEqual(before);
      }
    });
    expect(converted).toBeGreaterThan(10);
  });
});
