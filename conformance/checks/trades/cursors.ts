/** conformance/checks/trades/cursors: the cursor of builder trades (4.6) and its header (`D/builder-trades-cursor`). */

import { objectsIn } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { CURSOR_END, encodeCursor, readCursor } from '../../../spec/cursor.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { type CheckContext, type Exchange, type Expectation, SameAs } from '../../check.ts';
import { type Claim, judgeAgreement, type Listed, refusal, textsOf } from '../assertions.ts';
import { check, sendGet } from '../definition.ts';
import { readTrades } from './page.ts';

const HEADER = 'x-next-cursor';
const BEYOND = 9_999_999;

async function judgeStart(context: CheckContext) {
  const reads = {
    left: () => sendGet(context, 'builder-trades'),
    right: () => sendGet(context, 'builder-trades', { next_cursor: 'MA==' }),
  };
  // Rows are identified by id, since their status changes by itself.
  const states = (silent: Exchange, of: Exchange): Claim => {
    const body = objectsIn(silent.json).map((_, index) => ({ id: new SameAs(silent, `/${index}/id`) }));
    return { of, must: { status: '2xx', body }, because: 'these are the trades without next_cursor' };
  };
  await judgeAgreement(context, reads, [{ clause: '4.6/next_cursor.start', states }]);
}

/** Judges a cursor into the first page, and the cursor of the page after it, while other wallets may trade. */
async function judgeOffsets(context: CheckContext, first: Listed) {
  if (first.rows.length < 3)
    context.notTestable('there are fewer than three trades', 'run against a deployment with more trades');
  await judgeOffset(context, {}, 2);
  let length = 0;
  const left = async (): Promise<Exchange> => {
    const { response, rows } = await readTrades(context);
    length = rows.length;
    return response;
  };
  for (const offset of [() => length, () => BEYOND]) {
    const right = () => sendGet(context, 'builder-trades', { next_cursor: encodeCursor(offset()) });
    await judgeAgreement(context, { left, right }, [{ clause: '4.6/next_cursor.offset', states: isNew }]);
  }
}

function isNew(page: Exchange, of: Exchange): Claim {
  const ids = textsOf(objectsIn(page.json), 'id');
  const body = { $objects: { id: { $not: { $in: ids } } } };
  return { of, must: isSuccess(of) && ids.length > 0 ? { body } : {}, because: 'the page before has the others' };
}

const PAGE = 100;
const MOST_PAGES = 4;

/** The trades of earlier pages by their ids, and the cursors of these pages. */
type Seen = { readonly ids: Map<string, SameAs>; readonly cursors: string[] };

/** Judges one page, records its trades in `seen`, and returns the cursor of the next; undefined without a header. */
async function judgePage(context: CheckContext, cursor: string, seen: Seen): Promise<string | undefined> {
  const { response, rows } = await readTrades(context, { next_cursor: cursor });
  const next = response.headers[HEADER];
  const judge = (aspect: 'header' | 'page' | 'walk', must: Expectation) =>
    context.judge({ clauses: `D/builder-trades-cursor.${aspect}`, of: response, must });
  judge('header', { headers: { [HEADER]: { $present: true } } });
  const isLast = next === undefined || next === CURSOR_END;
  judge('page', { body: { $length: isLast ? { $lte: PAGE } : PAGE } });
  if (next === undefined) return undefined;
  seen.cursors.push(cursor);
  const ids = textsOf(rows, 'id');
  const isExcused = ids.some((id) => seen.ids.has(id)) && (await hasGrown(context, seen));
  const isNew = { $every: { id: { $not: { $in: ['', ...seen.ids.values()] } } } };
  judge('walk', { headers: { [HEADER]: { $not: { $in: seen.cursors } } }, ...(isExcused ? {} : { body: isNew }) });
  for (const [index, id] of ids.entries()) seen.ids.set(id, new SameAs(response, `/${index}/id`));
  return next;
}

