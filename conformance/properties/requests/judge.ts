/** conformance/properties/requests/judge: judges the response to a drawn request, and to another spelling of it. */

import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import type { Route } from '../../../spec/route.ts';
import { hasParam, ROUTES, routeById } from '../../../spec/routes.ts';
import { isCallerRefused, isSuccess, type Request } from '../../../wire/message.ts';
import { type CheckContext, type ClauseId, type Exchange, SameAs, type Wallet } from '../../check.ts';
import { sendUndone } from '../../checks/access/auth-probe.ts';
import {
  bodyLike,
  type Claim,
  isTrue,
  isUndecided,
  NO_ORDER,
  NO_SUCCESS,
  refusal,
  statusLike,
} from '../../checks/assertions.ts';
import { cancelsNothing, firstWallet } from '../../checks/orders/plan.ts';
import { type Property, property } from '../property.ts';
import { readPair } from '../steady-pair.ts';
import { type DrawnPart, type DrawnRequest, requestSpace } from './arbitrary.ts';
import { type Demand, demandOf, sampleDemand } from './demands.ts';
import { isValid } from './kinds.ts';
import { openRequests } from './names.ts';

const SPELLING = ['4.1/spelling.same', '4.1/spelling.accepted', '4.1/segments.decoded'] as const;

/** Sends a drawn request, and its other spelling if it has one, as a wallet if the route belongs to a caller. */
async function judgeRequest(context: CheckContext, drawn: DrawnRequest, as?: Wallet) {
  const route = routeById(drawn.route);
  const send = (request: Request) => sendUndone(context, request, as, as);
  const response = await send(drawn.plain);
  // The interface may leave open which headers secure the route.
  if (!isCallerRefused(response)) {
    if (route.body === 'cancel') judgeCancel(context, drawn, response);
    else judgeDemands(context, route, drawn, response);
  }
  if (drawn.request !== drawn.plain) await judgeSpelling(context, drawn, response, send);
}

function judgeDemands(context: CheckContext, route: Route, drawn: DrawnRequest, response: Exchange) {
  const demands = drawn.parts.length === 0 ? [sampleDemand(route)] : drawn.parts.map((part) => demandOf(route, part));
  const refused = demands.filter(({ must }) => must === 'refuse');
  for (const { clauses, why } of refused) context.judge(refusal(clauses, response, why));
  if (refused.length > 0 || demands.some(({ must }) => must === 'open')) return;
  const accepted = demands.filter(({ must }) => must === 'accept');
  judgeAccepted(context, drawn, accepted, response);
  if (isSuccess(response)) judgeLength(context, route, drawn, response);
}

const isDecision = (clause: ClauseId) => clause.startsWith('D/');

/** A success. A service whose choice in a gap refuses one part may refuse the request as a whole. */
function judgeAccepted(context: CheckContext, drawn: DrawnRequest, demands: readonly Demand[], of: Exchange) {
  const decided = demands.filter(({ clauses }) => clauses.some(isDecision));
  const status = mayFindNothing(drawn) ? ['2xx', 404] : '2xx';
  for (const { clauses, why } of decided.length > 0 ? decided : demands)
    context.judge(statusLike(clauses, of, status, why));
}

/** Parameters that keep every row. */
const NO_FILTERS = new Set(['limit', 'offset', 'next_cursor', 'order', 'ascending', 'sortBy', 'sortDirection']);

/** True if nothing may satisfy the filters: any of them is no known name, or there are several. */
function mayFindNothing({ parts }: DrawnRequest) {
  const filters = parts.filter(({ param, kind }) => isValid(kind) && !NO_FILTERS.has(param));
  const isNamed = ({ kind }: DrawnPart) => kind === 'known' || kind === 'several' || kind === 'alias';
  return filters.length > 1 || !filters.every(isNamed);
}

function judgeLength(context: CheckContext, route: Route, { parts }: DrawnRequest, of: Exchange) {
  const limit = parts.find(({ param }) => param === 'limit')?.pairs[0]?.[1];
  if (limit === undefined || !hasParam(route, 'offset')) return;
  const clauses = cutClause(route);
  context.judge(bodyLike(clauses, of, { $length: { $lte: Number(limit) } }, `limit is ${limit}`));
}

/** The clause that a list has no more rows than its limit. */
function cutClause({ id }: Route) {
  return clauseOf(id as 'markets', 'limit.cut');
}

const CANCEL_CLAUSES = [
  '4.4/unknown',
  'D/cancel-refusals.unknown',
  'D/cancel-refusals.orderId-type',
  '7/cancel-order.bad-request',
] as const satisfies readonly ClauseId[];

