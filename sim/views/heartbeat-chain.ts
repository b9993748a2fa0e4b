/** sim/views/heartbeat-chain: the next id of each key for `POST /v1/heartbeats`. The log lacks routes: no fold. */
import type { Ids } from '../ids.ts';

export type HeartbeatChain = {
  /** The id the key must send next, `''` before its first heartbeat. */
  expected(key: number): string;
  /** Moves the key on to its next id and returns it. */
  rotate(key: number): string;
};

/** Chains for keys below `keyCount`, from the seed, the key and the count in `rotations`, which is updated. */
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
