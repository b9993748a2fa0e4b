/**
 * sim/views/heartbeat-chain: the session id each API key must send next to `POST /v1/heartbeats`. It is the only view
 * that is no fold: the log records the heartbeat of a key, but not its route, and only this route rotates ids.
 */
import type { Ids } from '../ids.ts';

export type HeartbeatChain = {
  /** The id the key must send next, `''` before its first heartbeat. */
  expected(key: number): string;
  /** Moves the key on to its next id and returns it. */
  rotate(key: number): string;
};

/**
 * Chains for API keys numbered below `keyCount`. Ids follow from the seed, the key and the count of rotations.
 * `rotations` has the counts so far and is updated.
 */
export function createHeartbeatChain(ids: Ids, keyCount: number, rotations: Map<number, number>): HeartbeatChain {
  const idAt = (key: number, rotation: number): string => ids.heartbeat.encode(rotation * keyCount + key);
  return {
    expected(key) {
      const count = rotations.get(key);
      return count === undefined ? '' : idAt(key, count);
    },
    rotate(key) {
      const next = (rotations.get(key) ?? 0) + 1;
      rotations.set(key, next);
      return idAt(key, next);
    },
  };
}
