/** sim/world/source: a world that can begin any number of times. */
import { invariant } from '../../base/result.ts';
import { restoreVenue } from '../core/venue.ts';
import type { World } from './world.ts';

/** The world that `build` returns, built once. Each later call restores its venue from a snapshot. */
export function worldSource(build: () => World): () => World {
  let kept: { readonly world: Omit<World, 'venue'>; readonly snapshot: Uint8Array } | undefined;
  return () => {
    if (kept === undefined) {
      const { venue, ...world } = build();
      kept = { world, snapshot: venue.snapshot() };
      return { ...world, venue };
    }
    const restored = restoreVenue(kept.snapshot);
    invariant(restored.ok, 'the snapshot is whole');
    return { ...kept.world, venue: restored.value };
  };
}
