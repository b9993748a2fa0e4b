/**
 * conformance/checks/trades/cursors: the cursor of builder trades (interface 4.6) and its header (`D/builder-trades-cursor`).
 * The body is a bare array; any order of the rows and any page size is valid.
 */
import { CURSOR_END, encodeCursor, readCursor } from '../../../spec/cursor.ts';
import { objectsIn } from '../../../spec/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import { type Check, type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { judgeAgreement } from '../agreement.ts';
import { expectRefusal, expectThat, type Listed, statusOf } from '../assertions.ts';
import { check } from '../definition.ts';
import { sendGet } from '../requests.ts';
import { textsOf } from '../rows.ts';
import { canonicalJson } from '../steady.ts';
import { askTrades, lacksRow } from './page.ts';

const HEADER = 'x-next-cursor';

const offsetCheck = check('builder-trades', 'cursor', {
  title: 'MA== is the cursor of the first page, and a cursor is base64 of an offset into the list',
  clauses: ['4.6/next_cursor.start', '4.6/next_cursor.offset', '4.6/next_cursor.accepted'],
  kind: 'pagination',
  cost: { 'builder-trades': 7 },
  run: async (context) => {
    await judgeStart(context);
    const first = await askTrades(context);
    await judgeOffsets(context, first);
    const header = first.answer.headers[HEADER];
    const spoken = header === undefined ? 'none' : readCursor(header) === undefined ? header : HEADER;
    context.fact('cursor-header.builder-trades', spoken);
    context.fact('page-size.builder-trades', String(first.rows.length));
  },
});

/** Ids in a response: rows are identified by id, since their status changes by itself. */
function idsOf({ json }: Exchange): string {
  return canonicalJson(objectsIn(json).map((row) => row['id']));
}

async function judgeStart(context: CheckContext): Promise<void> {
  const ask = {
    left: () => sendGet(context, 'builder-trades'),
    right: () => sendGet(context, 'builder-trades', { next_cursor: 'MA==' }),
  };
  const differs = (silent: Exchange, spoken: Exchange) =>
    isSuccess(spoken) && idsOf(silent) === idsOf(spoken)
      ? undefined
      : {
          pointer: '',
          expected: 'the same rows as without next_cursor',
          actual: statusOf(spoken),
          expectation: { body: new SameAs(silent, '') },
        };
  await judgeAgreement(context, ask, [{ clause: '4.6/next_cursor.start', differs }]);
}

/** Judges a cursor into the first page, and the cursor of the page after it. */
async function judgeOffsets(context: CheckContext, first: Listed): Promise<void> {
  if (first.rows.length < 3)
    context.notTestable('there are fewer than three trades', 'run against a deployment with more trades');
  const shifted = await askTrades(context, { next_cursor: encodeCursor(2) });
  if (isSuccess(shifted.answer)) context.verified('4.6/next_cursor.accepted');
  context.expect('4.6/next_cursor.offset', shifted.rows[0]?.['id'] === first.rows[2]?.['id'], shifted.answer, {
    pointer: '/0',
    expected: 'the third trade of the list',
    expectation: { at: { '/0/id': new SameAs(first.answer, '/2/id') } },
    actual: shifted.rows[0]?.['id'],
  });
  const next = await askTrades(context, { next_cursor: encodeCursor(first.rows.length) });
  const repeated = first.rows.findIndex((seen) => next.rows.some((row) => seen['id'] === row['id']));
  context.expect('4.6/next_cursor.offset', repeated < 0, next.answer, {
    expected: 'rows not on the first page',
    actual: first.rows[repeated]?.['id'],
    expectation: lacksRow(first, repeated),
  });
}

const PAGE = 100;
const MOST_PAGES = 4;

/** The filter for the last page keeps one trade; the walk follows the header over the first pages. */
const headerCheck = check('builder-trades', 'header-cursor', {
  title: `${HEADER} carries the cursor of the next page, or ${CURSOR_END} on the last`,
  clauses: ['header', 'end', 'walk', 'page'].map((aspect) => `D/builder-trades-cursor.${aspect}`),
  kind: 'pagination',
  cost: { 'builder-trades': MOST_PAGES + 1 },
  run: async (context) => {
    const seen: Seen = new Map();
    let cursor: string | undefined = 'MA==';
    for (let page = 0; page < MOST_PAGES && cursor !== CURSOR_END; page += 1) {
      cursor = await judgePage(context, cursor, seen);
      if (cursor === undefined) return;
    }
    const [id = ''] = seen.keys();
    const { answer } = await askTrades(context, { id });
    const isLast = { headers: { [HEADER]: CURSOR_END } };
    expectThat(context, 'D/builder-trades-cursor.end', answer, isLast, 'because there is only one trade');
  },
});

/** The trades of earlier pages by their ids: the expectation of a page without them. */
type Seen = Map<string, Expectation>;

/** Judges one page, records its trades in `seen`, and returns the cursor of the next; undefined if there is no header. */
async function judgePage(context: CheckContext, cursor: string, seen: Seen): Promise<string | undefined> {
  const page = await askTrades(context, { next_cursor: cursor });
  const { answer, rows } = page;
  const next = answer.headers[HEADER];
  expectThat(context, 'D/builder-trades-cursor.header', answer, { headers: { [HEADER]: { $present: true } } });
  const isFull = next === undefined || next === CURSOR_END || rows.length === PAGE;
  context.expect('D/builder-trades-cursor.page', rows.length <= PAGE && isFull, answer, {
    expected: `pages of ${PAGE} trades`,
    expectation: { body: { $length: { $lte: PAGE } } },
    actual: rows.length,
  });
  if (next === undefined) return undefined;
  const ids = textsOf(rows, 'id');
  const twice = ids.find((id) => seen.has(id));
  const isAhead = next === CURSOR_END || (readCursor(next) ?? 0) > (readCursor(cursor) ?? 0);
  context.expect('D/builder-trades-cursor.walk', twice === undefined && isAhead, answer, {
    expected: 'trades not listed before, and a new cursor',
    actual: twice ?? next,
    expectation: seen.get(twice ?? '') ?? { headers: { [HEADER]: { $not: next } } },
  });
  for (const [index, id] of ids.entries()) seen.set(id, lacksRow(page, index));
  return next;
}

const MALFORMED_CLAUSES = ['D/builder-trades-cursor.malformed-cursor', '4.6/next_cursor.malformed'];

const malformedCheck = check('builder-trades', 'malformed-cursor', {
  title: 'a malformed cursor or moment is refused',
  clauses: [...MALFORMED_CLAUSES, '7/builder-trades.bad-request', '4.6/before.type', '4.6/after.type'],
  kind: 'error',
  cost: { 'builder-trades': 3 },
  run: async (context) => {
    const { answer: refused } = await askTrades(context, { next_cursor: 'not-a-cursor' });
    expectRefusal(context, MALFORMED_CLAUSES, refused, 'not-a-cursor is not base64 of an offset');
    for (const name of ['before', 'after']) {
      const { answer } = await askTrades(context, { [name]: 'yesterday' });
      const clauses = [`4.6/${name}.type`, '7/builder-trades.bad-request'];
      expectRefusal(context, clauses, answer, `${name}=yesterday is not a Unix timestamp`);
    }
  },
});

export const tradeCursorChecks: readonly Check[] = [offsetCheck, headerCheck, malformedCheck];
