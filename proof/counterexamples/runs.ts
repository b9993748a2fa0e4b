/**
 * proof/counterexamples/runs: properties over the commands of a venue. A property puts each run before `holds`; where it
 * fails, the run that failed last, which is the one shrunk furthest, is made small and written as a file for `touchstone soak --replay`.
 */
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

/** Throws where a run fails, with what was wrong. */
export type Holds = (run: GivenRun) => void;

type Counterexample = { readonly run: GivenRun; readonly trace: Trace };

/** What was drawn and shrunk is small already. */
const MINIMISE_MS = 3_000;

/**
 * Checks a property, say by `fc.assert`. Throws what `check` throws; where a run failed, an error that names the file too,
 * with the first as its cause.
 */
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

/** Writes it, and says where it is and how to play it. */
function save({ run, trace }: Counterexample, settings: CounterexampleSettings): string {
  const end = performance.now() + MINIMISE_MS;
  const { canary, wrap = canaryWrap(canary) } = run;
  const playing = { wrap, reader: createReadAudit, claims: CLAIMS };
  const small = shrink(trace, { ...playing, isOver: () => performance.now() > end });
  const file = counterexamplePath(settings, 'json');
  const trouble = writeCounterexample(file, traceText(small ?? trace), settings);
  if (trouble !== undefined) return trouble;
  const kept = savedMessage(file, 'soak --replay');
  return small === undefined ? `${kept}; but given again it does not fail as it did` : kept;
}
