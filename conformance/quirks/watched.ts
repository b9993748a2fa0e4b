/** conformance/quirks/watched: notices whether a wrapper really changed a request or an answer. A quirk that is idle shows nothing. */
import type { Request, Response } from '../../wire/message.ts';
import type { Wrap } from '../mutants/mutant.ts';

export type Watched = { readonly wrap: Wrap; hasChanged(): boolean };

/** The wrapper, watched from both sides. */
export function watched(wrap: Wrap): Watched {
  let hasChanged = false;
  return {
    hasChanged: () => hasChanged,
    wrap(handle, venue) {
      let inner: readonly (Request | Response)[] = [];
      const wrapped = wrap((request) => {
        const response = handle(request);
        inner = [request, response];
        return response;
      }, venue);
      return (request) => {
        const response = wrapped(request);
        // Most wrappers hand most requests and responses on as they are: the same objects need no comparison.
        const isSame = inner[0] === request && inner[1] === response;
        hasChanged ||= !isSame && JSON.stringify([request, response]) !== JSON.stringify(inner);
        return response;
      };
    },
  };
}