/** The order that a drawn cancel names does not exist. */
function judgeCancel(context: CheckContext, { parts }: DrawnRequest, response: Exchange) {
  const isNamed = parts.some(({ kind }) => kind === 'unknown' || kind === 'extra');
  const why = isNamed ? 'no such order exists' : 'the body names no order';
  const none = { at: { '/canceled': { $any: [{ $absent: true }, []] } } };
  if (isNamed) {
    context.judge({ clauses: '4.4/unknown', of: response, must: none, because: why });
    const kept = { status: 200, at: { '/not_canceled': { $not: { $exact: {} } } } };
    // Another text may be no id at all.
    if (String(response.request.body).includes(NO_ORDER))
      context.judge({ clauses: 'D/cancel-refusals.unknown', of: response, must: kept, because: why });
    return;
  }
  context.judge(cancelsNothing('7/cancel-order.bad-request', response, why));
  if (parts.some(({ kind }) => kind === 'mistyped'))
    context.judge(refusal('D/cancel-refusals.orderId-type', response, 'orderId is no text'));
}

/** Statuses with which gateways refuse the text of a request. */
const REFUSED_TEXTS: readonly number[] = [400, 414, 431];

async function judgeSpelling(
  context: CheckContext,
  { plain, request }: DrawnRequest,
  first: Exchange,
  send: (request: Request) => Promise<Exchange>,
) {
  const known = [first];
  const read = { left: async () => known.pop() ?? (await send(plain)), right: () => send(request) };
  const pair = await readPair(context, read, (left, right) => isTrue(sameAs(left, right)));
  if (pair === undefined || isUndecided(pair.right) || isCallerRefused(pair.right)) return;
  const { left, right } = pair;
  const isPath = plain.path !== request.path;
  const isRefused = isSuccess(left) && REFUSED_TEXTS.includes(right.status);
  const clauses = isRefused ? '4.1/spelling.accepted' : isPath ? '4.1/segments.decoded' : '4.1/spelling.same';
  context.judge({ clauses, ...sameAs(left, right) });
}

/** The response to one spelling: the same success as the other one, or an error as well. */
function sameAs(left: Exchange, of: Exchange): Claim {
  const because = 'another spelling of the request gets it';
  if (!isSuccess(left)) return { of, must: { status: NO_SUCCESS }, because };
  return { of, must: { status: '2xx', body: { $sameView: new SameAs(left, '') } }, because };
}

/** Every clause that a request to the route may be judged by. */
function clausesOf(route: Route): readonly ClauseId[] {
  const params = [...route.query, ...(route.pathParam === undefined ? [] : [route.pathParam])];
  const any = Object.fromEntries(params.map(({ name }) => [name, ['0xAb', '0xCd']]));
  const parts = requestSpace(route.id, any).map((feature) => {
    const [param = '', kind = ''] = feature.split(' ');
    return { param, kind, pairs: [] } as unknown as DrawnPart;
  });
  return [
    ...new Set([
      ...sampleDemand(route).clauses,
      ...parts.flatMap((part) => demandOf(route, part).clauses),
      ...(hasParam(route, 'offset') ? [cutClause(route)] : []),
      ...(route.body === 'cancel' ? CANCEL_CLAUSES : []),
      ...SPELLING,
    ]),
  ];
}

/** Cases in `touchstone check`: few, since most combinations are of parameters of these two routes. */
const RUNS: Readonly<Partial<Record<Route['id'], number>>> = { markets: 2, positions: 2 };

function requestProperty(route: Route): Property {
  const isSigned = route.auth === 'L2';
  return property<DrawnRequest>({
    id: `requests.${route.id}`,
    title: `${route.method} ${route.path} answers every request with a listed shape or an error of its family`,
    route: route.id,
    clauses: clausesOf(route),
    safety: isSigned ? 'session' : 'read',
    needs: [],
    cost: { perCase: { [route.id]: 2, ...(route.body === 'order' ? { 'cancel-order': 2 } : {}) } },
    runs: RUNS[route.id] ?? 1,
    async open(context) {
      const caller = route.auth === 'none' ? undefined : firstWallet(context);
      return openRequests(context, route, (trial, drawn) => judgeRequest(trial, drawn, caller));
    },
  });
}

/** A heartbeat has neither parameters nor a body. */
const drawable = ROUTES.filter(({ id }) => id !== 'heartbeat');

export const requestProperties: readonly Property[] = drawable.map(requestProperty);
