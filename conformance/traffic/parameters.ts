/** conformance/traffic/parameters: values that should have been refused, lists that are too long, wrong refusals (4) */
import { type JsonObject, textOrEmpty } from '../../base/json.ts';
import { clauseOf, parameterClause, type RouteOf, states } from '../../spec/clauses/clause-of.ts';
import type { Param, Route, RouteId } from '../../spec/route.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Exchange, Judge } from '../check.ts';
import { fieldLike, refusal } from '../checks/assertions.ts';
import { itemsOf, paramOf } from '../checks/definition.ts';
import { hasAsset, hasMaker, isStrictly } from '../checks/trades/page.ts';
import { type SentParams, valueFault } from './sent-params.ts';

export function judgeParameters(judge: Judge, route: Route, sent: SentParams, response: Exchange): void {
  if (isSuccess(response)) {
    for (const param of route.query) judgeValue(judge, route, param, sent, response);
    judgeLength(judge, route, sent, response);
  }
  if (states(route, 'error.unknown-field')) judgeUnknown(judge, route, sent, response);
}

function judgeValue(judge: Judge, route: Route, param: Param, sent: SentParams, response: Exchange) {
  const value = sent.value(param.name);
  const fault = value === undefined ? undefined : valueFault(param, value);
  if (fault !== undefined)
    judge.judge(refusal(parameterClause(route.id, param.name, fault.aspect), response, fault.why));
}

/** Judges that a list is not longer than its limit, given or implied. */
function judgeLength(judge: Judge, route: Route, sent: SentParams, response: Exchange) {
  const limit = route.query.find(({ name }) => name === 'limit');
  if (limit === undefined) return;
  const value = sent.value('limit');
  const { at = 'root', counted } = route.item ?? {};
  const atMost = (aspect: string, most: number) => {
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

function judgeUnknown(judge: Judge, route: RouteOf<'error.unknown-field'>, sent: SentParams, response: Exchange) {
  const [name, ...others] = sent.unknown;
  if (name === undefined) return;
  const condition = clauseOf(route.id, 'error.unknown-field');
  const expected = `unknown_field: ${name}`;
  if (isSuccess(response)) {
    judge.judge(refusal(condition, response, `there is no parameter ${name}`));
    return;
  }
  const error = textOrEmpty(response.json, 'error');
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

/** The pattern of each row by `value`; undefined if it filters nothing. `rows` are those of the response. */
type PatternOf = (value: string, rows: readonly JsonObject[]) => JsonObject | undefined;
type Filter = { readonly param: string; readonly aspect: string; readonly patternOf: PatternOf };

const filter = (param: string, patternOf: PatternOf, aspect = 'filter'): Filter => ({ param, aspect, patternOf });
const same = (param: string, field = param): Filter => filter(param, (value) => ({ [field]: { $caseless: value } }));
const contains = (param: string, field: string, aspect?: string): Filter =>
  filter(param, (value) => ({ [field]: { $caseless: { $contains: [value.toLowerCase()] } } }), aspect);
const flag = (name: string): Filter =>
  filter(name, (value) => (/^(?:true|false)$/.test(value) ? { [name]: value === 'true' } : undefined));
/** A filter that is off unless it is true. */
const onlyIf = (name: string): Filter => filter(name, (value) => (value === 'true' ? { [name]: true } : undefined));
const ofEvent = (param: string, field: string): Filter =>
  filter(param, (value) => ({ events: { $contains: [{ [field]: value }] } }));
const strictly = (name: 'before' | 'after'): Filter =>
  filter(
    name,
    (value, rows) => (/^\d{1,12}$/.test(value) ? isStrictly(name, Number(value), rows) : undefined),
    'strict',
  );

/** At least this number, but for noise. */
const atLeast = (value: string): unknown => ({ $any: [{ $gte: Number(value) }, { $near: Number(value) }] });

const ofPositions: readonly Filter[] = [
  filter('market', (value) => ({ conditionId: { $any: value.split(',').map((id) => ({ $caseless: id.trim() })) } })),
  contains('title', 'title', 'substring'),
];

const FILTERS: Readonly<Partial<Record<RouteId, readonly Filter[]>>> = {
  positions: [
    ...ofPositions,
    onlyIf('redeemable'),
    onlyIf('mergeable'),
    filter('sizeThreshold', (value) => ({ size: atLeast(value) })),
  ],
  'closed-positions': ofPositions,
  holders: [filter('minBalance', (value) => ({ holders: { $every: { amount: atLeast(value) } } }))],
  markets: [
    ...['active', 'closed', 'archived'].map(flag),
    same('conditionId'),
    same('slug'),
    ofEvent('event_id', 'id'),
    ofEvent('event_slug', 'slug'),
  ],
  'event-creators': [contains('creator_name', 'creatorName'), contains('creator_handle', 'creatorHandle')],
  'builder-trades': [
    same('id'),
    same('market'),
    filter('asset_id', hasAsset),
    filter('maker_address', hasMaker),
    strictly('before'),
    strictly('after'),
  ],
  'live-orders': [same('id'), same('market'), same('asset_id', 'assetId')],
};

export function judgeFilters(judge: Judge, route: Route, sent: SentParams, response: Exchange): void {
  if (!isSuccess(response)) return;
  const rows = itemsOf(route, response);
  const place = route.item?.at === 'data' ? '/data' : '';
  for (const { param, aspect, patternOf } of FILTERS[route.id] ?? []) {
    const row = paramOf(route, param);
    const given = sent.value(param);
    const value = given ?? (sent.has(param) ? undefined : row.default);
    if (value === undefined || rows.length === 0 || valueFault(row, String(value)) !== undefined) continue;
    const clauses = parameterClause(route.id, param, given === undefined ? 'default' : aspect);
    judge.judge(
      fieldLike(
        clauses,
        response,
        place,
        { $objects: patternOf(String(value), rows) ?? {} },
        `the request has ${param}=${value}`,
      ),
    );
  }
}
