/**
 * conformance/traffic/filters: rows of a recorded list that the filters of its request should have dropped. Rows that a filter
 * dropped by mistake do not show in traffic.
 */
import { flagAt, type JsonObject, listAt, numberAt, objectsIn, textAt } from '../../spec/json.ts';
import type { Route, RouteId } from '../../spec/route.ts';
import { isSuccess } from '../../wire/message.ts';
import { isAtLeast } from '../../wire/pattern/closeness.ts';
import { match } from '../../wire/pattern/match.ts';
import type { Exchange, Judge } from '../check.ts';
import { clauseOf, itemsOf, paramOf } from '../checks/requests.ts';
import { eventsOf, isSameCaseless, textsOf } from '../checks/rows.ts';
import { hasAsset, hasMaker, isStrictly } from '../checks/trades/conditions.ts';
import { type Asked, valueFault } from './asked.ts';

/** Whether a row satisfies a filter by `value`; `rows` are all rows of the response. */
type Fits = (row: JsonObject, value: string, rows: readonly JsonObject[]) => boolean;
type Filter = { readonly param: string; readonly aspect: string; readonly field: string; readonly fits: Fits };

const same =
  (field: string): Fits =>
  (row, value) =>
    isSameCaseless(textAt(row, field), value);
const contains =
  (field: string): Fits =>
  (row, value) =>
    (textAt(row, field) ?? '').toLowerCase().includes(value.toLowerCase());
const flag =
  (name: string): Fits =>
  (row, value) =>
    !/^(?:true|false)$/.test(value) || flagAt(row, name) === (value === 'true');
/** A filter that is off unless it is true. */
const onlyIf =
  (name: string): Fits =>
  (row, value) =>
    value !== 'true' || flagAt(row, name) === true;
const filter = (param: string, field: string, fits: Fits, aspect = 'filter'): Filter => ({
  param,
  aspect,
  field,
  fits,
});
const ofEvent =
  (field: string): Fits =>
  (row, value) =>
    textsOf(eventsOf(row), field).includes(value);
const strictly =
  (name: 'before' | 'after'): Fits =>
  (row, value, rows) =>
    !/^\d{1,12}$/.test(value) || isLike(row, isStrictly(name, Number(value), rows));

const isLike = (row: JsonObject, pattern: JsonObject): boolean => match(pattern, row).length === 0;

const ofPositions: readonly Filter[] = [
  filter('market', 'conditionId', (row, value) =>
    value.split(',').some((id) => isSameCaseless(id.trim(), textAt(row, 'conditionId'))),
  ),
  filter('title', 'title', contains('title'), 'substring'),
];

const FILTERS: Readonly<Partial<Record<RouteId, readonly Filter[]>>> = {
  positions: [
    ...ofPositions,
    filter('redeemable', 'redeemable', onlyIf('redeemable')),
    filter('mergeable', 'mergeable', onlyIf('mergeable')),
    filter('sizeThreshold', 'size', (row, value) => isAtLeast(numberAt(row, 'size') ?? 0, Number(value))),
  ],
  'closed-positions': ofPositions,
  holders: [
    filter('minBalance', 'holders', (group, value) =>
      objectsIn(listAt(group, 'holders')).every((row) => isAtLeast(numberAt(row, 'amount') ?? 0, Number(value))),
    ),
  ],
  markets: [
    ...['active', 'closed', 'archived'].map((name) => filter(name, name, flag(name))),
    filter('conditionId', 'conditionId', same('conditionId')),
    filter('slug', 'slug', same('slug')),
    filter('event_id', 'events', ofEvent('id')),
    filter('event_slug', 'events', ofEvent('slug')),
  ],
  'event-creators': [
    filter('creator_name', 'creatorName', contains('creatorName')),
    filter('creator_handle', 'creatorHandle', contains('creatorHandle')),
  ],
  'builder-trades': [
    filter('id', 'id', same('id')),
    filter('market', 'market', same('market')),
    filter('asset_id', 'asset_id', (row, value) => isLike(row, hasAsset(value))),
    filter('maker_address', 'maker_address', (row, value) => isLike(row, hasMaker(value))),
    filter('before', 'match_time', strictly('before'), 'strict'),
    filter('after', 'match_time', strictly('after'), 'strict'),
  ],
  'live-orders': [
    filter('id', 'id', same('id')),
    filter('market', 'market', same('market')),
    filter('asset_id', 'assetId', same('assetId')),
  ],
};

export function judgeFilters(judge: Judge, route: Route, asked: Asked, response: Exchange): void {
  if (!isSuccess(response)) return;
  const rows = itemsOf(route, response);
  const place = route.item?.at === 'data' ? '/data' : '';
  for (const { param, aspect, field, fits } of FILTERS[route.id] ?? []) {
    const row = paramOf(route, param);
    const given = asked.value(param);
    const value = given ?? (asked.has(param) ? undefined : row.default);
    if (value === undefined || rows.length === 0 || valueFault(row, String(value)) !== undefined) continue;
    const wrong = rows.findIndex((one) => !fits(one, String(value), rows));
    judge.expect(clauseOf(route, param, given === undefined ? 'default' : aspect), wrong < 0, response, {
      pointer: `${place}/${wrong}/${field}`,
      expected: `only rows that satisfy ${param}=${value}`,
      actual: rows[wrong]?.[field],
    });
  }
}
