/**
 * conformance/checks/routes/accepted: every query parameter of the catalog and market list routes is accepted with a valid
 * value (interface 4.11 to 4.20), one request each.
 */
import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import { textAt } from '../../../spec/json.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import type { Bindings } from '../../bindings.ts';
import type { Check } from '../../check.ts';
import { success } from '../assertions.ts';
import { eventIdOf, isInteger, tagsOf } from '../catalog/market-list.ts';
import { check } from '../definition.ts';
import { sendSample } from '../requests.ts';
import { eventOf } from '../rows.ts';

/** Parameters whose valid values are unknown; separate checks cover them. */
const unknowable = ['order', 'creator'];

/** A valid value of a parameter, from the bound rows if it names an entity; undefined if they have none. */
function rightValue(param: Param, bindings: Bindings): string | undefined {
  const [market] = bindings.markets;
  const named = bindings.markets.find((row) => eventOf(row) !== undefined);
  const tags = bindings.markets.flatMap((row) => tagsOf({ bindings }, eventIdOf(row)) ?? []);
  const values: Readonly<Record<string, string | undefined>> = {
    limit: '7',
    offset: '1',
    slug: textAt(market, 'slug'),
    conditionId: textAt(market, 'conditionId'),
    event_id: textAt(eventOf(named), 'id'),
    event_slug: textAt(eventOf(named), 'slug'),
    tag_id: tags.map((tag) => textAt(tag, 'id')).find(isInteger),
    tag_slug: textAt(tags[0], 'slug'),
    creator_name: textAt(bindings.creators[0], 'creatorName'),
    creator_handle: textAt(bindings.creators[0], 'creatorHandle'),
    next_cursor: 'MA==',
  };
  return param.type === 'boolean' ? 'true' : values[param.name];
}

function acceptedCheck(route: Route, param: Param): Check {
  const clause = parameterClause(route.id, param.name, 'accepted');
  return check(route.id, `${param.name}.accepted`, {
    title: `${param.name} is a parameter of the route`,
    clauses: [clause],
    kind: 'bounds',
    run: async (context) => {
      const value =
        rightValue(param, context.bindings) ??
        context.notTestable(`no value for ${param.name} is known`, 'give the target rows that show one');
      const response = await sendSample(context, route, { [param.name]: value });
      context.judge(success(clause, response, `${param.name}=${value} is a valid value`));
    },
  });
}

const routes = ROUTES.filter((route) => route.family === 'typed' || route.section === '4.15');

export const acceptedChecks: readonly Check[] = routes.flatMap((route) =>
  route.query.filter(({ name }) => !unknowable.includes(name)).map((param) => acceptedCheck(route, param)),
);
