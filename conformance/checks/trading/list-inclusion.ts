/** conformance/checks/trading/list-inclusion: markets of one list that must be in another one (interface 4.15). */
import { textAt } from '../../../base/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import { type CheckContext, type ClauseId, type Exchange, SameAs } from '../../check.ts';
import { statusOf } from '../assertions.ts';
import { cursorPages } from '../cursor-pages.ts';
import { check } from '../definition.ts';
import { itemsOf, sendGet } from '../requests.ts';

export type ListId = 'sampling-markets' | 'sampling-simplified-markets' | 'simplified-markets';

export const MOST_PAGES = 128;

/** A whole list: its pages and the condition ids with their places; `complete` is false after a cut walk. */
export type Whole = {
  readonly pages: readonly Exchange[];
  readonly ids: ReadonlyMap<string, SameAs>;
  readonly complete: boolean;
};

/** Follows the cursors from the first page. Ends the check if one is refused: an error is not a page. */
export async function wholeList(context: CheckContext, id: ListId): Promise<Whole> {
  const pages: Exchange[] = [];
  const ids = new Map<string, SameAs>();
  let complete = false;
  for await (const { response, isLast } of cursorPages((query) => sendGet(context, id, query), MOST_PAGES)) {
    if (!isSuccess(response)) refused(context, id, response);
    pages.push(response);
    for (const [index, row] of itemsOf(routeById(id), response).entries())
      ids.set(textAt(row, 'condition_id') ?? '', new SameAs(response, `/data/${index}/condition_id`));
    complete = isLast;
  }
  return { pages, ids, complete };
}

/** Ends a check of pages that got an error in place of one. */
export function refused(context: CheckContext, id: RouteId, response: Exchange): never {
  return context.notTestable(`the response of ${id} has ${statusOf(response)}`, 'fix the response of the list');
}

function missingFrom(wanted: Iterable<string>, whole: Whole): string | undefined {
  return [...wanted].find((id) => !whole.ids.has(id));
}

/** `expected`: the market that no page of a list has, in words. */
function judgeListed(context: CheckContext, clause: ClauseId, first: Exchange, expected: string | undefined): void {
  const fault = expected === undefined ? undefined : { expected, actual: 'not listed' };
  context.judgeBy(clause, first, fault, 'it is about all pages of a list');
}

/** A difference is read twice, because markets appear and disappear. */
async function judgeInclusion(
  context: CheckContext,
  clause: ClauseId,
  ids: { readonly small: ListId; readonly large: ListId },
): Promise<void> {
  let small = await wholeList(context, ids.small);
  let large = await wholeList(context, ids.large);
  if (small.ids.size === 0) context.notTestable(`${ids.small} is empty`, 'give the target sampled markets');
  if (!small.complete || !large.complete) {
    context.notTestable(`a list has more than ${MOST_PAGES} pages`, 'raise its page size');
  }
  if (missingFrom(small.ids.keys(), large) !== undefined) {
    small = await wholeList(context, ids.small);
    large = await wholeList(context, ids.large);
  }
  const missing = missingFrom(small.ids.keys(), large);
  const [first] = large.pages;
  if (first === undefined) return;
  judgeListed(context, clause, first, missing && `market ${missing} of ${ids.small} in ${ids.large}`);
}

const subset = check('sampling-simplified-markets', 'subset', {
  title: 'the two sampling lists hold the same markets',
  clauses: ['D/sampling-scope.same'],
  cost: { 'sampling-simplified-markets': 2 * MOST_PAGES, 'sampling-markets': 2 * MOST_PAGES },
  async run(context) {
    const clause = 'D/sampling-scope.same';
    await judgeInclusion(context, clause, { small: 'sampling-simplified-markets', large: 'sampling-markets' });
    await judgeInclusion(context, clause, { small: 'sampling-markets', large: 'sampling-simplified-markets' });
  },
});

const superset = check('simplified-markets', 'superset', {
  title: 'every sampled market is in the simplified list',
  clauses: ['D/sampling-scope.simplified'],
  cost: { 'simplified-markets': 2 * MOST_PAGES, 'sampling-markets': 2 * MOST_PAGES },
  run: (context) =>
    judgeInclusion(context, 'D/sampling-scope.simplified', {
      small: 'sampling-markets',
      large: 'simplified-markets',
    }),
});

const all = check('simplified-markets', 'all', {
  title: 'every market of the catalog is in the simplified list',
  clauses: ['D/sampling-scope.all'],
  needs: ['market'],
  cost: { 'simplified-markets': MOST_PAGES },
  async run(context) {
    const whole = await wholeList(context, 'simplified-markets');
    const [first] = whole.pages;
    if (first === undefined || !whole.complete) return;
    const wanted = context.bindings.markets.map((market) => textAt(market, 'conditionId') ?? '');
    const missing = missingFrom(wanted, whole);
    judgeListed(context, 'D/sampling-scope.all', first, missing && `market ${missing} of the catalog`);
  },
});

export const listInclusionChecks = [subset, superset, all];
