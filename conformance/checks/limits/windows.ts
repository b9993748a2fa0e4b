/**
 * conformance/checks/limits/windows: every request window of interface section 8 that a route belongs to. The window
 * admits as many requests as stated; one more is throttled while another route is not; after the window there is room
 * again.
 */

import { invariant } from '../../../base/result.ts';
import { clauseNamed } from '../../../spec/clauses/clause-of.ts';
import { LIMITS, type LimitScopeId } from '../../../spec/limits.ts';
import { routeById } from '../../../spec/routes.ts';
import { get, withJson } from '../../../wire/message.ts';
import type { CheckContext, ClauseId, Exchange, Role, RouteId } from '../../check.ts';
import { NO_ORDER, sameStatus } from '../assertions.ts';
import { check, sampleRequest } from '../definition.ts';
import {
  beyond,
  burst,
  type Excess,
  isThrottled,
  judgeExcess,
  judgeThrottled,
  type Send,
  THROTTLED_CLAUSES,
  WINDOW_MS,
} from './burst.ts';

type Filler = Readonly<{
  scope: LimitScopeId;
  route: RouteId;
  send: Send;
  needs: readonly Role[];
  /** A scope whose windows have room while this one is full. */
  beside: LimitScopeId;
}>;

/** The n-th window of a scope: how many requests in how many seconds. */
export function windowOf(scope: LimitScopeId, index: number): { readonly max: number; readonly seconds: number } {
  const window = LIMITS.find(({ id }) => id === scope)?.windows[index];
  invariant(window !== undefined, `limit scope ${scope} has window ${index}`);
  return window;
}

const sample =
  (route: RouteId): Send =>
  (context) =>
    context.send(sampleRequest(routeById(route), context.bindings));
const oneMarket: Send = (context) => context.send(get('/markets', { limit: '1' }));
const oneCreator: Send = (context) => context.send(get('/events/creators', { limit: '1' }));

/** A body without an order: the service refuses it, but the request still counts against the limit of the route. */
export const emptyOrder: Send = (context) => context.send(withJson('POST', '/order', {}), context.wallets[0]);
export const emptyCancel: Send = (context) =>
  context.send(withJson('DELETE', '/order', { orderId: NO_ORDER }), context.wallets[0]);

const fillers: readonly Filler[] = [
  { scope: 'catalog-markets', route: 'markets', send: oneMarket, needs: [], beside: 'catalog-events' },
  { scope: 'catalog-events', route: 'event-creators', send: oneCreator, needs: [], beside: 'catalog-markets' },
  { scope: 'book-books', route: 'books', send: sample('books'), needs: ['book'], beside: 'book-prices' },
  { scope: 'book-prices', route: 'prices', send: sample('prices'), needs: ['book'], beside: 'book-books' },
  { scope: 'catalog-all', route: 'profile', send: sample('profile'), needs: ['profile'], beside: 'book-prices' },
  {
    scope: 'book-all',
    route: 'trading-settings',
    send: sample('trading-settings'),
    needs: ['condition'],
    beside: 'catalog-events',
  },
  { scope: 'write-order', route: 'place-order', send: emptyOrder, needs: ['write-market'], beside: 'write-cancel' },
  { scope: 'write-cancel', route: 'cancel-order', send: emptyCancel, needs: ['write-market'], beside: 'write-order' },
];

const OPEN_SCOPE: LimitScopeId = 'catalog-events';

function fillerOf(scope: LimitScopeId): Filler {
  const filler = fillers.find((each) => each.scope === scope);
  invariant(filler !== undefined, `something fills limit scope ${scope}`);
  return filler;
}

/** The clause of a scope's ten-second window. A decision says which routes "GET /events" means. */
function windowClause(scope: LimitScopeId): ClauseId {
  if (scope === OPEN_SCOPE) return 'D/limit-scopes.events';
  const row = LIMITS.find(({ id }) => id === scope);
  return clauseNamed(`${row?.section}/${scope}${(row?.windows.length ?? 0) > 1 ? '.burst' : ''}`);
}

