/** scenarios/stages/patience: retries throttled requests, because scenarios share the limits of a deployment. */
import type { Request, SendOutcome } from '../../wire/message.ts';

type Send = (request: Request) => Promise<SendOutcome>;

export type Patience = {
  /** The original `send`, with a retry after each 429, when `Retry-After` has passed. */
  readonly send: Send;
  /** Why the last response is still a 429; undefined for any other. */
  exhausted(): string | undefined;
};

const TRIES = 5;
const LONGEST_MS = 15_000;
/** The longest total wait of one scenario, milliseconds. */
const WHOLE_MS = 60_000;

export function patience(send: Send, sleep: (ms: number) => Promise<void>, wholeMs = WHOLE_MS): Patience {
  let waitedMs = 0;
  let why: string | undefined;
  return {
    async send(request) {
      why = undefined;
      for (let tried = 1; ; tried += 1) {
        const outcome = await send(request);
        if (outcome.kind !== 'response' || outcome.response.status !== 429) return outcome;
        const wait = waitOf(outcome);
        if (tried === TRIES) why = `throttled ${TRIES} times, one wait after the other`;
        else if (waitedMs + wait > wholeMs) {
          why =
            `throttled again after ${waitedMs / 1_000} s of waiting, ` +
            `of the ${wholeMs / 1_000} s that one scenario may wait in all`;
        }
        if (why !== undefined) return outcome;
        await sleep(wait);
        waitedMs += wait;
      }
    },
    exhausted: () => why,
  };
}

function waitOf(outcome: SendOutcome): number {
  const seconds = outcome.kind === 'response' ? Number(outcome.response.headers['retry-after']) : NaN;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(LONGEST_MS, seconds * 1_000) : 1_000;
}
