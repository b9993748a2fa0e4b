/** cli/deployment/until-up: waits for a deployment that is being started. */
import { setTimeout as sleep } from 'node:timers/promises';
import { troubleLine } from '../../conformance/discovery/preflight.ts';
import { get } from '../../wire/message.ts';
import type { SendOutcome, Target } from '../../wire/target.ts';
import { CliError, EXIT } from '../exit.ts';

const PAUSE_MS = 500;
/** Statuses of a gateway whose service is not up yet, and of a service that is warming up. */
const WARMING: readonly number[] = [502, 503, 504];

/** Resolves once the target answers a request. Throws `CliError` after `waitMs` milliseconds, with the latest reason. */
export async function untilUp(target: Target, waitMs: number): Promise<void> {
  const until = performance.now() + waitMs;
  for (let turn = 0; ; turn += 1) {
    const outcome = await target.send(get('/markets', { limit: '1' }));
    const reason = whyNotUp(outcome);
    if (reason === undefined) return;
    if (performance.now() + PAUSE_MS > until) {
      await target.close();
      throw new CliError(`${target.label} is not up after ${waitMs / 1_000} s: ${reason}`, EXIT.unreachable);
    }
    if (turn === 0) console.error(`waiting for ${target.label}, at most ${waitMs / 1_000} s`);
    await sleep(PAUSE_MS);
  }
}

function whyNotUp(outcome: SendOutcome): string | undefined {
  if (outcome.kind === 'response') {
    const { status } = outcome.response;
    return WARMING.includes(status) ? `it answers ${status}` : undefined;
  }
  const isPassing = outcome.trouble === 'unreachable' || outcome.trouble === 'timeout';
  return isPassing ? troubleLine(outcome.trouble, outcome.detail) : undefined;
}
