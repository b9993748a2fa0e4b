/** sim/http/settle: one response for each request, also from a handler that throws, rejects or never ends. */
import { messageOf } from '../../base/system-code.ts';
import type { Response } from '../../wire/message.ts';
import { jsonResponse } from '../headers.ts';

/** Calls `done` once: with the response, or with a 500 that states the failure. A late response is dropped. */
export function settle(
  respond: () => Response | Promise<Response>,
  done: (response: Response) => void,
  limitMs: number,
): void {
  let pending: Response | Promise<Response>;
  try {
    pending = respond();
  } catch (error) {
    done(failure(`the handler threw: ${messageOf(error)}`));
    return;
  }
  if (!(pending instanceof Promise)) {
    done(pending);
    return;
  }
  let isOver = false;
  const finish = (response: Response): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    done(response);
  };
  const timer = setTimeout(finish, limitMs, failure(`the handler did not end within ${limitMs} ms`)).unref();
  pending.then(finish, (error: unknown) => finish(failure(`the handler rejected: ${messageOf(error)}`)));
}

const failure = (error: string): Response => jsonResponse(500, { error });
