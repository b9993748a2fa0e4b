/** proof/venue/soak/shrinker.test: failing runs become short and simple, and still fail in the same way. */
import { describe, expect, it } from 'vitest';
import type { Venue } from '../../../sim/core/venue.ts';
import { applyCanary, CANARIES, type Canary, canaryOf, override } from './canary.ts';
import { recordSeed } from './seed-run.ts';
import { removeSteps, shrink, simplerSteps } from './shrinker.ts';
import { storyLines } from './story.ts';
import { Trace, type TraceStep } from './trace.ts';
import { isSameFailure, replayTrace } from './trace-replay.ts';

const never = (): boolean => false;

describe('removing steps', () => {
  const steps = Array.from({ length: 200 }, (_, wait): TraceStep => ({ wait, give: 'x' }));
  const waitsOf = (some: readonly TraceStep[]): unknown[] => some.map((step) => ('wait' in step ? step.wait : step));

  it('finds the steps that are needed together', () => {
    const isNeeded = [3, 77, 78, 199];
    const fails = (some: readonly TraceStep[]): boolean => isNeeded.every((wait) => waitsOf(some).includes(wait));
    expect(waitsOf(removeSteps(steps, fails, never))).toEqual(isNeeded);
  });

  it('leaves nothing if nothing is needed, and all if all is', () => {
    expect(removeSteps(steps, () => true, never)).toEqual([]);
    expect(removeSteps(steps, (some) => some.length === steps.length, never)).toEqual(steps);
  });

  it('stops when its budget is used up', () => {
    let tries = 0;
    const fails = (): boolean => {
      tries += 1;
      return false;
    };
    removeSteps(steps, fails, () => tries >= 3);
    expect(tries).toBe(3);
  });
});

describe('simpler steps', () => {
  it('differ in one thing each', () => {
    const give = { kind: 'split', wallet: '$w0', market: '$m0', size: 1_234_567 };
    const step: TraceStep = { wait: 250, give };
    const forms = [...simplerSteps(step)];
    expect(forms[0]).toEqual({ give });
    expect(forms).toContainEqual({ wait: 200, give });
    expect(forms).toContainEqual({ ...step, give: { ...give, size: 1_000_000 } });
    expect(forms).toContainEqual({ ...step, give: { ...give, size: 1_200_000 } });
  });

  it('leave hostile values and names alone', () => {
    expect([...simplerSteps({ give: { kind: 'redeem', wallet: '$w0', market: '!NaN' } })]).toEqual([]);
    expect([...simplerSteps({ give: '!null' })]).toEqual([]);
  });
});

describe('the run of a canary', () => {
  const wrapFor =
    (canary: Canary) =>
    (own: Venue): Venue =>
      applyCanary(canary, own);
  const recorded = (canary: Canary): Trace | undefined => {
    for (let seed = CANARIES.indexOf(canary); seed < 90; seed += CANARIES.length) {
      const trace = recordSeed({ seed, commands: 500, audit: 'light', wrap: wrapFor(canary) });
      if (trace !== undefined && canaryOf(seed) === canary) return trace;
    }
    return undefined;
  };

  it.each([
    ['cash', 2],
    ['throw', 3],
    ['priority', 16],
  ] as const)('%s takes at most %i steps to show', (canary, most) => {
    const wrap = wrapFor(canary);
    const trace = recorded(canary);
    const small = trace && shrink(trace, { wrap, isOver: never });
    expect(small?.steps.length).toBeLessThanOrEqual(most);
    const file = Trace.parse(JSON.parse(JSON.stringify(small)));
    expect(isSameFailure(file.failure, replayTrace(file, { wrap }))).toBe(true);
    expect(replayTrace(file), 'the venue itself is right').toBeUndefined();
    expect(storyLines(file)).toHaveLength(file.steps.length + (file.settles ? 3 : 2));
  });
});

it('a run that would fail without any step keeps one, since a file without steps is invalid', () => {
  const wrap = (own: Venue): Venue =>
    override(own, {
      treasury() {
        throw new Error('no treasury');
      },
    });
  const trace = recordSeed({ seed: 1, commands: 50, audit: 'light', wrap });
  const small = trace && shrink({ ...trace, settles: true }, { wrap, isOver: never });
  expect(small?.steps).toHaveLength(1);
});

describe('failures', () => {
  it('are the same if the invariant is, and the message of an exception without its numbers', () => {
    const thrown = { invariant: 'neverThrows', message: 'order 17 has no queue' };
    expect(isSameFailure(thrown, { invariant: 'neverThrows', message: 'order 3 has no queue' })).toBe(true);
    expect(isSameFailure(thrown, { invariant: 'neverThrows', message: 'no such wallet' })).toBe(false);
    expect(isSameFailure(thrown, undefined)).toBe(false);
    expect(isSameFailure({ invariant: 'funded', message: 'a' }, { invariant: 'funded', message: 'b' })).toBe(true);
  });
});
