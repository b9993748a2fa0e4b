/** conformance/checks/routes/parameter-bounds: query parameters at and just beyond their bounds. */
import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import type { Param, Route } from '../../../spec/route.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import type { Check, ClauseId } from '../../check.ts';
import { refusal, success } from '../assertions.ts';
import { check } from '../definition.ts';
import { sendSample } from '../requests.ts';

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
  const lengthCheck = (length: number, isTaken: boolean, clauses: readonly ClauseId[], what: string): Check =>
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
