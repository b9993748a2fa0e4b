/** proof/venue/counterexamples/runs: properties over commands; the last failing run is shrunk and saved. */
import { CLAIMS } from '../reads/claims.ts';
import { canaryWrap } from '../soak/canary.ts';
import { type GivenRun, judgeRun } from '../soak/given-run.ts';
import { createReadAudit } from '../soak/read-audit.ts';
import { shrink } from '../soak/shrinker.ts';
import { type Trace, traceText } from '../soak/trace.ts';
import {
  type CounterexampleSettings,
  counterexamplePath,
  savedMessage,
  withCounterexample,
  writeCounterexample,
} from './counterexample-file.ts';

export type Holds = (run: GivenRun) => void;

type Counterexample = { readonly run: GivenRun; readonly trace: Trace };

/** Short, because fast-check has already shrunk the run. */
const MINIMISE_MS = 3_000;

/** Throws the error of `check`; if a run failed, a new error names the file, with the first one as its cause. */
export function assertRuns(settings: CounterexampleSettings, check: (holds: Holds) => void): void {
  const { property, seed } = settings;
  let last: Counterexample | undefined;
  try {
    check((run) => {
      const trace = judgeRun(run, { seed, property });
      if (trace === undefined) return;
      last = { run, trace };
      throw new Error(`${trace.failure.invariant}: ${trace.failure.message}`);
    });
  } catch (error) {
    throw last === undefined ? error : withCounterexample(error, save(last, settings));
  }
}

function save({ run, trace }: Counterexample, settings: CounterexampleSettings): string {
  const end = performance.now() + MINIMISE_MS;
  const { canary, wrap = canaryWrap(canary) } = run;
  const playing = { wrap, reader: createReadAudit, claims: CLAIMS };
  const small = shrink(trace, { ...playing, isOver: () => performance.now() > end });
  const file = counterexamplePath(settings, 'json');
  const trouble = writeCounterexample(file, traceText(small ?? trace), settings);
  if (trouble !== undefined) return trouble;
  const kept = savedMessage(file, 'soak --replay');
  return small === undefined ? `${kept}; but the replay does not fail in the same way` : kept;
}
