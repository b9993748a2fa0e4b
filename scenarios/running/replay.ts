/** scenarios/running/replay: the step that plays a run of `touchstone soak` again. */
import { CLAIMS } from '../../sim/oracle/claims.ts';
import { readingOf } from '../soak/reading.ts';
import { isSameFailure, playTrace } from '../soak/replaying.ts';
import { originOf, Trace } from '../soak/trace.ts';
import { type Play, ScenarioError, StepFailed } from './play.ts';

/** Plays a trace again; its failure is the step's. Throws `StepFailed`, and `ScenarioError` for what is no trace. */
export function replayTrace(play: Play, given: unknown, at: string): void {
  play.judged += 1;
  const parsed = Trace.safeParse(given);
  if (!parsed.success) throw new ScenarioError(`replay: ${parsed.error.issues[0]?.message ?? 'no soak run'}`);
  const { data: trace } = parsed;
  if (trace.claim !== undefined && !Object.hasOwn(CLAIMS, trace.claim.name))
    throw new ScenarioError(
      `replay: there is no claim ${trace.claim.name}: there are ${Object.keys(CLAIMS).join(', ')}`,
    );
  const failure = playTrace(trace, { reader: readingOf, claims: CLAIMS });
  if (failure === undefined) return;
  const manner = isSameFailure(trace.failure, failure)
    ? 'as it did'
    : `otherwise than it did (${trace.failure.invariant})`;
  throw new StepFailed(at, `replay of ${originOf(trace)}: fails ${manner}`, [
    { pointer: `/steps/${failure.step}`, expected: failure.invariant, actual: failure.message },
  ]);
}
