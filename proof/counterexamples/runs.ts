/**
 * proof/counterexamples/runs: properties over the commands of a venue. A property puts each run before `holds`; where it
 * fails, the run that failed last, which is the one shrunk furthest, is made small and written as a file for `touchstone soak --replay`.
 */
import { CLAIMS } from '../reads/claims.ts';
import { breaking } from '../soak/canary.ts';
import { type GivenRun, judgeRun } from '../soak/given-run.ts';
import { minimise } from '../soak/minimising.ts';
import { readingOf } from '../soak/reading.ts';
import { type Trace, traceText } from '../soak/trace.ts';
import { type Keeping, keptAs, placeOf, withKept, write } from './keeping.ts';

/** Throws where a run fails, with what was wrong. */
export type Holds = (run: GivenRun) => void;

type Counterexample = { readonly run: GivenRun; readonly trace: Trace };

/** What was drawn and shrunk is small already. */
const MINIMISE_MS = 3_000;

/**
 * Checks a property, say by `fc.assert`. Throws what `check` throws; where a run failed, an error that names the file too,
 * with the first as its cause.
 */
export function keepingRuns(keeping: Keeping, check: (holds: Holds) => void): void {
  const { property, seed } = keeping;
  let last: Counterexample | undefined;
  try {
    check((run) => {
      const trace = judgeRun(run, { seed, property });
      if (trace === undefined) return;
      last = { run, trace };
      throw new Error(`${trace.failure.invariant}: ${trace.failure.message}`);
    });
  } catch (error) {
    throw last === undefined ? error : withKept(error, keep(last, keeping));
  }
}

/** Writes it, and says where it is and how to play it. */
function keep({ run, trace }: Counterexample, keeping: Keeping): string {
  const end = performance.now() + MINIMISE_MS;
  const { canary, wrap = breaking(canary) } = run;
  const playing = { wrap, reader: readingOf, claims: CLAIMS };
  const small = minimise(trace, { ...playing, isOver: () => performance.now() > end });
  const file = placeOf(keeping, 'json');
  const trouble = write(file, traceText(small ?? trace), keeping);
  if (trouble !== undefined) return trouble;
  const kept = keptAs(file, 'soak --replay');
  return small === undefined ? `${kept}; but given again it does not fail as it did` : kept;
}
