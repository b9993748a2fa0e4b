/** sim/body: the JSON body of a request, or the refusal of one that cannot be read. */
import { ok, type Result, refuse } from '../base/result.ts';
import type { ServedRoute } from '../spec/route.ts';
import type { Request } from '../wire/message.ts';
import { badRequest, error, type RouteResponse } from './routes/call.ts';

const TOO_LARGE = 'the request body is too large';
/** The longest body that any route reads, in bytes of UTF-8. */
export const BODY_BYTES_MAX = 1024 * 1024;
/** A UTF-16 unit has at most this many bytes of UTF-8. */
const UNIT_BYTES_MAX = 3;

/** The refusal, on every route, of a body that is too long or that the edge could not read. */
export function unreadable(body: Request['body']): RouteResponse | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return isTooLong(body) ? error('too-large', TOO_LARGE) : undefined;
  switch (body.unreadable) {
    case 'too-large':
      return error('too-large', TOO_LARGE);
    case 'not-utf8':
      return badRequest('the request body is not UTF-8 text');
  }
}

function isTooLong(body: string) {
  return body.length * UNIT_BYTES_MAX > BODY_BYTES_MAX && Buffer.byteLength(body) > BODY_BYTES_MAX;
}

/** The parsed body, if the route takes one. Keys such as `__proto__` stay plain data. */
export function readBody(route: ServedRoute, body: Request['body']): Result<unknown, RouteResponse> {
  if (route.body === 'none') return ok(undefined);
  const isAbsent = typeof body !== 'string' || body === '';
  if (isAbsent && route.body === 'optional') return ok(undefined);
  if (isAbsent) return refuse(badRequest('a JSON body is required'));
  try {
    return ok(JSON.parse(body));
  } catch {
    return refuse(badRequest('the request body is not valid JSON'));
  }
}
