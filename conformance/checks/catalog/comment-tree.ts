/** conformance/checks/catalog/comment-tree: how the document profile nests, orders and counts replies (2.9). */
import { textAt } from '../../../base/json.ts';
import type { Check } from '../../check.ts';
import { textsOf } from '../rows.ts';
import { atAnyDepth, commentCheck, commentPatternCheck, directOnly, hasNested, placedIn } from './comments.ts';

const direct = commentPatternCheck(
  'direct',
  'D/comment-tree.direct',
  'the parent of every item is the requested comment',
  (id) => ({ $every: { parentCommentID: id } }),
);

const nested = commentCheck('nested-parent', {
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
});

function countCheck(what: string, counted: 'replies' | 'reactions', count: 'replyCount' | 'reactionCount'): Check {
  const number = { $relation: { left: `/${count}`, is: '=', right: `/${counted}`, as: 'count' } };
  const title = `${count} is the number of ${counted === 'replies' ? 'direct replies' : counted}`;
  return commentPatternCheck(what, `D/comment-tree.${count}`, title, () => atAnyDepth({ $every: number }));
}

const oldestFirst = commentPatternCheck(
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
);

export const commentTreeChecks = [
  direct,
  nested,
  countCheck('reply-count', 'replies', 'replyCount'),
  countCheck('reaction-count', 'reactions', 'reactionCount'),
  oldestFirst,
];
