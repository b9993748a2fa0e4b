/** sim/routes/heartbeats: `POST /v1/heartbeats`, with an id in each response, and `POST /heartbeats` (4.2). */
import { isObject } from '../../base/json.ts';
import { invariant } from '../../base/result.ts';
import type { Service } from '../service.ts';
import type { WorldAccount } from '../world/world.ts';
import { error, okJson, type RouteFunction, type RouteResponse } from './call.ts';

/** No id, `null` or `''` starts over; any but the latest id is refused with the expected one, and not counted. */
export const heartbeatV1: RouteFunction = (service, { body, caller, now }) => {
  invariant(caller !== undefined, 'heartbeats come from a verified wallet');
  if (!isObject(body)) return error('bad-request', 'the body must be a JSON object');
  const { heartbeat_id: id = null } = body;
  if (id !== null && typeof id !== 'string') return error('bad-request', 'heartbeat_id must be a string or null');
  const { heartbeats } = service.views;
  const expected = heartbeats.expected(caller.index);
  if (id !== null && id !== '' && id !== expected) return wrongId(expected);
  // First, so that the journal's record of the heartbeat has the id.
  const next = heartbeats.rotate(caller.index);
  keep(service, caller, now);
  return okJson(`{"heartbeat_id":"${next}"}`);
};

function wrongId(expected: string): RouteResponse {
  const detail = 'heartbeat_id must be the one of the latest answer';
  return { kind: 'error', condition: 'bad-request', detail, extra: { heartbeat_id: expected } };
}

/** Needs no body. */
export const heartbeat: RouteFunction = (service, { caller, now }) => {
  invariant(caller !== undefined, 'heartbeats come from a verified wallet');
  keep(service, caller, now);
  return okJson('{"status":"ok"}');
};

function keep(service: Service, caller: WorldAccount, now: number): void {
  const kept = service.world.venue.step({ kind: 'heartbeat', key: caller.index }, now);
  invariant(kept.ok, 'a heartbeat is never refused');
}
