/**
 * conformance/checks/wallets/position-rows: what the fields of current and closed positions say about each other and about the
 * market they belong to (interface 2.1, 2.2).
 */

import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, listAt, numberAt, textAt } from '../../../spec/json.ts';
import { parseJsonStringArray } from '../../../spec/resources/resource.ts';
import type { RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { itemsOf, requiredQuery, rolesFor, sendPath, sendSample } from '../requests.ts';
import { isSameMoment } from '../sorted.ts';

const LISTS = [
  { id: 'positions', section: '2.1' },
  { id: 'closed-positions', section: '2.2' },
] as const;

type List = (typeof LISTS)[number];
/** A statement about one row; undefined where the row says nothing about it. */
type RowRule = {
  readonly aspect: string;
  readonly pointer: string;
  readonly expected: string;
  holds(row: JsonObject, user: string): boolean;
};

const inUnit = (value: number | undefined): boolean => value !== undefined && value >= 0 && value <= 1;
const YEAR_2001 = 1_000_000_000;
const YEAR_2286 = 10_000_000_000;

const shared: readonly RowRule[] = [
  {
    aspect: 'asset.form',
    pointer: '/asset',
    expected: '"<conditionId>:<outcomeIndex>" of the same row',
    holds: (row) => textAt(row, 'asset') === `${textAt(row, 'conditionId')}:${numberAt(row, 'outcomeIndex')}`,
  },
  {
    aspect: 'oppositeAsset.other',
    pointer: '/oppositeAsset',
    expected: 'the other outcome of the same market',
    holds: (row) =>
      textAt(row, 'oppositeAsset') === `${textAt(row, 'conditionId')}:${1 - (numberAt(row, 'outcomeIndex') ?? 9)}`,
  },
  {
    aspect: 'proxyWallet.user',
    pointer: '/proxyWallet',
    expected: 'the wallet that was asked for',
    holds: (row, user) => textAt(row, 'proxyWallet')?.toLowerCase() === user.toLowerCase(),
  },
  {
    aspect: 'timestamp.seconds',
    pointer: '/timestamp',
    expected: 'Unix seconds',
    holds: (row) => {
      const seconds = numberAt(row, 'timestamp') ?? 0;
      return seconds >= YEAR_2001 && seconds < YEAR_2286;
    },
  },
  {
    aspect: 'curPrice.range',
    pointer: '/curPrice',
    expected: 'curPrice and avgPrice from 0 to 1',
    holds: (row) => inUnit(numberAt(row, 'curPrice')) && inUnit(numberAt(row, 'avgPrice')),
  },
];

const currentOnly: readonly RowRule[] = [
  {
    aspect: 'outcomeIndex.range',
    pointer: '/outcomeIndex',
    expected: '0 or a higher index',
    holds: (row) => (numberAt(row, 'outcomeIndex') ?? -1) >= 0,
  },
  {
    aspect: 'size.positive',
    pointer: '/size',
    expected: 'more than 0',
    holds: (row) => (numberAt(row, 'size') ?? 0) > 0,
  },
];

function rulesOf(list: List): readonly RowRule[] {
  return list.id === 'positions' ? [...shared, ...currentOnly] : shared;
}

function judgeRows(
  context: CheckContext,
  list: List,
  answer: Exchange,
  rows: readonly JsonObject[],
  user: string,
): void {
  for (const rule of rulesOf(list)) {
    const at = rows.findIndex((row) => !rule.holds(row, user));
    context.expect(`${list.section}/${rule.aspect}`, at < 0, answer, {
      pointer: `/${at}${rule.pointer}`,
      expected: rule.expected,
      actual: rows[at]?.[rule.pointer.slice(1)],
    });
  }
}

function rowsCheck(list: List): Check {
  const route = routeById(list.id);
  const unique = list.id === 'positions' ? ['2.1/asset.unique'] : [];
  return {
    id: `${list.id}.rows`,
    title: 'the fields of each row agree with each other and with the wallet asked for',
    clauses: [...rulesOf(list).map((rule) => `${list.section}/${rule.aspect}`), ...unique],
    kind: 'consistency',
    route: list.id,
    capability: 'wallet',
    safety: 'read',
    needs: rolesFor(route),
    cost: { [list.id]: 1 },
    run: async (context) => {
      const query = list.id === 'positions' ? { limit: '500', sizeThreshold: '0' } : { limit: '50' };
      const answer = await sendSample(context, route, query);
      const rows = itemsOf(route, answer);
      if (rows.length === 0)
        context.notTestable('the wallet has no rows', 'name a wallet with positions in the target file');
      judgeRows(context, list, answer, rows, requiredQuery(route, context.bindings)['user'] ?? '');
      if (list.id !== 'positions') return;
      const assets = rows.map((row) => textAt(row, 'asset'));
      const twice = assets.findIndex((asset, index) => assets.indexOf(asset) !== index);
      context.expect('2.1/asset.unique', twice < 0, answer, {
        pointer: `/${twice}/asset`,
        expected: 'one row for an asset',
        actual: assets[twice],
      });
    },
  };
}

/** Rows to look up in the catalogue: the first of each of a few markets. */
function someMarkets(rows: readonly JsonObject[], most: number): readonly JsonObject[] {
  const bySlug = new Map(rows.map((row) => [textAt(row, 'slug') ?? '', row]));
  return [...bySlug.values()].slice(0, most);
}

function agreesWithMarket(row: JsonObject, market: unknown): boolean {
  const event = listAt(market, 'events')[0];
  return (
    textAt(row, 'title') === textAt(market, 'question') &&
    textAt(row, 'icon') === textAt(market, 'icon') &&
    textAt(row, 'conditionId') === textAt(market, 'conditionId') &&
    textAt(row, 'eventSlug') === textAt(event, 'slug') &&
    isSameMoment(textAt(row, 'endDate') ?? '', textAt(market, 'endDate') ?? '')
  );
}

function marketCheck(list: List): Check {
  const { section } = list;
  const opposite =
    list.id === 'positions' ? ['2.1/oppositeOutcome.other', '2.1/negativeRisk.same', '2.1/outcomeIndex.range'] : [];
  return {
    id: `${list.id}.market`,
    title: 'rows tell of the market what the catalogue tells of it',
    clauses: [`${section}/outcome.named`, `${section}/market.same`, ...opposite],
    kind: 'consistency',
    route: list.id,
    capability: 'wallet',
    safety: 'read',
    needs: rolesFor(routeById(list.id)),
    cost: { [list.id]: 1, 'market-by-slug': 3, 'trading-market': 3 },
    run: async (context) => {
      const answer = await sendSample(context, routeById(list.id), { limit: '50' });
      for (const row of someMarkets(itemsOf(routeById(list.id), answer), 3))
        await judgeMarket(context, list, answer, row);
    },
  };
}

async function judgeMarket(context: CheckContext, list: List, answer: Exchange, row: JsonObject): Promise<void> {
  const found = await sendPath(context, 'market-by-slug' satisfies RouteId, textAt(row, 'slug') ?? '');
  const same = isSuccess(found) && agreesWithMarket(row, found.json);
  context.expect(`${list.section}/market.same`, same, answer, {
    expected: `title, slug, icon, eventSlug and endDate of the market ${textAt(row, 'slug')}`,
    actual: row,
  });
  const names = parseJsonStringArray(textAt(found.json, 'outcomes') ?? '') ?? [];
  const index = numberAt(row, 'outcomeIndex') ?? -1;
  const named =
    textAt(row, 'outcome') === names[index] &&
    (list.id === 'positions' || textAt(row, 'oppositeOutcome') === names[1 - index]);
  context.expect(`${list.section}/outcome.named`, named, answer, {
    pointer: '/outcome',
    expected: String(names[index]),
    actual: row['outcome'],
  });
  if (list.id !== 'positions') return;
  if (names.length > 0)
    context.expect('2.1/outcomeIndex.range', index < names.length, answer, {
      pointer: '/outcomeIndex',
      expected: `less than ${names.length}, the outcomes of the market ${textAt(row, 'slug')}`,
      actual: index,
    });
  const other = textAt(row, 'oppositeOutcome');
  context.expect('2.1/oppositeOutcome.other', other === names[1 - index], answer, {
    pointer: '/oppositeOutcome',
    expected: String(names[1 - index]),
    actual: other,
  });
  const trading = await sendPath(context, 'trading-market', textAt(row, 'conditionId') ?? '');
  const negRisk = flagAt(trading.json, 'neg_risk');
  context.expect('2.1/negativeRisk.same', flagAt(row, 'negativeRisk') === negRisk, answer, {
    pointer: '/negativeRisk',
    expected: `neg_risk of the market, ${negRisk}`,
    actual: row['negativeRisk'],
  });
}

/** Row statements of `/positions` and `/closed-positions`. */
export const positionRowChecks: readonly Check[] = LISTS.flatMap((list) => [rowsCheck(list), marketCheck(list)]);
