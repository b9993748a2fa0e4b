/** cli/run/exit-code: the exit code of `touchstone run`, from its outcome and two flags alone. */
import type { Verdict } from '../../scenarios/running/result.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { RunFlags } from './command.ts';
import type { RunOutcome } from './outcome.ts';

/** The first that applies. A scenario that is not testable is no failure, but a run that passed nothing is never 0. */
export function runExitOf({ ran, counts, stopped }: RunOutcome, { strict, minTested = 0 }: RunFlags): ExitCode {
  if (stopped?.why === 'interrupted') return EXIT.interrupted;
  if (stopped?.why === 'unreachable') return EXIT.unreachable;
  if (counts.error > 0) return EXIT.harness;
  if (counts.fail > 0) return EXIT.failed;
  if (stopped !== undefined) return EXIT.partial;
  const wanted = strict === true ? 100 : minTested;
  const isEnough = 100 * counts.pass >= wanted * ran.length;
  return counts.pass > 0 && isEnough ? EXIT.ok : EXIT.partial;
}

export function countsOf(verdicts: readonly Verdict[]): Readonly<Record<Verdict, number>> {
  const counts = { pass: 0, fail: 0, 'not-testable': 0, error: 0 };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}
