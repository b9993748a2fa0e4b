/**
 * conformance/checks/comments: the replies of a comment (interface 2.9, 4.18): of the comment asked for, whole at any
 * depth, each once; and how the document profile nests, orders and counts them.
 */
import type { JsonObject } from '../../spec/json.ts';
import { listAt, numberAt, objectsIn, textAt } from '../../spec/json.ts';
import type { Check, CheckContext, Exchange } from '../check.ts';
import { firstOutOfOrder, momentOf } from './order.ts';
import { readCheck } from './reading.ts';
import { sendPath } from './requests.ts';
import { firstRepeated } from './rows.ts';

const fields = [
  'id',
  'body',
  'parentEntityType',
  'parentEntityID',
  'parentCommentID',
  'userAddress',
  'replyAddress',
  'createdAt',
  'updatedAt',
  'profile',
  'reactions',
  'reportCount',
  'reactionCount',
  'replyCount',
  'replies',
];
const DEEPEST = 50;

/** A comment of an answer, where it stands, and the one that carries it. */
type Placed = { readonly comment: JsonObject; readonly pointer: string; readonly carrier: JsonObject | undefined };

/** Every comment of an answer, nested ones included, the answer's own order kept. */
function placedIn(rows: unknown, at = '', carrier?: JsonObject, depth = 0): readonly Placed[] {
  if (depth > DEEPEST) return [];
  return objectsIn(rows).flatMap((comment, index) => {
    const pointer = `${at}/${index}`;
    return [{ comment, pointer, carrier }, ...placedIn(comment['replies'], `${pointer}/replies`, comment, depth + 1)];
  });
}

/** The largest page of replies of the comment with most of them. */
function replies(context: CheckContext): Promise<Exchange> {
  return sendPath(context, 'comment-replies', context.bindings.comments[0] ?? '', { limit: '100' });
}

type Fault = { readonly pointer: string; readonly expected: string; readonly actual: unknown } | undefined;

/** One check over the comments of one answer. `seen` says whether there is anything to judge. */
function commentCheck(
  what: string,
  clause: string,
  title: string,
  judge: (placed: readonly Placed[], asked: string) => { readonly seen: boolean; readonly fault: Fault },
): Check {
  return readCheck({
    id: `comment-replies.${what}`,
    title,
    clauses: [clause],
    kind: 'consistency',
    route: 'comment-replies',
    needs: ['comment'],
    cost: { 'comment-replies': 1 },
    run: async (context) => {
      const answer = await replies(context);
      const { seen, fault } = judge(placedIn(answer.json), context.bindings.comments[0] ?? '');
      if (!seen) {
        context.notTestable('the replies show nothing of this', 'name a comment with more replies in the target file');
      }
      context.expect(clause, fault === undefined, answer, fault ?? { expected: title, actual: '' });
    },
  });
}

/** The first placed comment with something wrong: `wrong` answers what was expected, or undefined. */
function firstFault(
  placed: readonly Placed[],
  field: string,
  wrong: (one: Placed) => string | undefined,
): { readonly seen: boolean; readonly fault: Fault } {
  const at = placed.findIndex((one) => wrong(one) !== undefined);
  const one = placed[at];
  const seen = placed.length > 0;
  if (one === undefined) return { seen, fault: undefined };
  return {
    seen,
    fault: { pointer: `${one.pointer}/${field}`, expected: wrong(one) ?? '', actual: one.comment[field] },
  };
}

const nestedOnly = (placed: readonly Placed[]) => placed.filter(({ carrier }) => carrier !== undefined);
const directOnly = (placed: readonly Placed[]) => placed.filter(({ carrier }) => carrier === undefined);

const whole = commentCheck('nested-whole', '2.9/replies.recursive', 'nested replies have the whole shape', (placed) =>
  firstFault(nestedOnly(placed), '', ({ comment }) => {
    const lacking = fields.find((field) => comment[field] === undefined || comment[field] === null);
    return lacking === undefined ? undefined : `a comment with ${lacking}`;
  }),
);

const once = commentCheck('id.unique', '2.9/id.unique', 'a comment stands once in an answer', (placed) => {
  const at = firstRepeated(placed.map(({ comment }) => textAt(comment, 'id') ?? ''));
  const pointer = `${placed[at]?.pointer}/id`;
  const fault = at < 0 ? undefined : { pointer, expected: 'every id once', actual: placed[at]?.comment['id'] };
  return { seen: placed.length > 1, fault };
});

