/** conformance/traffic/shown: the parts of a suite and of its expectations that recorded traffic shows. */
import type { Check } from '../check.ts';
import { createEvidence, type Evidence } from '../evidence/evidence.ts';
import type { CheckRun } from '../execution/context.ts';
import type { Expectation } from '../input/expectations.ts';
import type { RunOptions } from '../run-options.ts';

const NOT_SHOWN = 'recorded traffic only: nothing in it shows this';

/** A remark for each reason; `lost`: the number of requests without a whole response, by reason. */
export function lostLines(lost: ReadonlyMap<string, number>): readonly string[] {
  return [...lost].map(
    ([why, count]) => `${count} ${count === 1 ? 'request' : 'requests'} without a whole response (${why})`,
  );
}

/** A run for each check. `shown`: passive checks whose route has responded. `ran`: the other checks that judged something. */
export function runsOf(
  checks: readonly Check[],
  selected: ReadonlySet<string>,
  shown: ReadonlySet<string>,
  ran: ReadonlyMap<string, CheckRun>,
): ReadonlyMap<string, CheckRun> {
  const notRun = (reason: string): CheckRun => ({
    ending: { kind: 'not-run', reason },
    evidence: createEvidence(),
    requests: 0,
  });
  const done: CheckRun = { ending: { kind: 'done' }, evidence: createEvidence(), requests: 0 };
  return new Map(
    checks.map(({ id }) => {
      if (!selected.has(id)) return [id, notRun('left out by --only or --skip')];
      return [id, ran.get(id) ?? (shown.has(id) ? done : notRun(NOT_SHOWN))];
    }),
  );
}

/** Expectations that the traffic shows, or that name no check. A failure that does not occur in traffic may still be there. */
export function expectedIn(
  { findings }: Evidence,
  { expectations = [], checks }: Pick<RunOptions, 'expectations' | 'checks'>,
): readonly Expectation[] {
  return expectations.filter(({ check, clause }) => {
    const found = findings.get(check);
    return clause === undefined || found === undefined
      ? found !== undefined || checks.every(({ id }) => id !== check)
      : found.has(clause);
  });
}
