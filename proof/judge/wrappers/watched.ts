/** proof/judge/wrappers/watched: detects whether a wrapper changed anything; a quirk that does not proves nothing. */
import type { Request, Response } from '../../../wire/message.ts';
import type { Wrap } from '../variant.ts';

type Message = Request | Response;

export function watched(wrap: Wrap): { readonly wrap: Wrap; hasChanged(): boolean } {
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

/** Most wrappers pass most messages unchanged, and bodies are long, so bodies are serialized only if they differ. */
function isSame(one: Message, other: Message) {
  if (one === other) return true;
  const hasSameBody = one.body === other.body || JSON.stringify(one.body) === JSON.stringify(other.body);
  return hasSameBody && JSON.stringify({ ...one, body: '' }) === JSON.stringify({ ...other, body: '' });
}
