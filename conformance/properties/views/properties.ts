/**
 * conformance/properties/views/properties: the statements of checks about listed entities, for entities that are drawn.
 * A check looks at the first few markets, events or wallets; these properties begin with any of them.
 */
import fc from 'fast-check';
import seedrandom from 'seedrandom';
import type { Route, RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import { type Bindings, type Check, type CheckContext, NotTestable } from '../../check.ts';
import {
  bookChecks,
  catalogChecks,
  routeChecks,
  tradeChecks,
  tradingChecks,
  walletChecks,
} from '../../checks/suite.ts';
import { unboundRole } from '../../roles.ts';
import { type Property, property } from '../property.ts';

/** A check of the route, and the place of the entity that comes first in each list of bindings. */
type Case = { readonly check: number; readonly first: number };

const FIRST_MAX = 999;

/** Kinds of checks that state the form of entities, how they are listed, and how their views agree. */
const KINDS: readonly Check['kind'][] = ['shape', 'consistency', 'ordering', 'pagination', 'filter'];

function rotated(bindings: Bindings, first: number): Bindings {
  const lists = Object.entries(bindings).map(([role, list]: [string, unknown]) => {
    if (!Array.isArray(list) || list.length === 0) return [role, list];
    const at = first % list.length;
    return [role, [...list.slice(at), ...list.slice(0, at)]];
  });
  return Object.fromEntries(lists) as Bindings;
}

/** Judges by one check. An entity that it cannot be judged with decides nothing. */
async function judgeFrom(context: CheckContext, { run }: Check, first: number) {
  const random = seedrandom(String(first));
  await run({ ...context, bindings: rotated(context.bindings, first), random: () => random() }).catch((error) => {
    if (!(error instanceof NotTestable)) throw error;
  });
}

/** A case is one of the checks, so this is the mean of their requests. */
function meanCost(id: RouteId, checks: readonly Check[]): Check['cost'] {
  const requests = checks.flatMap(({ cost }) => Object.values(cost)).reduce((sum, count) => sum + count, 0);
  return { [id]: Math.ceil(requests / checks.length) };
}

function viewsProperty({ id, method, path }: Route, checks: readonly Check[]): Property {
  const [first] = checks;
  return property<Case>({
    id: `views.${id}`,
    title: `the entities of ${method} ${path} agree with their other views, whichever comes first`,
    route: id,
    clauses: [...new Set(checks.flatMap(({ clauses }) => clauses))],
    capability: first?.capability ?? 'read',
    needs: [],
    cost: { perCase: meanCost(id, checks) },
    async open(context) {
      const bound = checks.filter(({ needs }) => unboundRole(needs, context.bindings, context.wallets) === undefined);
      if (bound.length === 0)
        return context.notTestable(`no check of ${path} has an entity to begin with`, 'name one in the target file');
      return {
        arbitrary: fc.record({ check: fc.nat(bound.length - 1), first: fc.nat(FIRST_MAX) }),
        judge: async (trial, { check, first: from }) => {
          const judging = bound[check];
          if (judging !== undefined) await judgeFrom(trial, judging, from);
        },
        space: bound.map((one) => one.id),
        features: ({ check }) => bound.slice(check, check + 1).map((one) => one.id),
      };
    },
  });
}

/** Those of all routes are about names in another form. Other properties draw pages. */
const ofRoutes = routeChecks.filter(({ kind }) => kind === 'consistency' || kind === 'shape');
const stating = [
  ...catalogChecks,
  ...tradingChecks,
  ...bookChecks,
  ...walletChecks,
  ...tradeChecks,
  ...ofRoutes,
].filter(({ kind, safety, alsoNeeds = [] }) => KINDS.includes(kind) && safety === 'read' && alsoNeeds.length === 0);
const byRoute: ReadonlyMap<RouteId | undefined, readonly Check[]> = Map.groupBy(stating, ({ route }) => route);

export const viewProperties: readonly Property[] = [...byRoute].flatMap(([id, checks]) =>
  id === undefined ? [] : [viewsProperty(routeById(id), checks)],
);
