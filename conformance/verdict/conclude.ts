/**
 * conformance/verdict/conclude: the report of a finished run; refusals of routes that are not served prove nothing in
 * either direction.
 */

import { clauseOf } from '../../spec/clauses/clause-of.ts';
import type { Register } from '../../spec/clauses/register.ts';
import type { ClauseId } from '../../spec/ids.generated.ts';
import type { Route, RouteId } from '../../spec/route.ts';
import { ROUTES, routeById } from '../../spec/routes.ts';
import { unrelatedRemarks } from '../against/against-checks.ts';
import type { Check } from '../check.ts';
import { existenceCheckId } from '../checks/routes/existence.ts';
import type { Stop } from '../client/stop.ts';
import type { Preflight } from '../discovery/preflight.ts';
import { createEvidence, type Evidence, mergeEvidence } from '../evidence/evidence.ts';
import type { Capabilities } from '../execution/capabilities.ts';
import type { CheckRun } from '../execution/context.ts';
import { FAILED_ONCE } from '../execution/execute.ts';
import { applyExpectations } from '../input/expectations.ts';
import { REPORT_FORMAT, type Report, type ShardRecord } from '../report.ts';
import { roleInWords, routeOfRole } from '../roles.ts';
import type { RunOptions } from '../run-options.ts';
import { shapeCheckId } from '../shape/responses.ts';
import {
  type Coverage,
  countVerdicts,
  coverageOf,
  fingerprintOf,
  isIdle,
  type JudgedCheck,
  resultOf,
  type Whole,
} from './assemble.ts';
import { causesOf } from './causes.ts';
import { type Rules, runVerdict } from './verdict.ts';

/** Why the other checks of a route prove nothing; `isCertain` if its existence check has failed. */
type Silence = { readonly why: string; readonly isCertain: boolean };

/** Routes without a successful response that were not found to be served. */
type Unserved = ReadonlyMap<RouteId, Silence>;

type Seen = {
  readonly runs: ReadonlyMap<string, CheckRun>;
  readonly seenInResponses: ReadonlySet<string>;
  /** Routes that never responded while others did, with the reason. */
  readonly silent: ReadonlyMap<RouteId, string>;
};

/** Undefined for a route whose existence check did not run, unless it never responded to any check. */
function unservedRoutes({ runs, seenInResponses, silent }: Seen): Unserved {
  return new Map(
    ROUTES.flatMap((route) => {
      const why = silent.get(route.id);
      if (why !== undefined) return [[route.id, { why, isCertain: true }] as const];
      if (seenInResponses.has(clauseOf(route.id, 'response.status'))) return [];
      const id = existenceCheckId(route.id);
      const silence = silenceOf(runs.get(id), id, clauseOf(route.id, 'exists'));
      return silence === undefined ? [] : [[route.id, silence] as const];
    }),
  );
}

function silenceOf(run: CheckRun | undefined, id: string, served: string): Silence | undefined {
  if (run === undefined) return undefined;
  const findings = run.evidence.findings.get(id);
  if (findings !== undefined) {
    return { why: `${findings.has(served) ? 'not served' : 'nothing but errors'}: see ${id}`, isCertain: true };
  }
  return run.ending.kind === 'not-testable' ? { why: `not seen to be served: see ${id}`, isCertain: false } : undefined;
}

/** Its route, that of its roles, or that of its findings is not served. The existence check itself counts. */
function whySilent(check: JudgedCheck, { ending, evidence }: CheckRun, unserved: Unserved): string | undefined {
  const { id, route, needs } = check;
  if (route !== undefined && id === existenceCheckId(route)) return undefined;
  const own = route === undefined ? undefined : unserved.get(route);
  if (own !== undefined) return own.why;
  for (const [other, { why, isCertain }] of unserved) {
    if (!isCertain) continue;
    if (evidence.findings.has(id) && evidence.requested.has(other)) return `asks ${other}, ${why}`;
    const need = needs.find((role) => routeOfRole(role) === other);
    if (need !== undefined && ending.kind === 'not-testable') return `needs ${roleInWords(need)}: ${other}, ${why}`;
  }
  return undefined;
}

