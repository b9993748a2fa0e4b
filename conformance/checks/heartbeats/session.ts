/** conformance/checks/heartbeats/session: heartbeats (4.2) of the first wallet only, as it loses its orders later. */
import { textOrEmpty } from '../../../base/json.ts';
import { bare, isSuccess, withJson } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { firstWallet } from '../orders/plan.ts';

export function beat(context: CheckContext): Promise<Exchange> {
  return context.send(bare('POST', '/heartbeats'), firstWallet(context));
}

/** A heartbeat without a body that restarts the timer; ends the check if it is refused. */
export async function keepAlive(context: CheckContext): Promise<void> {
  const { status } = await beat(context);
  if (!isSuccess({ status })) context.notTestable(`a heartbeat was refused (status ${status})`, 'fix POST /heartbeats');
}

export function beatWith(context: CheckContext, payload: unknown): Promise<Exchange> {
  return context.send(withJson('POST', '/v1/heartbeats', payload), firstWallet(context));
}

/** Payloads that start a session, the one of the document profile first. */
export const STARTS = [
  ['start-empty', {}],
  ['start-null', { heartbeat_id: null }],
  ['start-blank', { heartbeat_id: '' }],
] as const;

/** Starts a session with the first payload that the service accepts; ends the check if it accepts none. */
export async function startSession(context: CheckContext): Promise<string> {
  for (const [, payload] of STARTS) {
    const response = await beatWith(context, payload);
    if (!isSuccess(response)) continue;
    const id = textOrEmpty(response.json, 'heartbeat_id');
    if (id !== '') return id;
    return context.notTestable(
      'the response that starts a session has no heartbeat_id',
      'see the findings about that response: without its id a session cannot be continued',
    );
  }
  return context.notTestable('no known payload starts a session', 'claim a profile whose heartbeat payload is known');
}

/** Longer than any session lives after its last beat. */
const LAPSE_MS = 20_000;

/** Lets a session lapse if the clock can be moved, so that no later check loses orders to it. */
export async function endSession(context: CheckContext): Promise<void> {
  await context.control?.advance(LAPSE_MS);
}

/** Ends the session that a check started, even if the check fails. */
export function inSession(run: Check['run']): Check['run'] {
  return async (context) => {
    try {
      await run(context);
    } finally {
      await endSession(context);
    }
  };
}
