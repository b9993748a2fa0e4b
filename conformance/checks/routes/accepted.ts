/** conformance/checks/routes/accepted: parameters of unsigned routes are accepted with valid values (4.6 to 4.20). */
import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import type { Bindings } from '../../bindings.ts';
import type { Check } from '../../check.ts';
import { successOf } from '../assertions.ts';
import { claimCheck } from '../definition.ts';
import { knownValues } from '../known-values.ts';
import { sendSample } from '../requests.ts';

/** Parameters whose valid values are unknown; separate checks cover them. */
const unknowable = ['order', 'creator'];

const ANY: Readonly<Record<string, string>> = {
  limit: '7',
  offset: '1',
  next_cursor: 'MA==',
  sizeThreshold: '1',
  minBalance: '1',
  before: '2000000000',
  after: '1000000000',
};

function rightValue(route: Route, param: Param, bindings: Bindings): string | undefined {
  if (param.type === 'boolean') return 'true';
  if (param.members !== undefined) return param.members[0];
  return ANY[param.name] ?? knownValues(route, param, bindings)[0];
}

function acceptedCheck(route: Route, param: Param): Check {
  const clause = parameterClause(route.id, param.name, 'accepted');
  return claimCheck(route.id, `${param.name}.accepted`, {
    title: `${param.name} is a parameter of the route`,
    clauses: [clause],
    kind: 'bounds',
    async claim(context) {
      const value =
        rightValue(route, param, context.bindings) ??
        context.notTestable(`no value for ${param.name} is known`, 'give the target rows that show one');
      const of = await sendSample(context, route, { [param.name]: value });
      return successOf(of, `${param.name}=${value} is a valid value`);
    },
  });
}

const routes = ROUTES.filter(({ id, auth }) => auth !== 'L2' && id !== 'live-orders');

export const acceptedChecks = routes.flatMap((route) =>
  route.query.filter(({ name }) => !unknowable.includes(name)).map((param) => acceptedCheck(route, param)),
);
