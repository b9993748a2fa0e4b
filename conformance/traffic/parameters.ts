/** conformance/traffic/parameters: values that should have been refused, lists that are too long, wrong refusals (4) */
import { textAt } from '../../base/json.ts';
import { clauseOf, parameterClause, type RouteOf, states } from '../../spec/clauses/clause-of.ts';
import type { Param, Route } from '../../spec/route.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Exchange, Judge } from '../check.ts';
import { refusal } from '../checks/assertions.ts';
import { type SentParams, valueFault } from './sent-params.ts';

export function judgeParameters(judge: Judge, route: Route, sent: SentParams, response: Exchange): void {
  if (isSuccess(response)) {
    for (const param of route.query) judgeValue(judge, route, param, sent, response);
    judgeLength(judge, route, sent, response);
  }
  if (states(route, 'error.unknown-field')) judgeUnknown(judge, route, sent, response);
}

function judgeValue(judge: Judge, route: Route, param: Param, sent: SentParams, response: Exchange): void {
  const value = sent.value(param.name);
  const fault = value === undefined ? undefined : valueFault(param, value);
  if (fault !== undefined)
    judge.judge(refusal(parameterClause(route.id, param.name, fault.aspect), response, fault.why));
}

/** Judges that a list is not longer than its limit, given or implied. */
function judgeLength(judge: Judge, route: Route, sent: SentParams, response: Exchange): void {
  const limit = route.query.find(({ name }) => name === 'limit');
  if (limit === undefined) return;
  const value = sent.value('limit');
  const { at = 'root', counted } = route.item ?? {};
  const atMost = (aspect: string, most: number): void => {
    const length = { $length: { $lte: most } };
    const list = counted === undefined ? length : { $every: { [counted]: length } };
    const must = { at: { [at === 'data' ? '/data' : '']: list } };
    if (isSuccess(response)) judge.judge({ clauses: parameterClause(route.id, 'limit', aspect), of: response, must });
  };
  if (value === undefined) {
    if (!sent.has('limit') && typeof limit.default === 'number') atMost('default', limit.default);
    return;
  }
  const fault = valueFault(limit, value);
  if (fault === undefined && /^\d+$/.test(value)) atMost('cut', Number(value));
  if (fault?.aspect === 'max.refused' && limit.max !== undefined) atMost('max', limit.max);
}

function judgeUnknown(judge: Judge, route: RouteOf<'error.unknown-field'>, sent: SentParams, response: Exchange): void {
  const [name, ...others] = sent.unknown;
  if (name === undefined) return;
  const condition = clauseOf(route.id, 'error.unknown-field');
  const expected = `unknown_field: ${name}`;
  if (isSuccess(response)) {
    judge.judge(refusal(condition, response, `there is no parameter ${name}`));
    return;
  }
  const error = textAt(response.json, 'error') ?? '';
  // A service may name any of several defects.
  if (others.length > 0 || !isOtherwiseSound(route, sent) || !error.startsWith('unknown_field: ')) return;
  judge.judge({ clauses: '7/wallet.unknown-name', of: response, must: { at: { '/error': expected } } });
}

/** True if all required parameters are there and no listed one has a value that may be refused. */
export function isOtherwiseSound(route: Route, sent: SentParams, missing?: string): boolean {
  return route.query.every((param) => {
    if (param.name === missing) return true;
    const value = sent.value(param.name);
    if (value === undefined) return !sent.has(param.name) && param.required !== true;
    return valueFault(param, value) === undefined;
  });
}
