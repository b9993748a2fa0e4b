/** sim/world/source: a world that can be begun again and again. */
import { invariant } from '../../spec/result.ts';
import { restoreExchange } from '../core/exchange.ts';
import type { World } from './world.ts';

/** The world that `build` returns, built once: from then on it is begun anew from what its exchange was. */
export function worldSource(build: () => World): () => World {
  let kept: { readonly world: Omit<World, 'exchange'>; readonly snapshot: Uint8Array } | undefined;
  return () => {
    if (kept === undefined) {
      const { exchange, ...world } = build();
      kept = { world, snapshot: exchange.snapshot() };
      return { ...world, exchange };
    }
    const restored = restoreExchange(kept.snapshot);
    invariant(restored.ok, 'a snapshot of our own is whole');
    return { ...kept.world, exchange: restored.value };
  };
}
