/**
 * conformance/checks/catalog/comments: the replies of a comment (interface 2.9, 4.18): they belong to the requested comment,
 * are complete at any depth, and appear once each.
 */

import { type JsonObject, listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import type { Check } from '../../check.ts';
import { check } from '../definition.ts';
import { sendPath } from '../requests.ts';
import { firstRepeated } from '../rows.ts';
import { commentCheck, firstDeviation, nestedOnly, replies } from './comment-walk.ts';

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
  ...commentCheck('nested-whole', '2.9/replies.recursive', 'nested replies have all fields of a comment', (placed) =>
    firstDeviation(nestedOnly(placed), ({ comment }) => {
      const lacking = fields.filter((field) => comment[field] === undefined || comment[field] === null);
      return Object.fromEntries(lacking.map((field) => [field, { $not: null }]));
    }),
  ),
  isOfForm: true,
};

const once = commentCheck('id.unique', '2.9/id.unique', 'a comment occurs once in a response', (placed) => {
  const at = firstRepeated(placed.map(({ comment }) => textAt(comment, 'id') ?? ''));
  const pointer = `${placed[at]?.pointer}/id`;
  const deviation =
    at < 0
      ? undefined
      : {
          pointer,
          expected: 'every id once',
          actual: placed[at]?.comment['id'],
          expectation: { body: { $unique: '/id' } },
        };
  return { seen: placed.length > 1, deviation };
});

const counts = commentCheck('counts', '2.9/counts.not-negative', 'no count is negative', (placed) =>
  firstDeviation(placed, ({ comment }) => {
    const negative = ['reportCount', 'reactionCount', 'replyCount'].filter(
      (field) => (numberAt(comment, field) ?? 0) < 0,
    );
    return Object.fromEntries(negative.map((field) => [field, { $gte: 0 }]));
  }),
);

const entity = commentCheck('parent-entity', '2.9/parent.same', 'replies belong to one parent entity', (placed) => {
  const { parentEntityType, parentEntityID } = placed[0]?.comment ?? {};
  return firstDeviation(placed.slice(1), () => ({ parentEntityType, parentEntityID }));
});

const notItself = commentCheck(
  'id.replies',
  'D/comment-tree.itself',
  'the list contains replies, not the requested comment',
  (placed, asked) =>
    firstDeviation(placed, ({ comment }) => (textAt(comment, 'id') === asked ? { id: { $not: asked } } : {})),
);

/** Replies of another comment differ: the response depends on the path, not on the route alone. */
const others: Check = check('comment-replies', 'id.other', {
  title: 'another comment has other replies',
  clauses: ['4.18/id.replies'],
  cost: { 'comment-replies': 2 },
  run: async (context) => {
    const [asked = ''] = context.bindings.comments;
    const first = await replies(context);
    const carrier = objectsIn(first.json).find((comment) => listAt(comment, 'replies').length > 0);
    const other = textAt(carrier, 'id') ?? context.bindings.comments[1];
    if (other === undefined || other === asked)
      return context.notTestable('only one comment with replies is known', 'name two in the target file');
    const response = await sendPath(context, 'comment-replies', other, { limit: '100' });
    // The other comment may itself precede its replies.
    const isOfFirst = (comment: JsonObject): boolean =>
      textAt(comment, 'parentCommentID') === asked && textAt(comment, 'id') !== other;
    const at = objectsIn(response.json).findIndex(isOfFirst);
    context.expect('4.18/id.replies', at < 0, response, {
      pointer: `/${at}/id`,
      expected: `replies of comment ${other}`,
      expectation: { at: { [`/${at}/parentCommentID`]: other } },
      actual: `a reply of comment ${asked}`,
    });
  },
});

export const commentChecks: readonly Check[] = [whole, once, counts, entity, notItself, others];
