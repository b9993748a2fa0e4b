/** conformance/properties/requests/properties: one property for each route: the response to any request is lawful. */
import type { Route } from '../../../spec/route.ts';
import { hasParam, ROUTES } from '../../../spec/routes.ts';
import type { ClauseId } from '../../check.ts';
import { firstWallet } from '../../checks/orders/parties.ts';
import { type Property, property } from '../property.ts';
import { type DrawnPart, type DrawnRequest, requestSpace } from './arbitrary.ts';
import { demandOf, sampleDemand } from './demands.ts';
import { CANCEL_CLAUSES, cutClause, judgeRequest, SPELLING } from './judge.ts';
import { openRequests } from './names.ts';

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
