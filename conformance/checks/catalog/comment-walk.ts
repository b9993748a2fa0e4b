/**
 * conformance/checks/catalog/comment-walk: the comments of one response of `GET /comments/{id}`, nested ones included, as a
 * check sees them.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { objectsIn } from '../../../spec/json.ts';
import type { Check, CheckContext, Deviation, Exchange } from '../../check.ts';
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
function placedIn(rows: unknown, at = '', carrier?: JsonObject, depth = 0): readonly Placed[] {
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

/** One check of the comments of one response. `seen` is true if the response has something to judge. */
export function commentCheck(
  what: string,
  clause: string,
  title: string,
  judge: (
    placed: readonly Placed[],
    asked: string,
  ) => { readonly seen: boolean; readonly deviation: Deviation | undefined },
): Check {
  return check('comment-replies', what, {
    title,
    clauses: [clause],
    run: async (context) => {
      const answer = await replies(context);
      const { seen, deviation } = judge(placedIn(answer.json), context.bindings.comments[0] ?? '');
      if (!seen) {
        context.notTestable(
          'the replies are not enough to judge this',
          'name a comment with more replies in the target file',
        );
      }
      context.expect(clause, deviation === undefined, answer, deviation ?? { expected: title, actual: '' });
    },
  });
}

/** The deviation of the first comment for which `wrong` returns an expected value. */
export function firstDeviation(
  placed: readonly Placed[],
  field: string,
  wrong: (one: Placed) => string | undefined,
): { readonly seen: boolean; readonly deviation: Deviation | undefined } {
  const at = placed.findIndex((one) => wrong(one) !== undefined);
  const one = placed[at];
  const seen = placed.length > 0;
  if (one === undefined) return { seen, deviation: undefined };
  return {
    seen,
    deviation: { pointer: `${one.pointer}/${field}`, expected: wrong(one) ?? '', actual: one.comment[field] },
  };
}

/** Comments nested in another one of the response. */
export const nestedOnly = (placed: readonly Placed[]) => placed.filter(({ carrier }) => carrier !== undefined);
/** The items of the response itself. */
export const directOnly = (placed: readonly Placed[]) => placed.filter(({ carrier }) => carrier === undefined);
