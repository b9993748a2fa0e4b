/** conformance/traffic/judgements: judgements of recorded exchanges under their checks; the others have not run. */
import type { Check, CheckContext, Deviation, Exchange, Judge, JudgedId } from '../check.ts';
import { addFinding, createEvidence, type Evidence } from '../evidence/evidence.ts';
import type { CheckRun } from '../execution/context.ts';
import { createJudge } from '../judgement.ts';

/** Clauses about a whole list, of which a recorded response may be a part. */
const ABOUT_WHOLE_LISTS: ReadonlySet<JudgedId> = new Set<JudgedId>(['2.3/type.TRADE', '2.16/type.TAKER']);

export type Judgements = {
  /** Judges under this check. */
  under(check: Check): Judge & Pick<CheckContext, 'verified'>;
  /** Judges each clause under a check that cites it, one of the route if there is one. */
  about(route: string): Judge;
  check(id: string): Check | undefined;
  /** The check threw an error of Touchstone. */
  failed(check: Check, reason: string): void;
  /** The runs of checks that judged something. */
  runs(): ReadonlyMap<string, CheckRun>;
};

/** `checks` are the selected ones; findings go to `evidence`. */
export function createJudgements(checks: readonly Check[], evidence: Evidence): Judgements {
  const byId = new Map(checks.map((check) => [check.id, check]));
  const byClause = new Map<string, Check>();
  for (const check of checks.filter(isReading)) {
    for (const clause of check.clauses) {
      for (const key of [clause, `${check.route} ${clause}`]) if (!byClause.has(key)) byClause.set(key, check);
    }
  }
  const runs = new Map<string, CheckRun>();
  const verify = (check: Check, clause: JudgedId): void => {
    const run = runs.get(check.id) ?? { ending: { kind: 'done' }, evidence: createEvidence(), requests: 0 };
    runs.set(check.id, run);
    run.evidence.verified.add(clause);
  };
  const judge = (
    check: Check | undefined,
    clause: JudgedId,
    holds: boolean,
    exchange: Exchange,
    deviation: Deviation,
  ): boolean => {
    if (check === undefined || !check.clauses.some((own) => own === clause) || ABOUT_WHOLE_LISTS.has(clause))
      return holds;
    verify(check, clause);
    if (!holds) addFinding(evidence, check.id, clause, exchange, deviation);
    return holds;
  };
  return {
    under: (check) => ({
      ...createJudge((clause, ...rest) => judge(check, clause, ...rest)),
      verified: (clause) => verify(check, clause),
    }),
    about: (route) =>
      createJudge((clause, ...rest) =>
        judge(byClause.get(`${route} ${clause}`) ?? byClause.get(clause), clause, ...rest),
      ),
    check: (id) => byId.get(id),
    failed: ({ id }, reason) =>
      void runs.set(id, { ending: { kind: 'error', reason }, evidence: createEvidence(), requests: 0 }),
    runs: () => runs,
  };
}

/** True for a check whose statement does not depend on a fault, on throttling or on orders of its own. */
function isReading({ capability, safety, kind }: Check): boolean {
  return (
    (capability === 'read' || capability === 'wallet' || capability === 'trading') &&
    safety !== 'session' &&
    kind !== 'scenario'
  );
}
