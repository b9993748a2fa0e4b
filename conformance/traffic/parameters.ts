/**
 * conformance/traffic/parameters: deviations of a recorded exchange from the parameter tables of section 4: values that should have
 * been refused, lists that are longer than their limit, and refusals of missing and unknown parameters.
 */
import { listAt, textAt } from '../../spec/json.ts';
import type { Param, Route } from '../../spec/route.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Exchange, Judge } from '../check.ts';
import { refusal, statusOf } from '../checks/assertions.ts';
import { clauseOf, itemsOf } from '../checks/requests.ts';
import { type Asked, valueFault } from './asked.ts';

export function judgeParameters(judge: Judge, route: Route, asked: Asked, response: Exchange): void {
  if (isSuccess(response)) {
    for (const param of route.query) judgeValue(judge, route, param, asked, response);
    judgeLength(judge, route, asked, response);
  }
  if (route.unknownParams === 'refused') judgeUnknown(judge, route, asked, response);
}

function judgeValue(judge: Judge, route: Route, param: Param, asked: Asked, response: Exchange): void {
  const value = asked.value(param.name);
  const fault = value === undefined ? undefined : valueFault(param, value);
  if (fault !== undefined) judge.judge(refusal(clauseOf(route, param.name, fault.aspect), response, fault.why));
}

/** The number of rows, or of entries of the longest group. */
function longest(route: Route, response: Exchange): number {
  const items = itemsOf(route, response);
  const counted = route.item?.counted;
  return counted === undefined ? items.length : Math.max(0, ...items.map((group) => listAt(group, counted).length));
}

/** Judges that a list is not longer than its limit, given or implied. */
function judgeLength(judge: Judge, route: Route, asked: Asked, response: Exchange): void {
  const limit = route.query.find(({ name }) => name === 'limit');
  if (limit === undefined) return;
  const value = asked.value('limit');
  const count = longest(route, response);
  const atMost = (aspect: string, most: number): void => {
    judge.expect(clauseOf(route, 'limit', aspect), count <= most, response, {
      expected: `at most ${most} items`,
      actual: count,
    });
  };
  if (value === undefined) {
    if (!asked.has('limit') && typeof limit.default === 'number') atMost('default', limit.default);
    return;
  }
  const fault = valueFault(limit, value);
  if (fault === undefined && /^\d+$/.test(value)) atMost('cut', Number(value));
  if (fault?.aspect === 'max.refused' && limit.max !== undefined) atMost('max', limit.max);
}

function judgeUnknown(judge: Judge, route: Route, asked: Asked, response: Exchange): void {
  const [name, ...others] = asked.unknown;
  if (name === undefined) return;
  const condition = `7/${route.id}.unknown-field`;
  const expected = `unknown_field: ${name}`;
  if (isSuccess(response)) {
    judge.expect(condition, false, response, { pointer: '/error', expected, actual: statusOf(response) });
    return;
  }
  const error = textAt(response.json, 'error') ?? '';
  // Which of several defects a service names is left open.
  if (others.length > 0 || !isOtherwiseSound(route, asked) || !error.startsWith('unknown_field: ')) return;
  judge.judge({ clauses: '7/wallet.unknown-name', of: response, must: { at: { '/error': expected } } });
}

/** True if all required parameters are there and no listed one has a value that may be refused. */
export function isOtherwiseSound(route: Route, asked: Asked, missing?: string): boolean {
  return route.query.every((param) => {
    if (param.name === missing) return true;
    const value = asked.value(param.name);
    if (value === undefined) return !asked.has(param.name) && param.required !== true;
    return valueFault(param, value) === undefined;
  });
}
