/**
 * conformance/properties/relations/cursors: a cursor is base64 of an offset: the page at any offset begins with the row
 * that the first page has there, whatever the filters are.
 */
import fc from 'fast-check';
import { clauseOf, type RouteOf } from '../../../spec/clauses/clause-of.ts';
import { CURSOR_START, encodeCursor } from '../../../spec/cursor.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { type Claim, isTrue } from '../../checks/assertions.ts';
import { itemsOf } from '../../checks/requests.ts';
import { type Property, property } from '../property.ts';
import type { Pairs } from '../requests/kinds.ts';
import { namesOf } from '../requests/names.ts';
import { readPair } from '../steady-pair.ts';
import { pageOf, viewsOf } from './views.ts';

type CursorRoute = RouteOf<'next_cursor.offset'>;
type Case = { readonly view: Pairs; readonly offset: number; readonly isStarted: boolean };

/** Offset of the second page, modulo the rows of the first one. */
const OFFSET_MAX = 100;

async function judgeOffset(context: CheckContext, route: CursorRoute, drawn: Case): Promise<void> {
  const { view, offset, isStarted } = drawn;
  const page = (cut: Pairs): Promise<Exchange> => context.send(pageOf(route.path, view, cut));
  let at = 0;
  const reads = {
    left: async () => {
      const first = await page(isStarted ? [['next_cursor', CURSOR_START]] : []);
      at = offset % Math.max(1, itemsOf(route, first).length);
      return first;
    },
    right: () => page([['next_cursor', encodeCursor(at)]]),
  };
  const pair = await readPair(context, reads, (first, second) => isTrue(beginsAt(route, first, second, at)));
  if (pair === undefined || !isSuccess(pair.left) || itemsOf(route, pair.left).length === 0) return;
  context.judge({ clauses: clauseOf(route.id, 'next_cursor.offset'), ...beginsAt(route, pair.left, pair.right, at) });
}

function beginsAt({ item }: CursorRoute, first: Exchange, of: Exchange, offset: number): Claim {
  const list = item?.at === 'data' ? '/data' : '';
  const row = { $sameView: new SameAs(first, `${list}/${offset}`) };
  const because = `the first page has this row at ${offset}`;
  return { of, must: { status: '2xx', at: { [`${list}/0`]: row } }, because };
}

function cursorProperty(id: CursorRoute['id']): Property {
  const route = routeById(id);
  return property<Case>({
    id: `relations.cursors-${id}`,
    title: `a cursor of ${route.path} is an offset into the list, whatever its filters`,
    route: id,
    clauses: [clauseOf(id, 'next_cursor.offset')],
    needs: [],
    cost: { perCase: { [id]: 2 } },
    runs: 1,
    open: async (context) => ({
      arbitrary: fc.record({
        view: viewsOf(route, namesOf(context, route)),
        offset: fc.nat(OFFSET_MAX),
        isStarted: fc.boolean(),
      }),
      judge: (trial, drawn) => judgeOffset(trial, route, drawn),
    }),
  });
}

/** Offsets of a sampled list may count the markets that it leaves out. */
const COUNTED = ['simplified-markets', 'builder-trades'] as const;

export const cursorProperties: readonly Property[] = COUNTED.map(cursorProperty);
