/**
 * conformance/checks/routes/accepted: every query parameter of the catalogue and market list routes is accepted with a right value
 * (interface 4.11 to 4.20), one request each.
 */

import { textAt } from '../../../spec/json.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { clausePrefix, ROUTES } from '../../../spec/routes.ts';
import type { Bindings } from '../../bindings.ts';
import type { Check } from '../../check.ts';
import { tagsOf } from '../catalog/market-list.ts';
import { routeCheck } from '../drafts.ts';
import { expectSuccess } from '../judging.ts';
import { sendSample } from '../requests.ts';
import { eventOf } from '../rows.ts';

/** Parameters whose right values are not shown, and have checks of their own. */
const unknowable = ['order', 'creator'];

/** A right value of a parameter, from the bound rows where it names an entity. */
function rightValue(param: Param, bindings: Bindings): string {
  const [market] = bindings.markets;
  const named = bindings.markets.find((row) => eventOf(row) !== undefined);
  const [event] = bindings.events;
  const [tag] = tagsOf({ bindings }, textAt(event, 'id')) ?? [];
  const values: Readonly<Record<string, string | undefined>> = {
    limit: '7',
    offset: '1',
    slug: textAt(market, 'slug'),
    conditionId: textAt(market, 'conditionId'),
    event_id: textAt(eventOf(named), 'id'),
    event_slug: textAt(eventOf(named), 'slug'),
    tag_id: textAt(tag, 'id') ?? '1',
    tag_slug: textAt(tag, 'slug') ?? 'any',
    creator_name: textAt(bindings.creators[0], 'creatorName') ?? 'Any Name',
    creator_handle: textAt(bindings.creators[0], 'creatorHandle') ?? 'any-handle',
    next_cursor: 'MA==',
  };
  return values[param.name] ?? (param.type === 'boolean' ? 'true' : '1');
}

function acceptedCheck(route: Route, param: Param): Check {
  const clause = `${clausePrefix(route)}${param.name}.accepted`;
  return routeCheck(route.id, `${param.name}.accepted`, {
    title: `${param.name} is a parameter of the route`,
    clauses: [clause],
    kind: 'bounds',
    run: async (context) => {
      const value = rightValue(param, context.bindings);
      const answer = await sendSample(context, route, { [param.name]: value });
      expectSuccess(context, clause, answer, `${param.name}=${value} is a right value`);
    },
  });
}

const routes = ROUTES.filter((route) => route.family === 'typed' || route.section === '4.15');

/** One check for every parameter of these routes. */
export const acceptedChecks: readonly Check[] = routes.flatMap((route) =>
  route.query.filter(({ name }) => !unknowable.includes(name)).map((param) => acceptedCheck(route, param)),
);