/** The runs without the evidence that rests on unserved routes. */
function withoutUnserved(
  checks: readonly JudgedCheck[],
  runs: ReadonlyMap<string, CheckRun>,
  unserved: Unserved,
): ReadonlyMap<string, CheckRun> {
  const changed = new Map(runs);
  const dropped = shapesWithoutResponse(runs);
  for (const check of checks) {
    const run = runs.get(check.id);
    if (run === undefined || !hasSpoken(run) || dropped.has(check.id)) continue;
    const reason = whySilent(check, run, unserved);
    if (reason === undefined) continue;
    // Its findings on other routes remain.
    const evidence = { ...createEvidence(), findings: run.evidence.findings };
    changed.set(check.id, { ...run, ending: { kind: 'unserved', reason }, evidence });
  }
  return changed;
}

/** The shape checks that say that a request never gets a response: their findings rest on no response of the route. */
function shapesWithoutResponse(runs: ReadonlyMap<string, CheckRun>): ReadonlySet<string> {
  const findings = [...runs.values()].map((run) => run.evidence.findings);
  const isDropped = ({ id, clause }: { readonly id: string; readonly clause: ClauseId }) =>
    findings.some((byCheck) => byCheck.get(id)?.has(clause));
  const shapes = ROUTES.map((route) => ({ id: shapeCheckId(route.id), clause: clauseOf(route.id, 'response.json') }));
  return new Set(shapes.filter(isDropped).map(({ id }) => id));
}

function hasSpoken({ ending: { kind } }: CheckRun) {
  return kind === 'done' || kind === 'not-testable' || kind === 'blocked';
}

/** Verified clauses, without those that only unserved routes show. */
function shownElsewhere(shown: ReadonlySet<string>, register: Register, unserved: Unserved): Set<string> {
  return new Set(
    [...shown].filter((id) => {
      const routes = register.get(id)?.routes ?? [];
      return routes.length === 0 || routes.some((route) => !unserved.has(route));
    }),
  );
}

/** The merged evidence, and the run of each check. */
type SeenBound = { readonly runs: ReadonlyMap<string, CheckRun>; readonly whole: Whole };

type Excessive = ReadonlyMap<RouteId, string>;

/** Keeps the finding of the first route for each bound. Other shape checks become blocked, their clauses unverified. */
function withOneExcess(seen: SeenBound, excessive: Excessive): SeenBound {
  const broken = ROUTES.filter((route) => excessive.has(route.id) && hasFinding(route, seen));
  const byBound = Map.groupBy(broken, ({ id }) => excessive.get(id));
  return [...byBound].reduce((rest, [bound, [first, ...others]]) => {
    const reason = `${bound}; see ${first === undefined ? '' : shapeCheckId(first.id)}`;
    return others.reduce((left, route) => withoutFinding(route, reason, left), rest);
  }, seen);
}

function hasFinding(route: Route, { runs, whole }: SeenBound) {
  const id = shapeCheckId(route.id);
  const run = runs.get(id);
  return (
    run !== undefined &&
    !isIdle(run.ending) &&
    whole.merged.findings.get(id)?.has(clauseOf(route.id, 'response.json')) === true
  );
}

function withoutFinding(route: Route, reason: string, { runs, whole }: SeenBound): SeenBound {
  const id = shapeCheckId(route.id);
  const clause = clauseOf(route.id, 'response.json');
  const without = (clauses: ReadonlySet<string>) => new Set([...clauses].filter((one) => one !== clause));
  const findings = new Map(whole.merged.findings);
  findings.set(id, new Map([...(findings.get(id) ?? [])].filter(([one]) => one !== clause)));
  const run = runs.get(id);
  return {
    runs: run === undefined ? runs : new Map(runs).set(id, { ...run, ending: { kind: 'blocked', reason } }),
    whole: {
      merged: { ...whole.merged, findings, verified: without(whole.merged.verified) },
      seenInResponses: without(whole.seenInResponses),
    },
  };
}

