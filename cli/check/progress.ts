/** cli/check/progress: how the progress of a run is shown: live on a terminal, in plain lines elsewhere, not at all with --quiet. */
import type { Check } from '../../conformance/check.ts';
import { selectChecks } from '../../conformance/execution/execute.ts';
import type { Expectation } from '../../conformance/input/expectations.ts';
import { checksOfShard } from '../../conformance/shard/split.ts';
import { ownStatement } from '../../conformance/verdict/assemble.ts';
import { severityOf } from '../../conformance/verdict/verdict.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Target } from '../../wire/target.ts';
import { hasColours } from '../terminal/colors.ts';
import type { CheckFlags } from './command.ts';
import { createLiveView, type LiveOptions } from './live-view.ts';
import { createPlainLines, type ProgressLine } from './progress-line.ts';

type Judged = { readonly checks: readonly Check[]; readonly expectations: readonly Expectation[] };

/** The line, and the target to judge, whose requests it counts. */
export function openProgress(
  target: Target,
  flags: CheckFlags,
  judged: Judged,
): { readonly target: Target; readonly line: ProgressLine } {
  if (flags.quiet === true) return { target, line: { show: () => undefined, end: () => undefined } };
  const sink = process.stderr;
  if (sink.isTTY !== true || process.env['TERM'] === 'dumb') return { target, line: createPlainLines(sink) };
  let sent = 0;
  const counted: Target = {
    ...target,
    send(request) {
      sent += 1;
      return target.send(request);
    },
  };
  const options: LiveOptions = {
    transmitted: () => sent,
    maxRequests: flags.maxRequests,
    severityOf: severities(flags, judged),
    hasColours: hasColours(sink),
  };
  return { target: counted, line: createLiveView(sink, options) };
}

/** The severity that a deviation has in the report; undefined for one that is a note, is expected, or is of a check that was left out. */
function severities(
  { only, skip, shard, profile, strict }: CheckFlags,
  { checks, expectations }: Judged,
): LiveOptions['severityOf'] {
  const selected = selectChecks(checksOfShard(checks, shard), only, skip);
  const register = loadRegister();
  return (check, clause) => {
    const isExpected = expectations.some((entry) => entry.check === check && (entry.clause ?? clause) === clause);
    const judging = checks.find(({ id }) => id === check);
    const row = register.get(clause) ?? (judging === undefined ? undefined : ownStatement(judging));
    if (isExpected || row === undefined || !selected.has(check)) return undefined;
    const severity = severityOf(row, { profile, isStrict: strict === true });
    return severity === 'note' ? undefined : severity;
  };
}
