/** scenarios/stages/probe: plain reads of a deployment before a scenario begins. */
import { parseJson } from '../../base/json.ts';
import { get, isSuccess, type Request } from '../../wire/message.ts';
import type { SendOutcome } from '../../wire/target.ts';
import type { Read } from './found-values.ts';

/** Reads through `send`; undefined unless the response is a success with JSON. */
export function readerOf(send: (request: Request) => Promise<SendOutcome>): Read {
  return async (path, query = {}) => {
    const outcome = await send(get(path, query));
    return outcome.kind === 'response' && isSuccess(outcome.response) ? parseJson(outcome.response.body) : undefined;
  };
}