/** One remark for all routes that were given up for the same reason. */
function excessRemarks(excessive: Excessive): readonly string[] {
  return [...Map.groupBy(excessive, ([, bound]) => bound)].map(([bound, routes]) => {
    const names = routes.map(([id]) => routeById(id)).map(({ method, path }) => `${method} ${path}`);
    return `${bound}; no further requests to ${names.join(', ')}`;
  });
}

/** One line that says how many clauses are not judged, and why; none for a profile of the interface alone. */
function replacedRemarks({ replaced }: Register, profile: string | undefined): readonly string[] {
  if (replaced === undefined || profile === undefined) return [];
  const { ofRoutes, listed } = replaced;
  return [
    `the profile ${profile} replaces ${ofRoutes.length + listed.length} clauses of the interface: ` +
      `${ofRoutes.length} about the form of routes that it serves otherwise, ` +
      `and ${listed.length} that it contradicts; its own are P/...`,
  ];
}

export type Material = Readonly<{
  runs: ReadonlyMap<string, CheckRun>;
  discovery: Evidence;
  discoveryRequests: number;
  capabilities: Capabilities;
  flight: Preflight;
  gone: string | undefined;
  /** Ended the run early, if it did. */
  stop: Pick<Stop, 'why' | 'sentence'>;
  /** Routes that never responded while others did, with the reason. */
  silent: ReadonlyMap<RouteId, string>;
  /** Routes whose responses exceeded a bound repeatedly, with the bound. */
  excessive: ReadonlyMap<RouteId, string>;
  seenInResponses: ReadonlySet<string>;
  /** Orders that could not be cancelled. */
  leftovers: readonly string[];
}>;

/** How much of the suite was judged: all that were not filtered, or one shard of them. */
export type Part = { readonly isFiltered: boolean; readonly shard: ShardRecord | undefined };

type ReportOptions = Part &
  Pick<RunOptions, 'register' | 'version' | 'seed' | 'runId' | 'profile' | 'strict' | 'expectations' | 'today'> & {
    readonly checks: readonly JudgedCheck[];
    readonly target: Pick<RunOptions['target'], 'label'>;
  };

/** Properties, and the passive checks of all responses. */
const OF_EXPLORATIONS: readonly Check['kind'][] = ['property', 'shape', 'error'];

/** The register; for an exploration, the clauses that its properties judge. */
function demandedOf(checks: readonly JudgedCheck[], register: Register): Register {
  const properties = checks.filter(({ kind }) => kind === 'property');
  if (properties.length === 0 || checks.some(({ kind }) => !OF_EXPLORATIONS.includes(kind))) return register;
  const judged = new Set<string>(properties.flatMap(({ clauses }) => clauses));
  return { ...register, clauses: register.clauses.filter(({ id }) => judged.has(id)) };
}

