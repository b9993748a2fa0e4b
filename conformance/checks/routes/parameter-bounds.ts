/** conformance/checks/routes/parameter-bounds: the bounds and defaults of query parameters, and values just beyond. */
import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import { type Check, type CheckContext, type ClauseId, type Exchange, SameAs } from '../../check.ts';
import { bodyLike, refusal, success } from '../assertions.ts';
import { check, countLimited, sendSample, subjectsOf } from '../definition.ts';
import { readTogether, sameJson } from '../steady.ts';

type End = 'min' | 'max';

function acceptCheck(route: Route, { name }: Param, end: End, value: number): Check {
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

function outOfRangeCheck(route: Route, { name, max }: Param, end: End, value: number): Check {
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
export function boundsChecks(route: Route, param: Param): readonly Check[] {
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
export function lengthChecks(route: Route, { name, maxLength }: Param): readonly Check[] {
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
export function defaultChecks(route: Route, param: Param): readonly Check[] {
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
