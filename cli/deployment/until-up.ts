/** cli/deployment/until-up: waits for a deployment that is being started. */
import { deadlineOf } from '../../conformance/session/deadline.ts';
import { createStop } from '../../conformance/session/stop.ts';
import { get } from '../../wire/message.ts';
import type { SendOutcome, Target } from '../../wire/target.ts';

const PAUSE_MS = 500;
/** Statuses of a gateway whose service is not up yet, and of a service that is warming up. */
const WARMING: readonly number[] = [502, 503, 504];

type Trouble = Extract<SendOutcome, { kind: 'trouble' }>;

/** Waits until the target responds, for at most `waitMs` milliseconds or until `signal`. Returns the latest reason if it does not. */
export async function whyDown(target: Target, waitMs: number, signal?: AbortSignal): Promise<string | undefined> {
  const until = performance.now() + waitMs;
  const stop = createStop(signal);
  const late = (detail: string): Trouble => ({ kind: 'trouble', trouble: 'timeout', detail });
  try {
    for (let turn = 0; ; turn += 1) {
      const outcome = await stop.within(target.send(get('/markets', { limit: '1' })), deadlineOf(target), late);
      if (stop.why() !== undefined) return stop.sentence();
      const reason = whyNotUp(outcome);
      if (reason === undefined) return undefined;
      if (performance.now() + PAUSE_MS > until) return `not up after ${waitMs / 1_000} s: ${reason}`;
      if (turn === 0) console.error(`waiting for ${target.label}, at most ${waitMs / 1_000} s`);
      await stop.sleep(PAUSE_MS);
    }
  } finally {
    stop.release();
  }
}

function whyNotUp(outcome: SendOutcome): string | undefined {
  if (outcome.kind === 'response') {
    const { status } = outcome.response;
    return WARMING.includes(status) ? `status ${status}` : undefined;
  }
  const isPassing = outcome.trouble === 'unreachable' || outcome.trouble === 'timeout';
  return isPassing ? outcome.detail : undefined;
}

/** The target of a wait in vain, so that the run ends and reports like one whose target was never there. Nothing is sent to it. */
export function unreachable(target: Target, detail: string): Target {
  return { ...target, send: async () => ({ kind: 'trouble', trouble: 'unreachable', detail }) };
}
