/** conformance/checks/trades/page: how checks of builder trades are made, and the rows they look at. */

import type { JsonObject } from '../../../spec/json.ts';
import { listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Query } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { itemsOf, sendGet } from '../requests.ts';
import { momentOf } from '../sorted.ts';

const route = routeById('builder-trades');
export function tradeCheck(
  what: string,
  draft: Pick<Check, 'title' | 'clauses' | 'kind' | 'run'>,
  requests: number,
): Check {
  return {
    id: `builder-trades.${what}`,
    route: 'builder-trades',
    capability: 'read',
    safety: 'read',
    needs: ['trade'],
    cost: { 'builder-trades': requests },
    ...draft,
  };
}

export async function ask(
  context: CheckContext,
  query: Query = {},
): Promise<{ readonly answer: Exchange; readonly rows: readonly JsonObject[] }> {
  const answer = await sendGet(context, 'builder-trades', query);
  return { answer, rows: itemsOf(route, answer) };
}

/** Names a trade by what it is worth as a taker order met by a maker: ids may be shared by rows of one trade. */
export const makers = (row: JsonObject): readonly string[] => [
  textAt(row, 'maker_address') ?? '',
  ...objectsIn(listAt(row, 'maker_orders')).map((order) => textAt(order, 'maker_address') ?? ''),
];
export const secondsOf = (row: JsonObject): number => momentOf(textAt(row, 'match_time') ?? '') / 1000;
