/**
 * scenarios/stages/patience: requests to a deployment that nobody puts back to its start: what one scenario asked counts
 * against the limits of the next, so a throttled request waits and is sent again, until the scenario has waited enough.
 */
import type { Request } from '../../wire/message.ts';
import type { Outcome } from '../../wire/target.ts';

type Send = (request: Request) => Promise<Outcome>;

export type Patience = {
  /** As the `send` it was made of, but an answer 429 is waited out, as long as the deployment says. */
  readonly send: Send;
  /** Why the last answer is a 429 all the same; undefined where it is none. */
  exhausted(): string | undefined;
};

const TRIES = 5;
const LONGEST_MS = 15_000;
/** All that one scenario waits, milliseconds: with more of them a run would have no end. */
const WHOLE_MS = 60_000;

/** The patience of one scenario. */
export function patience(send: Send, sleep: (ms: number) => Promise<void>, wholeMs = WHOLE_MS): Patience {
  let waitedMs = 0;
  let why: string | undefined;
  return {
    async send(request) {
      why = undefined;
      for (let tried = 1; ; tried += 1) {
        const outcome = await send(request);
        if (!isThrottled(outcome)) return outcome;
        const wait = waitOf(outcome);
        if (tried === TRIES) why = `throttled ${TRIES} times, one wait after the other`;
        else if (waitedMs + wait > wholeMs) {
          why = `throttled again after ${waitedMs / 1_000} s of waiting, of the ${wholeMs / 1_000} s that one scenario may wait in all`;
        }
        if (why !== undefined) return outcome;
        await sleep(wait);
        waitedMs += wait;
      }
    },
    exhausted: () => why,
  };
}

function isThrottled(outcome: Outcome): boolean {
  return outcome.kind === 'response' && outcome.response.status === 429;
}

function waitOf(outcome: Outcome): number {
  const told = outcome.kind === 'response' ? Number(outcome.response.headers['retry-after']) : Number.NaN;
  return Number.isFinite(told) && told > 0 ? Math.min(LONGEST_MS, told * 1_000) : 1_000;
}