const counts = commentCheck('counts', '2.9/counts.not-negative', 'no count is negative', (placed) =>
  firstFault(placed, 'replyCount', ({ comment }) =>
    ['reportCount', 'reactionCount', 'replyCount'].every((field) => (numberAt(comment, field) ?? 0) >= 0)
      ? undefined
      : 'counts of 0 or more',
  ),
);

const entity = commentCheck('parent-entity', '2.9/parent.same', 'replies belong to one parent entity', (placed) => {
  const [first] = placed;
  return firstFault(placed.slice(1), 'parentEntityID', ({ comment }) =>
    ['parentEntityType', 'parentEntityID'].every((field) => comment[field] === first?.comment[field])
      ? undefined
      : `${first?.comment['parentEntityType']} ${first?.comment['parentEntityID']}, as the first`,
  );
});

const notItself = commentCheck(
  'id.replies',
  '4.18/id.replies',
  'the list holds replies, not the comment that was asked for',
  (placed, asked) =>
    firstFault(placed, 'id', ({ comment }) =>
      textAt(comment, 'id') === asked ? `another id than ${asked}` : undefined,
    ),
);

const direct = commentCheck(
  'direct',
  'D/comment-tree.direct',
  'the items have the comment that was asked for as parent',
  (placed, asked) =>
    firstFault(directOnly(placed), 'parentCommentID', ({ comment }) =>
      textAt(comment, 'parentCommentID') === asked ? undefined : asked,
    ),
);

const nested = commentCheck(
  'nested-parent',
  'D/comment-tree.nested',
  'a nested reply has the comment that carries it as parent',
  (placed) =>
    firstFault(nestedOnly(placed), 'parentCommentID', ({ comment, carrier }) =>
      textAt(comment, 'parentCommentID') === textAt(carrier, 'id') ? undefined : String(textAt(carrier, 'id')),
    ),
);

const replyCount = commentCheck(
  'reply-count',
  'D/comment-tree.replyCount',
  'replyCount is the number of direct replies',
  (placed) =>
    firstFault(placed, 'replyCount', ({ comment }) => {
      const count = listAt(comment, 'replies').length;
      return numberAt(comment, 'replyCount') === count ? undefined : String(count);
    }),
);

const reactionCount = commentCheck(
  'reaction-count',
  'D/comment-tree.reactionCount',
  'reactionCount is the number of reactions',
  (placed) =>
    firstFault(placed, 'reactionCount', ({ comment }) => {
      const count = listAt(comment, 'reactions').length;
      return numberAt(comment, 'reactionCount') === count ? undefined : String(count);
    }),
);

const oldestFirst = commentCheck(
  'oldest-first',
  'D/comment-tree.oldest-first',
  'replies come oldest first',
  (placed) => {
    const rows = directOnly(placed);
    const moments = rows.map(({ comment }) => momentOf(textAt(comment, 'createdAt') ?? ''));
    const at = firstOutOfOrder(moments, 'ascending');
    const seen = new Set(moments).size > 1;
    if (at === undefined) return { seen, fault: undefined };
    const one = rows[at];
    const pointer = `${one?.pointer}/createdAt`;
    return { seen, fault: { pointer, expected: 'not before the reply above', actual: one?.comment['createdAt'] } };
  },
);

/** Replies of another comment are others: the path decides, not the route alone. */
const others: Check = readCheck({
  id: 'comment-replies.id.other',
  title: 'another comment has other replies',
  clauses: ['4.18/id.replies'],
  kind: 'consistency',
  route: 'comment-replies',
  needs: ['comment'],
  cost: { 'comment-replies': 2 },
  run: async (context) => {
    const first = await replies(context);
    const ids = new Set(objectsIn(first.json).map((comment) => textAt(comment, 'id')));
    const carrier = objectsIn(first.json).find((comment) => listAt(comment, 'replies').length > 0);
    const other = textAt(carrier, 'id') ?? context.bindings.comments[1];
    if (other === undefined)
      return context.notTestable('only one comment with replies is known', 'name two in the target file');
    const answer = await sendPath(context, 'comment-replies', other, { limit: '100' });
    const at = objectsIn(answer.json).findIndex((comment) => ids.has(textAt(comment, 'id')));
    context.expect('4.18/id.replies', at < 0, answer, {
      pointer: `/${at}/id`,
      expected: `replies of comment ${other}`,
      actual: `a reply of comment ${context.bindings.comments[0]}`,
    });
  },
});

/** Replies of comments. */
export const commentChecks: readonly Check[] = [
  whole,
  once,
  counts,
  entity,
  notItself,
  others,
  direct,
  nested,
  replyCount,
  reactionCount,
  oldestFirst,
];
