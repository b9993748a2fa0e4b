/** conformance/verdict/unserved: routes that are not served, whose refusals prove nothing in either direction. */
import { clauseOf } from '../../spec/clauses/clause-of.ts';
import type { Register } from '../../spec/clauses/register.ts';
import type { ClauseId } from '../../spec/ids.generated.ts';
import type { Route, RouteId } from '../../spec/route.ts';
import { ROUTES, routeById } from '../../spec/routes.ts';
import { existenceCheckId } from '../checks/routes/existence.ts';
import { createEvidence } from '../evidence/evidence.ts';
import type { CheckRun } from '../execution/context.ts';
import { roleInWords, routeOfRole } from '../roles.ts';
import { shapeCheckId } from '../shape/responses.ts';
import { isIdle, type JudgedCheck, type Whole } from './assemble.ts';

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
export function unservedRoutes({ runs, seenInResponses, silent }: Seen): Unserved {
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
export function withoutUnserved(
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
export function shownElsewhere(shown: ReadonlySet<string>, register: Register, unserved: Unserved): Set<string> {
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
export function withOneExcess(seen: SeenBound, excessive: Excessive): SeenBound {
  const broken = ROUTES.filter((route) => excessive.has(route.id) && hasFinding(route, seen));
  const byBound = Map.groupBy(broken, ({ id }) => excessive.get(id));
  return [...byBound].reduce((rest, [bound, [first, ...others]]) => {
    const reason = `${bound}; see ${first === undefined ? '' : shapeCheckId(first.id)}`;
    return others.reduce((left, route) => withoutFinding(route, reason, left), rest);
  }, seen);
}

function hasFinding(route: Route, { runs, whole }: SeenBound): boolean {
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
export function excessRemarks(excessive: Excessive): readonly string[] {
  return [...Map.groupBy(excessive, ([, bound]) => bound)].map(([bound, routes]) => {
    const names = routes.map(([id]) => routeById(id)).map(({ method, path }) => `${method} ${path}`);
    return `${bound}; no further requests to ${names.join(', ')}`;
  });
}
