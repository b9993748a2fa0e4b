/** conformance/checks/routes/statuses: the same condition has the same status in a family; decisions state which. */
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import type { Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import { bare, get, isSuccess, type Request, withJson } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import type { Check, CheckContext, ClauseId, Exchange, Role } from '../../check.ts';
import { sendUndone, soundRequest } from '../access/auth-probe.ts';
import { bodyLike, fieldLike, NO_CONDITION, NO_NUMBER, NO_SLUG, NO_SUCCESS, statusLike } from '../assertions.ts';
import { assertNamed, check, rolesFor, sampleRequest, sendSample } from '../definition.ts';
import { withFault } from '../fault-switch.ts';
import { firstWallet } from '../orders/plan.ts';

type Condition = {
  readonly name: string;
  readonly words: string;
  readonly status: number;
  readonly capability: Check['capability'];
  readonly needs: readonly Role[];
  /** `wallet`: an address with positions. */
  requests(wallet: string): readonly Request[];
};

const conditions = [
  {
    name: 'bad-request',
    words: 'a bad request',
    status: 400,
    capability: 'read',
    needs: [],
    requests: () => [
      get('/markets', { limit: 'ten' }),
      get('/events/creators', { limit: 'ten' }),
      get('/events/creators', { ascending: 'maybe' }),
    ],
  },
  {
    name: 'missing-field',
    words: 'a missing parameter of a wallet route',
    status: 400,
    capability: 'wallet',
    needs: [],
    requests: () => ['/positions', '/closed-positions', '/activity', '/holders'].map((path) => get(path)),
  },
  {
    name: 'unknown-field',
    words: 'an unknown parameter of a wallet route',
    status: 400,
    capability: 'wallet',
    needs: ['wallet'],
    requests: (user) =>
      ['/positions', '/closed-positions', '/activity'].map((path) => get(path, { user, flavour: 'lime' })),
  },
  {
    name: 'unauthorized',
    words: 'a request without authentication',
    status: 401,
    capability: 'read',
    needs: [],
    requests: () => [
      withJson('POST', '/v1/heartbeats', {}),
      bare('POST', '/heartbeats'),
      withJson('DELETE', '/order', { orderId: 'x' }),
      get('/data/orders'),
    ],
  },
  {
    name: 'not-found',
    words: 'a missing entity',
    status: 404,
    capability: 'read',
    needs: [],
    requests: () => [get(`/markets/slug/${NO_SLUG}`), get(`/events/slug/${NO_SLUG}`), get(`/events/${NO_NUMBER}`)],
  },
  {
    name: 'not-found-plain',
    words: 'a missing trading market',
    status: 404,
    capability: 'read',
    needs: ['condition'],
    requests: () => [get(`/markets/${NO_CONDITION}`), get(`/clob-markets/${NO_CONDITION}`)],
  },
] as const satisfies readonly Condition[];

function statusCheck({ name, words, status, capability, needs, requests }: (typeof conditions)[number]) {
  const decision = `D/statuses.${name === 'not-found-plain' ? 'not-found' : name}` as const;
  return check('statuses', name, {
    title: `${words} has one status on all routes of the family`,
    clauses: ['7/statuses.consistent', '7/statuses.not-success', '7/error.sentence', decision],
    kind: 'error',
    capability,
    needs,
    cost: costOf(requests('')),
    async run(context) {
      const answers: Exchange[] = [];
      for (const request of requests(context.bindings.wallets[0] ?? '')) answers.push(await context.send(request));
      // A service may accept a value of the wrong type.
      const judged = name === 'bad-request' ? answers.filter((response) => !isSuccess(response)) : answers;
      if (judged.length === 0) context.notTestable('the target accepts values of the wrong type', 'none is needed');
      for (const response of judged) judgeStatus(context, response, judged[0]?.status ?? status, { decision, status });
    },
  });
}

function costOf(requests: readonly Request[]): Check['cost'] {
  const ids = requests.flatMap((request) => matchRoute(request)?.id ?? []);
  return Object.fromEntries(ids.map((id) => [id, ids.filter((other) => other === id).length]));
}

/** Judges one of several responses to the same condition, the first of which had the status `usual`. */
function judgeStatus(
  context: CheckContext,
  response: Exchange,
  usual: number,
  decided: { readonly decision: ClauseId; readonly status: number },
) {
  const of = response;
  if (!context.judge(statusLike('7/statuses.not-success', of, NO_SUCCESS))) return;
  context.judge(fieldLike('7/error.sentence', of, '/error', { $match: '\\S' }));
  const because = 'another route of the family has it';
  context.judge(statusLike('7/statuses.consistent', of, usual, because));
  context.judge(statusLike(decided.decision, response, decided.status));
}

export const statusChecks = conditions.map(statusCheck);

const TEXT = { $match: '[^]' };

const FORMS: Readonly<Record<Route['family'], unknown>> = {
  plain: { error: TEXT },
  typed: { error: TEXT, type: { $type: 'string' } },
  wallet: { error: { $match: '^internal_error: \\S' } },
};

async function send(context: CheckContext, route: Route): Promise<Exchange> {
  if (route.auth === 'none') return sendSample(context, route);
  const wallet = firstWallet(context);
  if (route.auth !== 'L2') assertNamed(context, route);
  const request = route.auth === 'L2' ? soundRequest(context, route, wallet) : sampleRequest(route, context.bindings);
  return sendUndone(context, request, wallet, wallet);
}

/** Judges the body and the status of an internal error. */
export function judgeInternalForm(context: CheckContext, route: Route, of: Exchange): void {
  context.judge(bodyLike(clauseOf(route.id, 'error.internal'), of, FORMS[route.family]));
  if (route.family === 'typed') context.judge(fieldLike('D/internal-typed', of, '/type', 'internal error'));
  context.fact('status.internal', String(of.status));
  context.judge(statusLike('D/statuses.internal', of, 500));
}

function internalCheck(route: Route) {
  const clause = clauseOf(route.id, 'error.internal');
  return check(route.id, 'internal-error', {
    title: 'an internal error has the error family of the route',
    isOfForm: true,
    clauses: [clause, 'D/statuses.internal', ...(route.family === 'typed' ? (['D/internal-typed'] as const) : [])],
    kind: 'error',
    capability: 'faults',
    safety: route.auth === 'L2' ? 'session' : 'read',
    needs: route.auth === 'none' ? rolesFor(route) : ['write-market'],
    cost: { [route.id]: 1, ...(route.id === 'place-order' ? { 'cancel-order': 1 } : {}) },
    async run(context) {
      const response = await withFault(context, 'internal-error', () => send(context, route));
      const because = 'the service has an internal error';
      if (!context.judge(statusLike(clause, response, NO_SUCCESS, because))) return;
      judgeInternalForm(context, route, response);
    },
  });
}

export const internalErrorChecks = ROUTES.map(internalCheck);
