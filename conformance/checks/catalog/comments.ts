/** conformance/checks/catalog/comments: replies are of the requested comment, complete, and appear once (2.9, 4.18). */

import { listAt, objectsIn, textAt } from '../../../base/json.ts';
import type { Check } from '../../check.ts';
import { bodyLike } from '../assertions.ts';
import { check } from '../definition.ts';
import { sendPath } from '../requests.ts';
import { atAnyDepth, commentPatternCheck, hasNested, replies } from './comment-walk.ts';

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

const once = commentPatternCheck(
  'id.unique',
  '2.9/id.unique',
  'a comment occurs once in a response',
  () => atAnyDepth({ $unique: '/id' }),
  (placed) => placed.length > 1,
);

const COUNT = { $any: [{ $absent: true }, { $not: { $lt: 0 } }] };

const counts = commentPatternCheck('counts', '2.9/counts.not-negative', 'no count is negative', () =>
  atAnyDepth({ $every: { reportCount: COUNT, reactionCount: COUNT, replyCount: COUNT } }),
);

const entity = commentPatternCheck(
  'parent-entity',
  '2.9/parent.same',
  'replies belong to one parent entity',
  () => atAnyDepth({ $all: [{ $alike: '/parentEntityType' }, { $alike: '/parentEntityID' }] }),
  (placed) => placed.length > 1,
);

const notItself = commentPatternCheck(
  'id.replies',
  'D/comment-tree.itself',
  'the list contains replies, not the requested comment',
  (parent) => atAnyDepth({ $every: { id: { $any: [{ $absent: true }, { $not: parent }] } } }),
);

/** Replies of another comment differ: the response depends on the path, not on the route alone. */
const others = check('comment-replies', 'id.other', {
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
});

export const commentChecks = [whole, once, counts, entity, notItself, others];
