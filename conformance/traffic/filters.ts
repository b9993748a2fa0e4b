/** conformance/traffic/filters: rows that the filters of their request should have dropped. */
import type { JsonObject } from '../../base/json.ts';
import { parameterClause } from '../../spec/clauses/clause-of.ts';
import type { Route, RouteId } from '../../spec/route.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Exchange, Judge } from '../check.ts';
import { itemsOf, paramOf } from '../checks/requests.ts';
import { hasAsset, hasMaker, isStrictly } from '../checks/trades/conditions.ts';
import { type SentParams, valueFault } from './sent-params.ts';

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
    const must = { at: { [place]: { $objects: patternOf(String(value), rows) ?? {} } } };
    judge.judge({ clauses, of: response, must, because: `the request has ${param}=${value}` });
  }
}
