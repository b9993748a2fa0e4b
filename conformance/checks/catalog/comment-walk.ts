/**
 * conformance/checks/catalog/comment-walk: the comments of one response of `GET /comments/{id}`, nested ones included, as a
 * check sees them.
 */

import type { JsonObject } from '../../../spec/json.ts';
import { objectsIn } from '../../../spec/json.ts';
import { shownAs } from '../../../wire/pattern/excerpt.ts';
import { match } from '../../../wire/pattern/match.ts';
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
      const response = await replies(context);
      const { seen, deviation } = judge(placedIn(response.json), context.bindings.comments[0] ?? '');
      if (!seen) {
        context.notTestable(
          'the replies are not enough to judge this',
          'name a comment with more replies in the target file',
        );
      }
      context.expect(clause, deviation === undefined, response, deviation ?? { expected: title, actual: '' });
    },
  });
}

/** The deviation of the first comment that does not match its pattern. */
export function firstDeviation(
  placed: readonly Placed[],
  patternOf: (one: Placed) => JsonObject,
): { readonly seen: boolean; readonly deviation: Deviation | undefined } {
  for (const one of placed) {
    const pattern = patternOf(one);
    const [wrong] = match(pattern, one.comment);
    if (wrong === undefined) continue;
    const { pointer, expected, actual } = wrong;
    const expectation = { at: { [one.pointer]: pattern } };
    const deviation = { pointer: `${one.pointer}${pointer}`, expected, actual: shownAs(actual), expectation };
    return { seen: true, deviation };
  }
  return { seen: placed.length > 0, deviation: undefined };
}

/** Comments nested in another one of the response. */
export const nestedOnly = (placed: readonly Placed[]) => placed.filter(({ carrier }) => carrier !== undefined);
/** The items of the response itself. */
export const directOnly = (placed: readonly Placed[]) => placed.filter(({ carrier }) => carrier === undefined);
