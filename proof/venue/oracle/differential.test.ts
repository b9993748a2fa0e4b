/** proof/venue/oracle/differential.test: engine and naive venue agree on replies, events, balances, books and hash. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GENES, rulesFrom } from '../../../model/commands.ts';
import { createNaive } from '../../../model/create-naive.ts';
import { hashOfLog } from '../../../sim/core/rolling-hash.ts';
import { createVenue, type Venue } from '../../../sim/core/venue.ts';
import type { VenueRules } from '../../../spec/venue/rules.ts';
import { assertRuns } from '../counterexamples/runs.ts';
import { drawsOf } from '../mutants/oracle.ts';
import { newMarks } from '../soak/marks.ts';
import { runBoth } from './differential.ts';
import type { TimedCommand } from './runs.ts';

function agree(
  rules: VenueRules,
  steps: readonly (readonly number[])[],
  every: number,
  refusals: Set<string> = new Set(),
  given: TimedCommand[] = [],
): Venue {
  const engine = createVenue(rules);
  const naive = createNaive(rules);
  const { step } = naive;
  naive.step = (command, now) => {
    given.push({ command, now });
    const reply = step(command, now);
    if (!reply.ok) refusals.add(reply.refusal.kind);
    return reply;
  };
  expect(runBoth(engine, naive, steps, every)).toBeUndefined();
  expect(engine.hash()).toBe(hashOfLog(naive.log));
  return engine;
}

describe('the engine against the naive venue', () => {
  test('agrees on any short run, after every command', () => {
    const genes = fc.array(fc.nat(), { minLength: GENES, maxLength: GENES });
    const seed = 20_26;
    assertRuns({ property: 'the engine agrees with the naive venue', seed }, (holds) => {
      const property = fc.property(genes, fc.array(genes, { maxLength: 40, size: 'max' }), (mode, steps) => {
        const rules = rulesFrom(mode);
        const given: TimedCommand[] = [];
        try {
          agree(rules, steps, 1, new Set(), given);
        } catch (failure) {
          // Judged a second time, so that the run is saved as a file.
          holds({ rules, given });
          throw failure;
        }
      });
      fc.assert(property, { numRuns: 60, seed, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true });
    });
  });

  test('agrees on long runs in several modes, which together show every kind of event and refusal', () => {
    const refusals = new Set<string>();
    const logs = ['one', 'two', 'four', 'eleven'].map((seed) => {
      const draws = drawsOf(seed);
      const genes = (): number[] => Array.from({ length: GENES }, draws);
      return agree(rulesFrom(genes()), Array.from({ length: 2_000 }, genes), 100, refusals).log;
    });
    const { events, endings, refusals: known } = newMarks();
    const seen = logs
      .flat()
      .flatMap((event) => (event.kind === 'order-closed' ? [event.kind, event.reason] : [event.kind]));
    // `transfers.test.ts` shows the last two.
    const all = [...seen, 'transferred', 'noted'];
    expect(new Set(all)).toEqual(new Set([...Object.keys(events), ...Object.keys(endings)]));
    expect(refusals).toEqual(new Set(Object.keys(known)));
  });
});
