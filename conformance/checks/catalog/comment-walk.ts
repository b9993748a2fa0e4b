/** conformance/checks/catalog/comment-walk: the comments of one response of `GET /comments/{id}`, with nested ones. */

import { type JsonObject, objectsIn } from '../../../base/json.ts';
import type { Check, CheckContext, ClauseId, Exchange } from '../../check.ts';
import { bodyLike } from '../assertions.ts';
import { check } from '../definition.ts';
import { sendPath } from '../requests.ts';

const DEEPEST = 50;

/** A comment of a response, its JSON pointer, and the comment that it replies to in the JSON. */
export type Placed = {
  readonly comment: JsonObject;
  readonly pointer: string;
  readonly carrier: JsonObject | undefined;
};

/** Every comment of a response, nested ones included, in the order of the response. */
export function placedIn(rows: unknown, at = '', carrier?: JsonObject, depth = 0): readonly Placed[] {
  if (depth > DEEPEST) return [];
  return objectsIn(rows).flatMap((comment, index) => {
    const pointer = `${at}/${index}`;
    return [{ comment, pointer, carrier }, ...placedIn(comment['replies'], `${pointer}/replies`, comment, depth + 1)];
  });
}

/** The largest page of replies of the comment that has the most. */
export function replies(context: CheckContext): Promise<Exchange> {
  return sendPath(context, 'comment-replies', context.bindings.comments[0] ?? '', { limit: '100' });
}

/** The pattern of a list of comments: `is` is that of the list with all nested replies. */
export function atAnyDepth(is: unknown): JsonObject {
  return { $flat: { by: '/replies', is } };
}

type CommentCheck = Pick<Check, 'title' | 'clauses'> & {
  /** Whether the response has something to judge. */
  readonly hasEvidence?: (placed: readonly Placed[]) => boolean;
  readonly judge: (context: CheckContext, response: Exchange, id: string) => void;
};

/** One check of the comments of one response. */
export function commentCheck(
  what: string,
  { hasEvidence = (placed) => placed.length > 0, judge, ...definition }: CommentCheck,
): Check {
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
export function commentPatternCheck(
  what: string,
  clause: ClauseId,
  title: string,
  patternOf: (id: string) => unknown,
  hasEvidence?: CommentCheck['hasEvidence'],
): Check {
  return commentCheck(what, {
    title,
    clauses: [clause],
    ...(hasEvidence && { hasEvidence }),
    judge: (context, of, id) => context.judge(bodyLike(clause, of, patternOf(id), title)),
  });
}

export const hasNested = (placed: readonly Placed[]): boolean => placed.some(({ carrier }) => carrier !== undefined);
/** The items of the response itself. */
export const directOnly = (placed: readonly Placed[]) => placed.filter(({ carrier }) => carrier === undefined);
