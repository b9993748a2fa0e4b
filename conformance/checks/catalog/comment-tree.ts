/** conformance/checks/catalog/comment-tree: how the document profile nests, orders and counts replies (interface 2.9). */
import { listAt, textAt } from '../../../spec/json.ts';
import { firstOutOfOrder, momentOf } from '../../../wire/pattern/collation.ts';
import type { Check } from '../../check.ts';
import { commentCheck, directOnly, firstDeviation, nestedOnly } from './comment-walk.ts';

const direct = commentCheck(
  'direct',
  'D/comment-tree.direct',
  'the parent of every item is the requested comment',
  (placed, asked) => firstDeviation(directOnly(placed), () => ({ parentCommentID: asked })),
);

const nested = commentCheck(
  'nested-parent',
  'D/comment-tree.nested',
  'the parent of a nested reply is the comment that contains it',
  (placed) => firstDeviation(nestedOnly(placed), ({ carrier }) => ({ parentCommentID: textAt(carrier, 'id') })),
);

const replyCount = commentCheck(
  'reply-count',
  'D/comment-tree.replyCount',
  'replyCount is the number of direct replies',
  (placed) => firstDeviation(placed, ({ comment }) => ({ replyCount: listAt(comment, 'replies').length })),
);

const reactionCount = commentCheck(
  'reaction-count',
  'D/comment-tree.reactionCount',
  'reactionCount is the number of reactions',
  (placed) => firstDeviation(placed, ({ comment }) => ({ reactionCount: listAt(comment, 'reactions').length })),
);

const oldestFirst = commentCheck(
  'oldest-first',
  'D/comment-tree.oldest-first',
  'replies are sorted oldest first',
  (placed) => {
    const rows = directOnly(placed);
    const moments = rows.map(({ comment }) => momentOf(textAt(comment, 'createdAt') ?? ''));
    const at = firstOutOfOrder(moments, 'ascending');
    const seen = new Set(moments).size > 1;
    if (at < 0) return { seen, deviation: undefined };
    const one = rows[at];
    const pointer = `${one?.pointer}/createdAt`;
    return {
      seen,
      deviation: {
        pointer,
        expected: 'not before the reply above',
        actual: one?.comment['createdAt'],
        expectation: { body: { $sorted: { by: '/createdAt' } } },
      },
    };
  },
);

export const commentTreeChecks: readonly Check[] = [direct, nested, replyCount, reactionCount, oldestFirst];
