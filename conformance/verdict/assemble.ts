/** conformance/verdict/assemble: from evidence to report, in the order of the suite or register, not of execution. */
import type { Clause, ClauseRow } from '../../spec/clauses/clause.ts';
import { clauseOf } from '../../spec/clauses/clause-of.ts';
import type { Register } from '../../spec/clauses/register.ts';
import { ROUTES, routeById } from '../../spec/routes.ts';
import type { Check } from '../check.ts';
import type { Evidence, Sightings } from '../evidence/evidence.ts';
import type { Capabilities } from '../execution/capabilities.ts';
import type { CheckRun, Ending } from '../execution/context.ts';
import { type CheckResult, CheckVerdict, type Finding } from '../report.ts';
import { errorCheckId, shapeCheckId } from '../shape/responses.ts';
import { isDemanded, type Rules, severityOf, strongestLevel, worst } from './verdict.ts';

/** The evidence of the whole run: of all sources together, and the clauses that responses showed. */
export type Whole = { readonly merged: Evidence; readonly seenInResponses: ReadonlySet<string> };

/** The parts of a check, or of its row in the report of a shard, from which its verdict follows. */
export type JudgedCheck = Pick<Check, 'id' | 'title' | 'kind' | 'route' | 'isOfProfile' | 'needs'> & {
  readonly clauses: readonly string[];
  readonly capability: string;
};

/** The result of one check. `run` is its own run; passive checks are judged by the evidence of all checks. */
export function resultOf(
  check: JudgedCheck,
  run: CheckRun,
  whole: Whole,
  register: Register,
  rules: Rules,
): CheckResult {
  const clauses = check.clauses.flatMap((id) => register.get(id) ?? []);
  const findings = isIdle(run.ending) ? [] : findingsOf(check, whole.merged.findings.get(check.id), register, rules);
  const { verdict, ...why } = judge(check, run, findings, whole.seenInResponses);
  return {
    id: check.id,
    title: check.title,
    clauses: [...check.clauses],
    ...(check.route === undefined ? {} : { route: check.route }),
    kind: check.kind,
    level: strongestLevel(clauses),
    capability: check.capability,
    verdict,
    ...why,
    requests: run.requests,
    findings,
  };
}

/** The check never started, or its route is not served: the evidence of others does not count against it. */
export function isIdle({ kind }: Ending): boolean {
  return kind === 'not-run' || kind === 'not-applicable' || kind === 'unserved';
}

type Judged = { readonly verdict: CheckVerdict; readonly reason?: string; readonly remedy?: string };

function judge(
  check: JudgedCheck,
  { ending, evidence }: CheckRun,
  findings: readonly Finding[],
  seen: ReadonlySet<string>,
): Judged {
  if (ending.kind === 'error') return { verdict: 'error', reason: ending.reason };
  if (ending.kind === 'unserved') return { verdict: 'blocked', reason: ending.reason };
  const severity = worst(findings);
  const why = ending.kind === 'done' ? {} : { reason: ending.reason };
  if (severity === 'fail' || severity === 'warn') return { verdict: severity, ...why };
  const own = ownResponseClause(check);
  const isShown = own === undefined ? evidence.verified.size > 0 : seen.has(own);
  if (ending.kind === 'not-testable' && !(own !== undefined && isShown)) {
    return { verdict: 'not-testable', reason: ending.reason, remedy: ending.remedy };
  }
  if (ending.kind === 'blocked' || ending.kind === 'not-run' || ending.kind === 'not-applicable') {
    return { verdict: ending.kind, reason: ending.reason };
  }
  if (severity === 'note') return { verdict: 'note' };
  // The cases of a property may show none of its clauses: then their responses were lawful.
  if (isShown || (check.kind === 'property' && ending.kind === 'done')) return { verdict: 'pass' };
  return {
    verdict: 'not-testable',
    reason: 'no value was seen that could show any of its clauses',
    remedy: 'judge a deployment with more data, or name entities in the target file',
  };
}

/** The clause that only responses of the own route show, for the two passive checks of a route. */
function ownResponseClause(check: JudgedCheck): string | undefined {
  if (check.route === undefined) return undefined;
  if (check.id === shapeCheckId(check.route)) return check.clauses.find((id) => id.endsWith('response.status'));
  if (check.id === errorCheckId(check.route)) return clauseOf(check.route, 'error.family');
  return undefined;
}

const WORST_FIRST = ['fail', 'warn', 'note'];

