/** proof/judge/wrappers/trade-list: builder trades in another form: filtered, split or worded differently. */
import { type JsonObject, objectsIn, textAt } from '../../../base/json.ts';
import { CURSOR_END, CURSOR_START, encodeCursor, readCursor } from '../../../spec/cursor.ts';
import { type Internals, onRoute, type Wrap } from '../variant.ts';
import { wholeByCursor } from './lists.ts';
import { withoutParams } from './requests.ts';
import { queryOf, withBody } from './responses.ts';

const PAGE = 100;
const HEADER = 'x-next-cursor';

type Remake = (list: readonly JsonObject[], query: URLSearchParams, internals: Internals) => readonly JsonObject[];

/** Changes the list without the filters `taken`, and cuts the result into pages again. */
export function remadeTrades(taken: readonly string[], remake: Remake): Wrap {
  return onRoute('builder-trades', (handle, internals) => (request) => {
    const response = handle(request);
    if (response.status !== 200) return response;
    const query = queryOf(request);
    const list = remake(wholeByCursor(handle, withoutParams(request, taken)), query, internals);
    const offset = readCursor(query.get('next_cursor') || CURSOR_START) ?? 0;
    const next = offset + PAGE < list.length ? encodeCursor(offset + PAGE) : CURSOR_END;
    return {
      ...withBody(response, list.slice(offset, offset + PAGE)),
      headers: { ...response.headers, [HEADER]: next },
    };
  });
}

export function legsOf(row: JsonObject): readonly JsonObject[] {
  return objectsIn(row['maker_orders']);
}

/** The price of a maker order in terms of the taker's token. */
export function legPrice(row: JsonObject, leg: JsonObject): number {
  const price = Number(textAt(leg, 'price'));
  return textAt(leg, 'asset_id') === textAt(row, 'asset_id') ? price : 1 - price;
}
