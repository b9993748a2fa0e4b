/** conformance/checks/routes/parameters: type and closed list of every query parameter in the tables of section 4. */
import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import type { Bindings } from '../../bindings.ts';
import type { Check } from '../../check.ts';
import { successOf } from '../assertions.ts';
import { claimCheck, refusedQueryCheck, sendSample } from '../definition.ts';
import { knownValues } from '../known-values.ts';
import { boundsChecks, defaultChecks, lengthChecks } from './parameter-bounds.ts';

type Wrong = readonly [what: string, value: string];

/** Texts that do not belong to the type. Many parsers stop after the digits, or accept NaN. */
function wrongValues(param: Param): readonly Wrong[] {
  switch (param.type) {
    case 'integer':
      return [
        ['wrong-type', 'abc'],
        ['fraction', '1.5'],
        ['half-number', '2x'],
      ];
    case 'number':
      return [
        ['wrong-type', 'abc'],
        ['half-number', '2x'],
        ['no-number', 'NaN'],
      ];
    case 'boolean':
      return [['wrong-type', 'maybe']];
    case 'string':
    case 'conditions':
    case 'unix-seconds':
    case 'cursor':
    case 'address':
      return [];
  }
}

function typeChecks(route: Route, param: Param): readonly Check[] {
  return wrongValues(param).map(([what, value]) => {
    const { name, type } = param;
    const title = `${name}=${value} is refused: the parameter takes a${type === 'integer' ? 'n' : ''} ${type}`;
    const clauses = [parameterClause(route.id, name, 'type'), 'D/invalid-values.type'] as const;
    const why = `${name}=${value} is not of type ${type}`;
    return refusedQueryCheck(route.id, `${name}.${what}`, { title, clauses }, { [name]: value }, why);
  });
}

const NO_MEMBER = 'SIDEWAYS';

/** A value that another route accepts for a parameter of this name, and this one does not. */
function siblingMember({ name, members = [] }: Param): string | undefined {
  const others = ROUTES.flatMap(({ query }) => query.filter((param) => param.name === name));
  return others.flatMap((param) => param.members ?? []).find((member) => !members.includes(member));
}

function memberChecks(route: Route, param: Param): readonly Check[] {
  const { name, members } = param;
  if (members === undefined) return [];
  const clauses = [parameterClause(route.id, name, 'enum'), 'D/invalid-values.member'] as const;
  const refused = (what: string, value: string): Check => {
    const title = `${name}=${value} is refused: the list of values is closed`;
    const why = `${name} takes ${members.join(', ')}`;
    return refusedQueryCheck(route.id, `${name}.${what}`, { title, clauses }, { [name]: value }, why);
  };
  const sibling = siblingMember(param);
  return [refused('unknown-member', NO_MEMBER), ...(sibling === undefined ? [] : [refused('sibling-member', sibling)])];
}

function checksOf(route: Route, param: Param): readonly Check[] {
  return [
    ...typeChecks(route, param),
    ...boundsChecks(route, param),
    ...lengthChecks(route, param),
    ...defaultChecks(route, param),
    ...memberChecks(route, param),
  ];
}

/** Checks of every stated aspect of every query parameter of the routes that need no signature. */
export const parameterChecks = ROUTES.filter((route) => route.auth === 'none').flatMap((route) =>
  route.query.flatMap((param) => checksOf(route, param)),
);

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
