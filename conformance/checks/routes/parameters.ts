/**
 * conformance/checks/routes/parameters: parameters with wrong values, at and beyond their bounds, unknown, and absent
 * (interface 4).
 */

import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import {
  type Bindings,
  type Check,
  type CheckContext,
  type ClauseId,
  type Exchange,
  type Expectation,
  SameAs,
} from '../../check.ts';
import { bodyLike, refusal, success, successOf } from '../assertions.ts';
import { check, claimCheck, countLimited, refusedQueryCheck, sendSample, subjectsOf } from '../definition.ts';
import { knownValues } from '../known-values.ts';
import { readTogether, sameJson } from '../steady.ts';

type End = 'min' | 'max';

function acceptCheck(route: Route, { name }: Param, end: End, value: number) {
  const clause = parameterClause(route.id, name, end);
  const taken = parameterClause(route.id, name, 'accepted');
  return check(route.id, `${name}.at-${end}`, {
    title: `${name}=${value}, the ${end === 'min' ? 'smallest' : 'largest'} valid value, is accepted`,
    clauses: [clause, taken],
    kind: 'bounds',
    async run(context) {
      const response = await sendSample(context, route, { [name]: String(value) });
      context.judge(success(taken, response, 'the parameter is listed'));
      const isAccepted = context.judge(success(clause, response, `${value} is within the bounds`));
      if (!isAccepted || name !== 'limit') return;
      context.judge({ clauses: clause, of: response, must: atMost(route, value) });
    },
  });
}

/** An error, or a list of at most this many items; in groups, of all groups together. */
function atMost({ item }: Route, count: number): Expectation {
  const length = { $length: { $lte: count } };
  const list = item?.counted === undefined ? length : { $sum: { by: `/${item.counted}`, is: { $lte: count } } };
  return { body: { $any: [{ error: { $present: true } }, list] } };
}

function outOfRangeCheck(route: Route, { name, max }: Param, end: End, value: number) {
  const refused = [parameterClause(route.id, name, `${end}.refused`), 'D/invalid-values.range'] as const;
  const never = parameterClause(route.id, name, end);
  const isCounted = name === 'limit' && end === 'max';
  return check(route.id, `${name}.${end === 'max' ? 'over-max' : 'under-min'}`, {
    title: `${name}=${value} is out of range and refused, or at least not applied`,
    clauses: isCounted ? [...refused, never] : refused,
    kind: 'bounds',
    async run(context) {
      const response = await sendSample(context, route, { [name]: String(value) });
      if (context.judge(refusal(refused, response, `${value} is out of range`)) || !isCounted) return;
      context.judge({ clauses: never, of: response, must: atMost(route, max ?? value) });
    },
  });
}

/** The values at both bounds of a parameter, and the next ones beyond. */
function boundsChecks(route: Route, param: Param): readonly Check[] {
  const step = param.type === 'integer' ? 1 : 0.5;
  const at = (end: End, value: number | undefined): readonly Check[] =>
    value === undefined
      ? []
      : [
          acceptCheck(route, param, end, value),
          outOfRangeCheck(route, param, end, end === 'min' ? value - step : value + step),
        ];
  return [...at('min', param.min), ...at('max', param.max)];
}

/** The longest text that a parameter accepts, and one with one character more. */
function lengthChecks(route: Route, { name, maxLength }: Param): readonly Check[] {
  if (maxLength === undefined) return [];
  const lengthCheck = (length: number, isTaken: boolean, clauses: readonly ClauseId[], what: string) =>
    check(route.id, `${name}.${what}`, {
      title: `a ${name} of ${length} characters is ${isTaken ? 'accepted' : 'refused'}`,
      clauses,
      kind: 'bounds',
      async run(context) {
        const response = await sendSample(context, route, { [name]: 'x'.repeat(length) });
        const stated = isTaken ? success : refusal;
        context.judge(stated(clauses, response, `${name} may have ${maxLength} characters`));
      },
    });
  return [
    lengthCheck(maxLength, true, [parameterClause(route.id, name, 'maxLength')], 'at-max-length'),
    lengthCheck(
      maxLength + 1,
      false,
      [parameterClause(route.id, name, 'maxLength.refused'), 'D/invalid-values.range'],
      'over-max-length',
    ),
  ];
}

const SUBJECTS = 40;

function alternative(param: Param): string {
  if (param.type === 'boolean') return String(param.default !== true);
  if (param.members !== undefined) return param.members.find((member) => member !== param.default) ?? '';
  if (param.name === 'offset') return '1';
  if (param.name === 'limit') return String(Number(param.default) - 1);
  return '0';
}

/** The widest view of a list, so that a page does not hide the effect of another parameter. */
function largestPage(route: Route, param: Param): Query {
  const max = route.query.find((row) => row.name === 'limit')?.max;
  return param.name === 'limit' || max === undefined ? {} : { limit: String(max) };
}

type Distinctive = { readonly subject: Query; readonly spoken: Exchange };

async function distinctiveSubject(context: CheckContext, route: Route, param: Param): Promise<Distinctive> {
  const value = String(param.default);
  const other = alternative(param);
  for (const subject of subjectsOf(route, context.bindings).slice(0, SUBJECTS)) {
    const query = { ...subject, ...largestPage(route, param) };
    const spoken = await sendSample(context, route, { ...query, [param.name]: value });
    const isFull = param.name !== 'limit' || countLimited(route, spoken) >= Number(param.default);
    if (!isSuccess(spoken) || !isFull) continue;
    const changed = await sendSample(context, route, { ...query, [param.name]: other });
    if (!sameJson(spoken, changed)) return { subject: query, spoken };
  }
  return context.notTestable(
    `the default of ${param.name} has the same result as another value on all known rows`,
    `give the target rows for which ${param.name}=${value} and ${param.name}=${other} differ`,
  );
}

/** The default of a parameter, where it has one. */
function defaultChecks(route: Route, param: Param): readonly Check[] {
  if (param.default === undefined) return [];
  const clause = parameterClause(route.id, param.name, 'default');
  const one = check(route.id, `${param.name}.default`, {
    title: `leaving ${param.name} out means ${param.default}`,
    clauses: [clause],
    kind: 'bounds',
    cost: { [route.id]: 2 * SUBJECTS + 2 },
    async run(context) {
      const { subject, spoken: seen } = await distinctiveSubject(context, route, param);
      const reads = {
        left: () => sendSample(context, route, subject),
        right: () => sendSample(context, route, { ...subject, [param.name]: String(param.default) }),
        seen,
      };
      const { left: silent, right: spoken } = await readTogether(context, reads, sameJson);
      const because = `it is the response with ${param.name}=${param.default}`;
      context.judge(bodyLike(clause, silent, { $sameView: new SameAs(spoken, '') }, because));
    },
  });
  return [one];
}

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

function acceptedCheck(route: Route, param: Param) {
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
