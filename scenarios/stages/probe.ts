/** scenarios/stages/probe: plain reads of a deployment before a scenario begins. */
import { parseJson } from '../../base/json.ts';
import { get, isSuccess, type Request } from '../../wire/message.ts';
import type { SendOutcome } from '../../wire/target.ts';
import type { Ask } from './found-values.ts';

/** Reads through `send`; undefined unless the response is a success with JSON. */
export function asking(send: (request: Request) => Promise<SendOutcome>): Ask {
  return async (path, query = {}) => {
    const outcome = await send(get(path, query));
    return outcome.kind === 'response' && isSuccess(outcome.response) ? parseJson(outcome.response.body) : undefined;
  };
}
