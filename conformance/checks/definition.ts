/** conformance/checks/definition: the one way to define a check, with defaults from its route and its side effects. */
import type { RouteId } from '../../spec/route.ts';
import { ROUTES, routeById } from '../../spec/routes.ts';
import type { Query } from '../../wire/message.ts';
import type { Bindings, Role } from '../bindings.ts';
import type { Capability, Check, CheckContext } from '../check.ts';
import { type Claim, refusalOf } from './assertions.ts';
import { rolesFor, sendSample } from './requests.ts';

type Topic =
  | 'allowlist'
  | 'clob'
  | 'heartbeat-expiry'
  | 'limits'
  | 'property'
  | 'routes'
  | 'signing'
  | 'statuses'
  | 'versions';

/** Defaults of topics, beside those that follow from a route. */
const topicDefaults: Readonly<Partial<Record<string, Partial<Check>>>> = {
  clob: { safety: 'read' },
  allowlist: { kind: 'auth', capability: 'allowlist' },
  'heartbeat-expiry': { capability: 'heartbeat-expiry', safety: 'write-reversible' },
  limits: { kind: 'bounds', capability: 'limits', safety: 'read', needs: [] },
  signing: { kind: 'auth', safety: 'session' },
};

/** The parts of a check without a default, and those that differ from the defaults. */
export type Definition = Pick<Check, 'title' | 'clauses' | 'run'> & Partial<Omit<Check, 'id'>>;

/** The check `<subject>.<name>`, for one request unless its route writes or `safety` states that it does. */
export function check(subject: RouteId | Topic, name: string, definition: Definition): Check {
  const route = definition.route ?? ROUTES.find(({ id }) => id === subject)?.id;
  const { safety = safetyOf(route), ...own } = { ...topicDefaults[subject], ...definition };
  return {
    id: `${subject}.${name}`,
    ...(route === undefined ? {} : { route }),
    safety,
    ...(safety === 'read' ? readDefaults(route) : writeDefaults(route, safety)),
    ...own,
    run: (context) => own.run({ ...context, bindings: bindingsFor(`${subject}.${name}`, context.bindings) }),
  };
}

/** The check of one response: all its clauses make the same claim about it. */
export function claimCheck(
  subject: RouteId | Topic,
  name: string,
  { claim, ...definition }: Omit<Definition, 'run'> & { readonly claim: (context: CheckContext) => Promise<Claim> },
): Check {
  return check(subject, name, {
    ...definition,
    async run(context) {
      context.judge({ ...(await claim(context)), clauses: definition.clauses });
    },
  });
}

/** The check that a route refuses other query values; `why` completes the sentence "a refusal, because ...". */
export function refusedQueryCheck(
  route: RouteId,
  name: string,
  definition: Pick<Check, 'title' | 'clauses'> & Partial<Pick<Check, 'kind'>>,
  query: Query,
  why: string,
): Check {
  return claimCheck(route, name, {
    kind: 'error',
    ...definition,
    claim: async (context) => refusalOf(await sendSample(context, routeById(route), query), why),
  });
}

/** Markets for writes in an order that follows from the check's id, so that checks avoid each other. */
function bindingsFor(id: string, bindings: Bindings): Bindings {
  const { writeMarkets } = bindings;
  const sum = [...id].reduce((hash, letter) => (hash * 37 + letter.charCodeAt(0)) % 1_000_003, 0);
  const first = writeMarkets.length === 0 ? 0 : sum % writeMarkets.length;
  return { ...bindings, writeMarkets: [...writeMarkets.slice(first), ...writeMarkets.slice(0, first)] };
}

type Defaults = Pick<Check, 'kind' | 'capability' | 'needs' | 'cost'>;

function safetyOf(route: RouteId | undefined): Check['safety'] {
  const { auth, body } = route === undefined ? { auth: 'none', body: 'none' } : routeById(route);
  if (auth !== 'L2') return 'read';
  return body === 'order' || body === 'cancel' ? 'write-reversible' : 'session';
}

function readDefaults(route: RouteId | undefined): Defaults {
  return {
    kind: 'consistency',
    capability: route === undefined ? 'read' : capabilityOf(route),
    needs: route === undefined ? [] : rolesOf(route),
    cost: route === undefined ? {} : { [route]: 1 },
  };
}

function writeDefaults(route: RouteId | undefined, safety: Check['safety']): Defaults {
  const isSession = safety === 'session';
  return {
    kind: 'stateful',
    capability: 'trading',
    needs: isSession ? [] : ['write-market'],
    cost: isSession && route !== undefined ? { [route]: 1 } : {},
  };
}

function capabilityOf(id: RouteId): Capability {
  const { family, auth } = routeById(id);
  if (family === 'wallet') return 'wallet';
  return auth === 'account' ? 'trading' : 'read';
}

/** Roles of the request that a check starts from; a check of trades needs a trade. */
function rolesOf(route: RouteId): readonly Role[] {
  return route === 'builder-trades' ? ['trade'] : rolesFor(routeById(route));
}
