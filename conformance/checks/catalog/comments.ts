/**
 * conformance/checks/catalog/comments: replies are of the requested comment, complete, unique, nested, ordered and
 * counted (2.9, 4.18).
 */

import { type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import type { Check, CheckContext, ClauseId, Exchange } from '../../check.ts';
import { bodyLike, textsOf } from '../assertions.ts';
import { check, sendPath } from '../definition.ts';

const DEEPEST = 50;

/** A comment of a response, its JSON pointer, and the comment that it replies to in the JSON. */
type Placed = {
  readonly comment: JsonObject;
  readonly pointer: string;
  readonly carrier: JsonObject | undefined;
};

/** Every comment of a response, nested ones included, in the order of the response. */
function placedIn(rows: unknown, at = '', carrier?: JsonObject, depth = 0): readonly Placed[] {
  if (depth > DEEPEST) return [];
  return objectsIn(rows).flatMap((comment, index) => {
    const pointer = `${at}/${index}`;
    return [{ comment, pointer, carrier }, ...placedIn(comment['replies'], `${pointer}/replies`, comment, depth + 1)];
  });
}

/** The largest page of replies of the comment that has the most. */
function replies(context: CheckContext) {
  return sendPath(context, 'comment-replies', context.bindings.comments[0] ?? '', { limit: '100' });
}

/** The pattern of a list of comments: `is` is that of the list with all nested replies. */
function atAnyDepth(is: unknown): JsonObject {
  return { $flat: { by: '/replies', is } };
}

type CommentCheck = Pick<Check, 'title' | 'clauses'> & {
  /** Whether the response has something to judge. */
  readonly hasEvidence?: (placed: readonly Placed[]) => boolean;
  readonly judge: (context: CheckContext, response: Exchange, id: string) => void;
};

/** One check of the comments of one response. */
function commentCheck(
  what: string,
  { hasEvidence = (placed) => placed.length > 0, judge, ...definition }: CommentCheck,
) {
  return check('comment-replies', what, {
    ...definition,
    async run(context) {
      const response = await replies(context);
      if (!hasEvidence(placedIn(response.json)))
        context.notTestable(
          'the replies are not enough to judge this',
          'name a comment with more replies in the target file',
        );
      judge(context, response, context.bindings.comments[0] ?? '');
    },
  });
}

/** One check that the comments of one response match a pattern; `id` is the id of the requested comment. */
function commentPatternCheck(
  what: string,
  clause: ClauseId,
  title: string,
  patternOf: (id: string) => unknown,
  hasEvidence?: CommentCheck['hasEvidence'],
) {
  return commentCheck(what, {
    title,
    clauses: [clause],
    ...(hasEvidence && { hasEvidence }),
    judge: (context, of, id) => context.judge(bodyLike(clause, of, patternOf(id), title)),
  });
}

const hasNested = (placed: readonly Placed[]) => placed.some(({ carrier }) => carrier !== undefined);
/** The items of the response itself. */
const directOnly = (placed: readonly Placed[]) => placed.filter(({ carrier }) => carrier === undefined);

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

const whole: Check = {
  ...commentPatternCheck(
    'nested-whole',
    '2.9/replies.recursive',
    'nested replies have all fields of a comment',
    () => {
      const complete = Object.fromEntries(fields.map((field) => [field, { $not: null }]));
      return { $every: { replies: atAnyDepth({ $every: complete }) } };
    },
    hasNested,
  ),
  isOfForm: true,
};

const COUNT = { $any: [{ $absent: true }, { $not: { $lt: 0 } }] };

function countCheck(what: string, counted: 'replies' | 'reactions', count: 'replyCount' | 'reactionCount') {
  const number = { $relation: { left: `/${count}`, is: '=', right: `/${counted}`, as: 'count' } };
  const title = `${count} is the number of ${counted === 'replies' ? 'direct replies' : counted}`;
  return commentPatternCheck(what, `D/comment-tree.${count}`, title, () => atAnyDepth({ $every: number }));
}

export const commentChecks = [
  whole,
  commentPatternCheck(
    'id.unique',
    '2.9/id.unique',
    'a comment occurs once in a response',
    () => atAnyDepth({ $unique: '/id' }),
    (placed) => placed.length > 1,
  ),
  commentPatternCheck('counts', '2.9/counts.not-negative', 'no count is negative', () =>
    atAnyDepth({ $every: { reportCount: COUNT, reactionCount: COUNT, replyCount: COUNT } }),
  ),
  commentPatternCheck(
    'parent-entity',
    '2.9/parent.same',
    'replies belong to one parent entity',
    () => atAnyDepth({ $all: [{ $alike: '/parentEntityType' }, { $alike: '/parentEntityID' }] }),
    (placed) => placed.length > 1,
  ),
  commentPatternCheck(
    'id.replies',
    'D/comment-tree.itself',
    'the list contains replies, not the requested comment',
    (parent) => atAnyDepth({ $every: { id: { $any: [{ $absent: true }, { $not: parent }] } } }),
  ),

  /** Replies of another comment differ: the response depends on the path, not on the route alone. */
  check('comment-replies', 'id.other', {
    title: 'another comment has other replies',
    clauses: ['4.18/id.replies'],
    cost: { 'comment-replies': 2 },
    async run(context) {
      const [parent = ''] = context.bindings.comments;
      const first = await replies(context);
      const carrier = objectsIn(first.json).find((comment) => listAt(comment, 'replies').length > 0);
      const other = textAt(carrier, 'id') ?? context.bindings.comments[1];
      if (other === undefined || other === parent)
        return context.notTestable('only one comment with replies is known', 'name two in the target file');
      const response = await sendPath(context, 'comment-replies', other, { limit: '100' });
      // The other comment may itself precede its replies.
      const foreign = { parentCommentID: parent, id: { $not: other } };
      context.judge(
        bodyLike('4.18/id.replies', response, { $not: { $contains: [foreign] } }, `comment ${other} is requested`),
      );
    },
  }),
  commentPatternCheck('direct', 'D/comment-tree.direct', 'the parent of every item is the requested comment', (id) => ({
    $every: { parentCommentID: id },
  })),
  commentCheck('nested-parent', {
    title: 'the parent of a nested reply is the comment that contains it',
    clauses: ['D/comment-tree.nested'],
    hasEvidence: hasNested,
    judge: (context, response) => {
      const idOf = (comment: unknown) => textAt(comment, 'id');
      const wrong = placedIn(response.json).find(
        ({ comment, carrier }) => carrier !== undefined && textAt(comment, 'parentCommentID') !== idOf(carrier),
      );
      const fault = wrong && {
        pointer: `${wrong.pointer}/parentCommentID`,
        expected: `${idOf(wrong.carrier)}, the comment that contains the reply`,
        actual: wrong.comment['parentCommentID'],
      };
      context.judgeBy('D/comment-tree.nested', response, fault, 'a reply is compared with the comment around it');
    },
  }),
  countCheck('reply-count', 'replies', 'replyCount'),
  countCheck('reaction-count', 'reactions', 'reactionCount'),
  commentPatternCheck(
    'oldest-first',
    'D/comment-tree.oldest-first',
    'replies are sorted oldest first',
    () => ({ $sorted: { by: '/createdAt', as: 'moment' } }),
    (placed) =>
      new Set(
        textsOf(
          directOnly(placed).map(({ comment }) => comment),
          'createdAt',
        ),
      ).size > 1,
  ),
];