function findingsOf(
  check: JudgedCheck,
  byClause: ReadonlyMap<string, Sightings> | undefined,
  register: Register,
  rules: Rules,
): Finding[] {
  const findings = [...(byClause ?? [])].flatMap(([id, { first, more }]) => {
    const clause = id === check.id ? ownStatement(check) : register.get(id);
    if (clause === undefined) return [];
    const severity = severityOf(clause, rules);
    return first.map((sighting, index) => ({
      clause: id,
      level: clause.level,
      severity: once(severity, sighting),
      ...sighting,
      ...(more > 0 && index === first.length - 1 ? { more } : {}),
    }));
  });
  return findings.sort((a, b) => WORST_FIRST.indexOf(a.severity) - WORST_FIRST.indexOf(b.severity));
}

/** A counterexample that does not come again: an internal error is a note, another response a warning. */
function once(
  severity: Finding['severity'],
  { counterexample, response }: Pick<Finding, 'counterexample' | 'response'>,
): Finding['severity'] {
  if (counterexample === undefined || counterexample.repeated > 0 || severity === 'note') return severity;
  return /^(HTTP )?5\d\d/.test(response) ? 'note' : 'warn';
}

/** The level of a check as a whole, beyond its clauses. A difference from a reference deployment is no violation. */
export function ownStatement({ id, kind, isOfProfile }: JudgedCheck): Pick<ClauseRow, 'id' | 'level'> {
  if (kind === 'differential') return { id, level: 'SHOULD' };
  return isOfProfile === true ? { id: `D/${id}`, level: 'UNSPECIFIED' } : { id, level: 'MUST' };
}

export type Coverage = {
  readonly coverage: { readonly verified: number; readonly must: number };
  readonly result: { readonly passed: number; readonly verified: number };
  readonly unverified: string[];
};

/** The clauses that a run with these capabilities has to verify. */
export function demandedClauses(
  register: Register,
  rules: Rules,
  capabilities: Readonly<Record<string, string>>,
): readonly Clause[] {
  return register.clauses.filter(
    (clause) =>
      clause.observable !== 'not-observable' &&
      isDemanded(clause, rules) &&
      capabilities[clause.observable] !== 'not-claimed' &&
      (capabilities['trading'] !== 'not-claimed' || !needsAccount(clause)),
  );
}

/** Verified and passed among the clauses that the claimed capabilities demand. */
export function coverageOf(
  whole: Whole,
  results: readonly CheckResult[],
  register: Register,
  rules: Rules,
  capabilities: Capabilities,
): Coverage {
  const failing = new Set(
    results.flatMap(({ findings }) =>
      findings.filter(({ severity }) => severity === 'fail').map(({ clause }) => clause),
    ),
  );
  const must = demandedClauses(register, rules, capabilities);
  const { unheard, watched } = standingOf(whole, results);
  const isShown = (id: string) => whole.merged.verified.has(id) || (whole.seenInResponses.has(id) && watched.has(id));
  const isVerified = (id: string) => failing.has(id) || (isShown(id) && !unheard.has(id));
  const verified = must.filter(({ id }) => isVerified(id));
  return {
    coverage: { verified: verified.length, must: must.length },
    result: { passed: verified.filter(({ id }) => !failing.has(id)).length, verified: verified.length },
    unverified: must.filter(({ id }) => !isVerified(id)).map(({ id }) => id),
  };
}

type Standing = {
  /** Clauses of a failed check that did not run: they have not passed, even if other checks verified them. */
  readonly unheard: ReadonlySet<string>;
  /** Clauses of the passive checks that ran. No selected check judged the others. */
  readonly watched: ReadonlySet<string>;
};

/** A check left out, by the caller or with the suite, verifies nothing, and no other passes in its place. */
function standingOf({ merged }: Whole, results: readonly CheckResult[]): Standing {
  const ran = new Map(
    results.filter(({ verdict }) => verdict !== 'not-run' && verdict !== 'not-applicable').map((row) => [row.id, row]),
  );
  return {
    unheard: new Set([...merged.findings].flatMap(([id, byClause]) => (ran.has(id) ? [] : [...byClause.keys()]))),
    watched: new Set(
      ROUTES.flatMap(({ id }) => [shapeCheckId(id), errorCheckId(id)]).flatMap((id) => ran.get(id)?.clauses ?? []),
    ),
  };
}

/** Failures and limits of signed routes show only with an account. */
function needsAccount({ observable, routes }: Clause) {
  const isProvoked = observable === 'faults' || observable === 'limits' || observable === 'limits-sustained';
  return isProvoked && routes.length > 0 && routes.every((id) => routeById(id).auth !== 'none');
}

export function countVerdicts(results: readonly CheckResult[]): Record<CheckVerdict, number> {
  const counts = Object.fromEntries(CheckVerdict.options.map((verdict) => [verdict, 0])) as Record<
    CheckVerdict,
    number
  >;
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

/** One text for each fact, by subject; different values are joined. */
export function fingerprintOf(facts: ReadonlyMap<string, ReadonlySet<string>>): Record<string, string> {
  const byName = [...facts].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(byName.map(([subject, values]) => [subject, [...values].sort().join(' | ')]));
}