/** The report of a finished run, secrets still in it. */
export function reportOf(options: ReportOptions, material: Material): Report {
  const { checks, register, profile, isFiltered, shard } = options;
  const rules: Rules = { profile, isStrict: options.strict === true };
  const unserved = unservedRoutes(material);
  const served = withoutUnserved(checks, material.runs, unserved);
  const merged = mergeAll(checks, { ...material, runs: served }, (shown) => shownElsewhere(shown, register, unserved));
  const { runs, whole } = withOneExcess({ runs: served, whole: merged }, material.excessive);
  const judged = checks.flatMap((check) => {
    const run = runs.get(check.id);
    return run === undefined ? [] : [resultOf(check, run, whole, register, rules)];
  });
  const {
    checks: results,
    stale,
    expired,
  } = applyExpectations(judged, options.expectations ?? [], options.today ?? '');
  const coverage = coverageOf(whole, results, demandedOf(checks, register), rules, material.capabilities);
  const leftOut = leftOutBy(material);
  const stopped = whyStopped(material, leftOut);
  const gone = material.flight.unfit ?? material.gone;
  return {
    format: REPORT_FORMAT,
    command: 'check',
    touchstone: options.version ?? 'unknown',
    target: options.target.label,
    ...(profile === undefined ? {} : { profile }),
    seed: options.seed ?? '1',
    ...(options.runId === undefined ? {} : { runId: options.runId }),
    capabilities: { ...material.capabilities },
    verdict: verdictOf(results, coverage, stopped === undefined, isFiltered),
    complete: stopped === undefined,
    ...(stopped === undefined ? {} : { stopped }),
    filtered: isFiltered,
    ...(shard === undefined ? {} : { shard }),
    ...coverage,
    counts: countVerdicts(results),
    requests: results.reduce(
      (sum, { requests }) => sum + requests,
      material.discoveryRequests + material.flight.requests,
    ),
    fingerprint: fingerprintOf(whole.merged.facts),
    causes: causesOf({ checks: results, unverified: coverage.unverified }),
    stale: [...stale],
    remarks: [
      ...(stopped === 'max-time' ? [timeLine(material, leftOut, options.checks)] : gone === undefined ? [] : [gone]),
      ...material.silent.values(),
      ...excessRemarks(material.excessive),
      ...replacedRemarks(register, profile),
      ...material.flight.remarks,
      ...onceRemarks(whole.merged.facts),
      ...unrelatedRemarks(results),
      ...material.leftovers,
      ...expired.map((entry) => `expectation ${entry}`),
    ],
    checks: results,
  };
}

function onceRemarks(facts: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...facts].flatMap(([subject, clauses]) => {
    if (!subject.startsWith(FAILED_ONCE)) return [];
    const check = subject.slice(FAILED_ONCE.length);
    return (
      `${check} failed once (${[...clauses].join(', ')}) and not when it was repeated: ` +
      `others use these wallets, or the fault is intermittent; --only ${check} tries it alone`
    );
  });
}

function mergeAll(
  checks: readonly JudgedCheck[],
  { discovery, runs, seenInResponses }: Material,
  counted: (shown: ReadonlySet<string>) => Set<string>,
): Whole {
  const merged = createEvidence();
  mergeEvidence(merged, discovery);
  for (const { id } of checks) {
    const run = runs.get(id);
    if (run !== undefined) mergeEvidence(merged, run.evidence);
  }
  return { merged: { ...merged, verified: counted(merged.verified) }, seenInResponses: counted(seenInResponses) };
}

function whyStopped({ flight, gone, stop }: Material, leftOut: readonly string[]): Report['stopped'] {
  if (stop.why() === 'interrupted') return 'interrupted';
  if (gone !== undefined) return 'unreachable';
  // A limit that was reached after the last check has cut nothing short.
  if (stop.why() === 'max-time' && leftOut.length > 0) return 'max-time';
  return flight.unfit === undefined ? undefined : 'unreachable';
}

function leftOutBy({ runs, stop }: Material): readonly string[] {
  if (stop.why() === undefined) return [];
  return [...runs].flatMap(([id, { ending }]) =>
    ending.kind === 'not-run' && ending.reason.includes(stop.sentence()) ? [id] : [],
  );
}

function timeLine({ stop }: Material, leftOut: readonly string[], checks: readonly JudgedCheck[]) {
  const first = checks.find(({ id }) => leftOut.includes(id))?.id ?? '';
  const others = leftOut.length === 1 ? '' : ` and ${leftOut.length - 1} more`;
  return `${stop.sentence()}; ${leftOut.length} of ${checks.length} checks did not run to their end: ${first}${others}`;
}

function verdictOf(
  results: Report['checks'],
  { coverage }: Coverage,
  isComplete: boolean,
  isFiltered: boolean,
): Report['verdict'] {
  return runVerdict({ counts: countVerdicts(results), ...coverage, isComplete, isFiltered });
}
