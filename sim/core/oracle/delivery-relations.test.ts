/** Relations between runs whose commands are delivered otherwise: with noise, twice, not all of them, or once again. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../command.ts';
import { createExchange, restoreExchange } from '../exchange.ts';
import { GENES } from './commands.ts';
import { garble } from './garbling.ts';
import { type Drawn, drawn, finish, firstDifference, rerun, standing } from './relating.ts';
import { type Given, replayOn } from './runs.ts';
import { order } from './stage.ts';

const genes = fc.array(fc.nat(), { minLength: GENES, maxLength: GENES });
const runs = fc.tuple(genes, fc.array(genes, { maxLength: 150, size: 'max' }), fc.nat({ max: 1_000_000 }));

/** Tries the relation on drawn runs; `odd` is a number to make choices with. */
function holds(relation: (run: Drawn, odd: number) => void): void {
  const property = fc.property(runs, ([mode, steps, odd]) => relation(drawn(mode, steps), odd));
  fc.assert(property, { numRuns: 25, seed: 5 });
}

/** Commands that are refused whatever has happened so far. */
const NOISE: readonly Command[] = [
  { kind: 'cancel', wallet: 99, order: 0 },
  { kind: 'split', wallet: 99, market: 0, size: 1 },
  { kind: 'resolve-market', market: 99, payout: [1_000_000, 0] },
  { kind: 'change-tick', market: 0, tick: 7 },
  { kind: 'group-markets', markets: [4, 2] },
  { kind: 'convert', wallet: 0, group: 99, markets: [0], size: 1 },
  { kind: 'disturb-settlement', trade: 1_000_000, outcome: 'fail' },
  order(77, 'BUY', 0, 50, 1),
  order(0, 'BUY', 0, 50, 1, { price: 0 }),
];

/** Kinds of which a second delivery changes nothing: it is refused, or finds everything done. */
const ONCE: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  'place',
  'cancel',
  'redeem',
  'pause-market',
  'resume-market',
  'close-market',
  'resolve-market',
  'change-tick',
  'group-markets',
]);

describe('a run', () => {
  test('once again is the same', () => {
    holds((run) => {
      const again = rerun(run, (each) => each);
      expect(firstDifference(again.log, run.exchange.log)).toBeUndefined();
      expect(again.hash()).toBe(run.exchange.hash());
      expect(standing(again)).toEqual(standing(run.exchange));
    });
  });

  test('M7: cut anywhere, saved and restored is the same', () => {
    holds((run, odd) => {
      const cut = odd % run.given.length;
      const before = replayOn(createExchange(run.rules), run.given.slice(0, cut));
      const restored = restoreExchange(before.snapshot());
      if (!restored.ok) throw new Error(`refused: ${JSON.stringify(restored.refusal)}`);
      const after = finish(replayOn(restored.value, run.given.slice(cut)));
      expect(firstDifference(after.log, run.exchange.log)).toBeUndefined();
      expect(after.hash()).toBe(run.exchange.hash());
      expect(standing(after)).toEqual(standing(run.exchange));
    });
  });

  test('M8: with refused commands and reads in between is the same', () => {
    holds((run, odd) => {
      const exchange = createExchange(run.rules);
      run.given.forEach(({ command, now }, index) => {
        const noise = NOISE[(odd + index) % NOISE.length] ?? command;
        const garbled = garble(command, odd + index, 3);
        for (const refused of [noise, garbled]) expect(exchange.step(refused, now).ok).toBe(false);
        if (index % 50 === 0) standing(exchange);
        exchange.step(command, now);
      });
      expect(firstDifference(finish(exchange).log, run.exchange.log)).toBeUndefined();
      expect(exchange.hash()).toBe(run.exchange.hash());
      expect(standing(exchange)).toEqual(standing(run.exchange));
    });
  });

  test('M18: with commands delivered twice that can only be done once is the same', () => {
    let twice = 0;
    holds((run) => {
      const other = rerun(run, (each): readonly Given[] => (ONCE.has(each.command.kind) ? [each, each] : [each]));
      twice += run.given.filter(({ command }) => ONCE.has(command.kind)).length;
      expect(firstDifference(other.log, run.exchange.log)).toBeUndefined();
      expect(other.hash()).toBe(run.exchange.hash());
      expect(standing(other)).toEqual(standing(run.exchange));
    });
    expect(twice).toBeGreaterThan(500);
  });

  test('M20: cut short is the beginning of the whole one', () => {
    holds((run, odd) => {
      const length = odd % run.given.length;
      const beginning = rerun({ ...run, given: run.given.slice(0, length) }, (each) => each);
      const { log } = run.exchange;
      expect(firstDifference(beginning.log, log.slice(0, beginning.log.length))).toBeUndefined();
      // Nothing of the time until the cut is missing either.
      const next = log[beginning.log.length];
      expect(next === undefined || next.at >= beginning.now).toBe(true);
    });
  });

  test('with the clock moved in steps of its own between commands is the same', () => {
    holds((run, odd) => {
      const exchange = createExchange(run.rules);
      let last = 0;
      for (const { command, now } of run.given) {
        exchange.advanceTo(last + Math.floor(((now - last) * (odd % 7)) / 7));
        exchange.step(command, now);
        last = now;
      }
      expect(firstDifference(finish(exchange).log, run.exchange.log)).toBeUndefined();
    });
  });
});