/** The clauses about the edge of a window. No sentence says that requests outside a scope are throttled. */
function edgesOf(scope: LimitScopeId): readonly ClauseId[] {
  return scope === OPEN_SCOPE ? [windowClause(scope)] : [windowClause(scope), '8/edge'];
}

/** The result of filling a window: a request that was throttled too early, or those beyond the limit. */
type Outcome = Excess & { readonly first: Exchange; readonly early: Exchange | undefined };

async function overfill(context: CheckContext, { send, scope }: Filler): Promise<Outcome> {
  const { max, seconds } = windowOf(scope, 0);
  const since = context.serviceSeconds();
  const { first, throttled } = await burst(context, max, send);
  const excess: Excess =
    throttled === undefined
      ? await beyond(context, first, send, { max, seconds, since })
      : { over: undefined, last: throttled };
  return { first, early: throttled, ...excess };
}

function windowCheck(filler: Filler) {
  const { scope, route, send, needs, beside } = filler;
  const edges = edgesOf(scope);
  const other = fillerOf(beside);
  const { max, seconds } = windowOf(scope, 0);
  return check('limits', scope, {
    title: `${max} requests in ${seconds} seconds are accepted, and one more is throttled`,
    clauses: [...edges, '8/below', '8/recovers', ...THROTTLED_CLAUSES],
    route,
    needs: [...new Set([...needs, ...other.needs])],
    safety: routeById(route).auth === 'none' ? 'read' : 'session',
    cost: { [route]: 2 * (max + 2), [other.route]: 2 },
    async run(context) {
      const atRest = await other.send(context);
      const { first, early, ...found } = await overfill(context, filler);
      const because = `${max} requests fit into the window`;
      if (!context.judge(sameStatus([windowClause(scope), '8/below'], early ?? first, first, because))) return;
      const { over, last } = found.over === undefined ? await secondTry(context, filler) : found;
      const expected = `request ${max + 1} within ${seconds} seconds to be throttled`;
      judgeExcess(context, edges, { over, last }, first, expected);
      if (over === undefined) return;
      if (isThrottled(first, over)) judgeThrottled(context, route, over);
      const meanwhile = await other.send(context);
      const why = `the window of ${route} is full, not that of ${other.route}`;
      context.judge(sameStatus('8/below', meanwhile, atRest, why));
      await context.pause(WINDOW_MS);
      const again = await send(context);
      context.judge(sameStatus('8/recovers', again, first, `the window of ${seconds} seconds is over`));
    },
  });
}

/** A window with a fixed start may have started again during the burst, but not twice in a row. */
async function secondTry(context: CheckContext, filler: Filler): Promise<Excess> {
  await context.pause(WINDOW_MS);
  const { early, over, last } = await overfill(context, filler);
  return { over: early ?? over, last };
}

const MARKETS_MAX = windowOf('catalog-markets', 0).max;
const EVENTS_MAX = windowOf('catalog-events', 0).max;

export const limitWindowChecks = [
  ...fillers.map(windowCheck),
  /** It holds more than both parts together, so it can never be filled, but must not throttle the parts. */
  check('limits', 'catalog-listings', {
    title: `${MARKETS_MAX} market and ${EVENTS_MAX} event requests, together below the combined limit, are accepted`,
    clauses: ['8/below'],
    cost: { markets: MARKETS_MAX, 'event-creators': EVENTS_MAX },
    async run(context) {
      for (const [max, send] of [
        [MARKETS_MAX, oneMarket],
        [EVENTS_MAX, oneCreator],
      ] as const) {
        const { first, throttled } = await burst(context, max, send);
        context.judge(sameStatus('8/below', throttled ?? first, first, `${max} requests fit into the window`));
      }
    },
  }),
];
