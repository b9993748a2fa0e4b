/** sim/routes/market-lists: the three market lists with cursors (4.15). */
import type { CursorListName } from '../catalog/cursor-list.ts';
import { error, okJson, type RouteFunction } from './call.ts';

function cursorList(list: CursorListName): RouteFunction {
  return ({ catalog, profile }, { params }) => {
    catalog.refresh();
    const { next_cursor: cursor } = params;
    const page = catalog.cursorLists.page(list, cursor === undefined ? undefined : String(cursor), profile);
    if (page !== undefined) return okJson(page);
    return error('bad-request', 'next_cursor must be the base64 of a decimal offset, as a page before it gave');
  };
}

export const samplingMarketsRoute: RouteFunction = cursorList('sampling-markets');
export const samplingSimplifiedMarketsRoute: RouteFunction = cursorList('sampling-simplified-markets');
export const simplifiedMarketsRoute: RouteFunction = cursorList('simplified-markets');
