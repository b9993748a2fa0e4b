/** conformance/quirks/watched: notices whether a wrapper really changed a request or an answer. A quirk that is idle shows nothing. */
import type { Request, Response } from '../../wire/message.ts';
import type { Wrap } from '../mutants/mutant.ts';

export type Watched = { readonly wrap: Wrap; hasChanged(): boolean };

type Message = Request | Response;

/** The wrapper, watched from both sides. */
export function watched(wrap: Wrap): Watched {
  let hasChanged = false;
  return {
    hasChanged: () => hasChanged,
    wrap(handle, internals) {
      let inner: readonly [Request, Response] | undefined;
      const wrapped = wrap((request) => {
        const response = handle(request);
        inner = [request, response];
        return response;
      }, internals);
      return (request) => {
        const response = wrapped(request);
        hasChanged ||= inner === undefined || !isSame(request, inner[0]) || !isSame(response, inner[1]);
        return response;
      };
    },
  };
}

/** Most wrappers pass most messages by, and bodies are long: they are written out only when they differ. */
function isSame(one: Message, other: Message): boolean {
  if (one === other) return true;
  const hasSameBody = one.body === other.body || JSON.stringify(one.body) === JSON.stringify(other.body);
  return hasSameBody && JSON.stringify({ ...one, body: '' }) === JSON.stringify({ ...other, body: '' });
}
