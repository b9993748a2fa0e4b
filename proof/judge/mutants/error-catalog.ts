/** proof/judge/mutants/error-catalog: refusals of catalog routes in another shape, or missing. */

import { family, type Mutant, type Wrap } from '../variant.ts';
import { bareText, forgiven, silent, underMessage } from '../wrappers/refusals.ts';
import { errors } from '../wrappers/responses.ts';

const { on } = family('error');

const typeless = errors(({ error }) => ({ error }));

/** Errors of this type get another type. */
function retyped(from: string, to: string): Wrap {
  return errors((json) => (json['type'] === from ? { ...json, type: to } : json));
}

export const catalogErrorMutants: readonly Mutant[] = [
  ...on('markets', [
    ['error-typeless', '7/markets.family', 'errors have no type', typeless],
    ['bad-request-word', '7/typed.bad-request', 'it is validation error', retyped('bad request', 'validation error')],
  ]),
  ...on('market-by-slug', [
    ['not-found-word', '7/typed.not-found', 'the type is not found', retyped('not found error', 'not found')],
    ['not-found-null', '7/market-by-slug.not-found', 'an unknown slug returns null', forgiven(null)],
  ]),
  ...on('event', [
    ['text-bad-request', '7/event.bad-request', 'an id that is bareText returns an empty object', forgiven({})],
    ['error-text', '7/event.family', 'errors are plain texts', bareText],
  ]),
  ...on('event-by-slug', [
    ['not-found-empty', '7/event-by-slug.not-found', 'an unknown slug returns an empty object', forgiven({})],
  ]),
  ...on('event-creators', [
    ['error-message', '7/event-creators.family', 'errors are under the key message', underMessage],
  ]),
  ...on('comment-replies', [
    [
      'not-found-list',
      '7/comment-replies.not-found',
      'an unknown comment has no replies',
      forgiven([], (json) => json['type'] === 'not found error'),
    ],
  ]),
  ...on('profile', [
    ['not-found-mislabelled', '7/typed.not-found', 'it is a bad request', retyped('not found error', 'bad request')],
    ['error-empty', '7/profile.family', 'errors have no body', silent],
  ]),
];