/** True if other wallets have traded since the walk began: new trades at the front move the others to later pages. */
async function hasGrown(context: CheckContext, seen: Seen): Promise<boolean> {
  const { rows } = await readTrades(context);
  return textsOf(rows, 'id').some((id) => !seen.ids.has(id));
}

export const tradeCursorChecks = [
  check('builder-trades', 'cursor', {
    title: 'MA== is the cursor of the first page, and a cursor is base64 of an offset into the list',
    clauses: ['4.6/next_cursor.start', '4.6/next_cursor.offset', '4.6/next_cursor.accepted'],
    kind: 'pagination',
    cost: { 'builder-trades': 12 },
    async run(context) {
      await judgeStart(context);
      const first = await readTrades(context);
      await judgeOffsets(context, first);
      const header = first.response.headers[HEADER];
      const spoken = header === undefined ? 'none' : readCursor(header) === undefined ? header : HEADER;
      context.fact('cursor-header.builder-trades', spoken);
      context.fact('page-size.builder-trades', String(first.rows.length));
    },
  }),
  /** The filter for the last page keeps one trade; the walk follows the header over the first pages. */
  check('builder-trades', 'header-cursor', {
    title: `${HEADER} carries the cursor of the next page, or ${CURSOR_END} on the last`,
    clauses: (['header', 'end', 'walk', 'page'] as const).map((name) => `D/builder-trades-cursor.${name}` as const),
    kind: 'pagination',
    cost: { 'builder-trades': MOST_PAGES + 1 },
    async run(context) {
      const seen: Seen = { ids: new Map(), cursors: [] };
      let cursor: string | undefined = 'MA==';
      for (let page = 0; page < MOST_PAGES && cursor !== CURSOR_END; page += 1) {
        cursor = await judgePage(context, cursor, seen);
        if (cursor === undefined) return;
      }
      const [id = ''] = seen.ids.keys();
      const { response } = await readTrades(context, { id });
      const isLast = { headers: { [HEADER]: CURSOR_END } };
      context.judge({
        clauses: 'D/builder-trades-cursor.end',
        of: response,
        must: isLast,
        because: 'there is only one trade',
      });
    },
  }),
  check('builder-trades', 'malformed-cursor', {
    title: 'a malformed cursor or moment is refused',
    clauses: [
      'D/builder-trades-cursor.malformed-cursor',
      'D/invalid-values.type',
      '7/builder-trades.bad-request',
      '4.6/before.type',
      '4.6/after.type',
    ],
    kind: 'error',
    cost: { 'builder-trades': 3 },
    async run(context) {
      const { response: refused } = await readTrades(context, { next_cursor: 'not-a-cursor' });
      const cursor = 'D/builder-trades-cursor.malformed-cursor';
      context.judge(refusal(cursor, refused, 'not-a-cursor is not base64 of an offset'));
      for (const name of ['before', 'after'] as const) {
        const { response } = await readTrades(context, { [name]: 'yesterday' });
        const type = clauseOf('builder-trades', `${name}.type`);
        const clauses = [type, '7/builder-trades.bad-request', 'D/invalid-values.type'] as const;
        context.judge(refusal(clauses, response, `${name}=yesterday is not a Unix timestamp`));
      }
    },
  }),
];

/** Judges that a cursor skips `offset` trades of the list with these filters. */
export async function judgeOffset(context: CheckContext, filters: Query, offset: number): Promise<void> {
  const because = `this is trade ${offset + 1} of the list`;
  const states = (page: Exchange, of: Exchange): Claim => {
    return { of, must: { at: { '/0/id': new SameAs(page, `/${offset}/id`) } }, because };
  };
  const reads = {
    left: () => sendGet(context, 'builder-trades', filters),
    right: () => sendGet(context, 'builder-trades', { ...filters, next_cursor: encodeCursor(offset) }),
  };
  const { right } = await judgeAgreement(context, reads, [{ clause: '4.6/next_cursor.offset', states }]);
  if (isSuccess(right)) context.verified('4.6/next_cursor.accepted');
}
