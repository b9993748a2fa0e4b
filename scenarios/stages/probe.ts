/** scenarios/stages/probe: plain questions to a deployment, for what a stage has to know before a scenario begins. */
import { parseJson } from '../../spec/json.ts';
import { get, isSuccess, type Request } from '../../wire/message.ts';
import type { Outcome } from '../../wire/target.ts';
import type { Ask } from './found-values.ts';

/** Questions through `send`; anything but a success with JSON is no answer. */
export function asking(send: (request: Request) => Promise<Outcome>): Ask {
  return async (path, query = {}) => {
    const outcome = await send(get(path, query));
    return outcome.kind === 'response' && isSuccess(outcome.response) ? parseJson(outcome.response.body) : undefined;
  };
}
