/**
 * conformance/verdict/unserved: routes that nobody serves, as far as a run has seen. Refusals of such a route say nothing about
 * it: what its other checks found neither counts as held nor is held against it.
 */
import type { Register } from '../../spec/clauses/register.ts';
import type { RouteId } from '../../spec/route.ts';
import { clausePrefix, ROUTES } from '../../spec/routes.ts';
import type { Check } from '../check.ts';
import { existenceCheckId } from '../checks/routes/existence.ts';
import { roleInWords, routeOfRole } from '../discovery/roles.ts';
import { createEvidence } from '../evidence/evidence.ts';
import type { CheckRun } from '../execution/context.ts';

/** Why the other checks of a route say nothing; `isCertain` where the existence check has failed. */
type Silence = { readonly why: string; readonly isCertain: boolean };

/** Routes of which no success was seen and which were not found served. */
export type Unserved = ReadonlyMap<RouteId, Silence>;

type Seen = {
  readonly runs: ReadonlyMap<string, CheckRun>;
  readonly seenInAnswers: ReadonlySet<string>;
  /** Routes that never answered while others did, with why. */
  readonly silent: ReadonlyMap<RouteId, string>;
};

/** Says nothing of a route whose existence check did not run, unless it never answered anybody. */
export function unservedRoutes({ runs, seenInAnswers, silent }: Seen): Unserved {
  return new Map(
    ROUTES.flatMap((route) => {
      const why = silent.get(route.id);
      if (why !== undefined) return [[route.id, { why, isCertain: true }] as const];
      if (seenInAnswers.has(`${clausePrefix(route)}response.status`)) return [];
      const id = existenceCheckId(route.id);
      const silence = silenceOf(runs.get(id), id, `4.1/${route.id}`);
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

/**
 * Why a check says nothing: its route is not served, what it needs is found by one that is not, or what it found against another
 * rests on asking one. The existence check itself speaks.
 */
function whySilent(check: Check, { ending, evidence }: CheckRun, unserved: Unserved): string | undefined {
  const { id, route, needs } = check;
  if (route !== undefined && id === existenceCheckId(route)) return undefined;
  const own = route === undefined ? undefined : unserved.get(route);
  if (own !== undefined) return own.why;
  for (const [other, { why, isCertain }] of unserved) {
    if (!isCertain) continue;
    if (evidence.findings.has(id) && evidence.asked.has(other)) return `asks ${other}, ${why}`;
    const need = needs.find((role) => routeOfRole(role) === other);
    if (need !== undefined && ending.kind === 'not-testable') return `needs ${roleInWords(need)}: ${other}, ${why}`;
  }
  return undefined;
}

/** The runs, those on unserved routes without what they took for shown. Checks that were left out stay so. */
export function withoutUnserved(
  checks: readonly Check[],
  runs: ReadonlyMap<string, CheckRun>,
  unserved: Unserved,
): ReadonlyMap<string, CheckRun> {
  const changed = new Map(runs);
  for (const check of checks) {
    const run = runs.get(check.id);
    if (run === undefined || !hasSpoken(run)) continue;
    const reason = whySilent(check, run, unserved);
    if (reason === undefined) continue;
    // What it met on other routes is theirs.
    const evidence = { ...createEvidence(), findings: run.evidence.findings };
    changed.set(check.id, { ...run, ending: { kind: 'unserved', reason }, evidence });
  }
  return changed;
}

function hasSpoken({ ending: { kind } }: CheckRun): boolean {
  return kind === 'done' || kind === 'not-testable' || kind === 'blocked';
}

/** Clauses that were shown, without those that show on unserved routes alone. */
export function shownElsewhere(shown: ReadonlySet<string>, register: Register, unserved: Unserved): Set<string> {
  return new Set(
    [...shown].filter((id) => {
      const routes = register.get(id)?.routes ?? [];
      return routes.length === 0 || routes.some((route) => !unserved.has(route));
    }),
  );
}
