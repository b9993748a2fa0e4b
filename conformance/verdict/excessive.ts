/** conformance/verdict/excessive: one finding for all routes that were given up over the same bound. */
import { clauseOf } from '../../spec/clauses/clause-of.ts';
import type { Route, RouteId } from '../../spec/route.ts';
import { ROUTES, routeById } from '../../spec/routes.ts';
import type { CheckRun } from '../execution/context.ts';
import { shapeCheckId } from '../shape/responses.ts';
import { isIdle, type Whole } from './assemble.ts';

/** The merged evidence, and the run of each check. */
type Seen = { readonly runs: ReadonlyMap<string, CheckRun>; readonly whole: Whole };

type Excessive = ReadonlyMap<RouteId, string>;

/** Keeps the finding of the first route for each bound. Other shape checks become blocked, their clauses unverified. */
export function withOneExcess(seen: Seen, excessive: Excessive): Seen {
  const broken = ROUTES.filter((route) => excessive.has(route.id) && hasFinding(route, seen));
  const byBound = Map.groupBy(broken, ({ id }) => excessive.get(id));
  return [...byBound].reduce((rest, [bound, [first, ...others]]) => {
    const reason = `${bound}; see ${first === undefined ? '' : shapeCheckId(first.id)}`;
    return others.reduce((left, route) => withoutFinding(route, reason, left), rest);
  }, seen);
}

function hasFinding(route: Route, { runs, whole }: Seen): boolean {
  const id = shapeCheckId(route.id);
  const run = runs.get(id);
  return (
    run !== undefined &&
    !isIdle(run.ending) &&
    whole.merged.findings.get(id)?.has(clauseOf(route.id, 'response.json')) === true
  );
}

function withoutFinding(route: Route, reason: string, { runs, whole }: Seen): Seen {
  const id = shapeCheckId(route.id);
  const clause = clauseOf(route.id, 'response.json');
  const without = (clauses: ReadonlySet<string>): Set<string> => new Set([...clauses].filter((one) => one !== clause));
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
