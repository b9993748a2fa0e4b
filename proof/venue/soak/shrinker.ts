/** proof/venue/soak/shrinker: a short run that fails in the same way: removes steps, then simplifies the others. */
import { MICRO } from '../../../base/units.ts';
import { DOCUMENT_RULES } from '../../../spec/venue/rules.ts';
import { recordSeed, type SeedSettings } from './seed-run.ts';
import type { Trace, TraceStep } from './trace.ts';
import { isSameFailure, replayTrace, type TraceReplaySettings } from './trace-replay.ts';

export type ShrinkSettings = TraceReplaySettings & {
  isOver(): boolean;
};

/** Records a failing seed and shrinks its run for at most `milliseconds`; undefined if it does not fail again. */
export function smallestRun(settings: SeedSettings, milliseconds: number): Trace | undefined {
  const trace = recordSeed(settings);
  const end = performance.now() + milliseconds;
  // A failure by chance may not be reproducible; then the run stays as it is.
  return trace && (shrink(trace, { wrap: settings.wrap, isOver: () => performance.now() > end }) ?? trace);
}

/** The smaller trace; undefined if the trace does not reproduce its failure. */
export function shrink(trace: Trace, { isOver, ...settings }: ShrinkSettings): Trace | undefined {
  let best = trace;
  const accept = (candidate: Trace) => {
    const failure = replayTrace(candidate, settings);
    if (failure === undefined || !isSameFailure(trace.failure, failure)) return false;
    // Steps after the failure are irrelevant.
    const steps = candidate.settles ? candidate.steps : candidate.steps.slice(0, failure.step);
    best = { ...candidate, steps, failure: { invariant: failure.invariant, message: failure.message } };
    return true;
  };
  if (!accept(trace)) return undefined;
  const shorten = () => {
    // A run without steps is invalid.
    removeSteps(best.steps, (steps) => steps.length > 0 && accept({ ...best, steps: [...steps] }), isOver);
  };
  shorten();
  accept({ ...best, rules: { ...DOCUMENT_RULES, selfTrade: best.rules.selfTrade } });
  for (let isPlainer = true; isPlainer && !isOver(); ) {
    isPlainer = false;
    for (let index = 0; index < best.steps.length && !isOver(); index += 1) {
      isPlainer = simplifyStep(best, index, accept, isOver) || isPlainer;
    }
    const { length } = best.steps;
    shorten();
    isPlainer ||= best.steps.length < length;
  }
  return best;
}

function simplifyStep(
  trace: Trace,
  index: number,
  accept: (candidate: Trace) => boolean,
  isOver: () => boolean,
): boolean {
  const step = trace.steps[index];
  if (step === undefined) return false;
  for (const simpler of simplerSteps(step)) {
    if (isOver()) return false;
    if (accept({ ...trace, steps: trace.steps.with(index, simpler) })) return true;
  }
  return false;
}

/** Delta debugging: removes ever smaller pieces while `fails` holds for the rest; it keeps the best candidate. */
export function removeSteps(
  all: readonly TraceStep[],
  fails: (steps: readonly TraceStep[]) => boolean,
  isOver: () => boolean,
): readonly TraceStep[] {
  let left = all;
  for (let size = Math.ceil(left.length / 2); size >= 1 && !isOver(); ) {
    const { length } = left;
    // From the end: earlier steps depend least on later ones.
    for (let end = left.length; end > 0 && !isOver(); end -= size) {
      const candidate = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)];
      if (fails(candidate)) left = candidate;
    }
    // Single steps are tried again as long as one can be removed.
    if (size === 1 && left.length === length) break;
    size = Math.ceil(Math.min(size, left.length) / 2);
  }
  return left;
}

type Fields = Readonly<Record<string, unknown>>;

/** Forms to try, the simplest first; each changes one thing. */
export function* simplerSteps(step: TraceStep): Generator<TraceStep> {
  if ('restore' in step) return;
  const { wait, give, ...rest } = step;
  if (wait !== undefined) {
    yield { ...rest, give };
    for (const rounded of rounder(wait)) yield { ...rest, wait: rounded, give };
  }
  if (typeof give !== 'object' || give === null) return;
  for (const simpler of simplerFields(give)) yield { ...step, give: simpler as typeof give };
}

const PLAIN: Readonly<Record<string, readonly unknown[]>> = {
  postOnly: [false],
  key: [0],
  price: [5_000],
  size: [MICRO, 1],
  amount: [1_000 * MICRO],
  tick: [100],
  minSize: [1],
  delayMs: [0, 1_000],
  rate: [0],
  takerOnly: [true],
  payout: [[MICRO, 0]],
  outcome: [0],
};

function* simplerFields(fields: Fields): Generator<Fields> {
  if (fields['type'] !== undefined && fields['type'] !== 'GTC') {
    const { expiresAt: _, ...others } = fields;
    yield { ...others, type: 'GTC' };
  }
  for (const [name, value] of Object.entries(fields)) {
    // Texts stay: the outcome of a disturbance is a word, and a hostile value is the point of its command.
    if (typeof value === 'string') continue;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const simpler of simplerFields(value as Fields)) yield { ...fields, [name]: simpler };
      continue;
    }
    const plain = PLAIN[name] ?? [];
    const known = plain.findIndex((each) => JSON.stringify(each) === JSON.stringify(value));
    for (const each of known < 0 ? plain : plain.slice(0, known)) yield { ...fields, [name]: each };
    if (known < 0 && typeof value === 'number') {
      for (const rounded of rounder(value)) yield { ...fields, [name]: rounded };
    }
  }
}

function* rounder(value: number): Generator<number> {
  for (let unit = 10 ** (String(Math.abs(value)).length - 1); unit >= 10; unit /= 10) {
    const rounded = value - (value % unit);
    if (rounded === value) return;
    yield rounded;
  }
}
