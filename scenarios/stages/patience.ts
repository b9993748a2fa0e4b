/**
 * scenarios/stages/patience: requests to a deployment that nobody puts back to its start: what one scenario asked counts
 * against the limits of the next, so a throttled request waits and is sent again.
 */
import type { Request } from '../../wire/message.ts';
import type { Outcome } from '../../wire/target.ts';

type Send = (request: Request) => Promise<Outcome>;

const TRIES = 5;
const LONGEST_MS = 15_000;

/** As `send`, but an answer 429 is waited out, as long as the deployment says. */
export function patient(send: Send, sleep: (ms: number) => Promise<void>): Send {
  return async (request) => {
    let outcome = await send(request);
    for (let tried = 1; tried < TRIES && isThrottled(outcome); tried += 1) {
      await sleep(waitOf(outcome));
      outcome = await send(request);
    }
    return outcome;
  };
}

function isThrottled(outcome: Outcome): boolean {
  return outcome.kind === 'response' && outcome.response.status === 429;
}

function waitOf(outcome: Outcome): number {
  const told = outcome.kind === 'response' ? Number(outcome.response.headers['retry-after']) : Number.NaN;
  return Number.isFinite(told) && told > 0 ? Math.min(LONGEST_MS, told * 1_000) : 1_000;
}
