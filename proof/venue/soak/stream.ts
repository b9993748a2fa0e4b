/** proof/venue/soak/stream: the named random streams of a seed: a new consumer does not shift the draws of another. */
import seedrandom from 'seedrandom';
import type { Stream } from '../../../model/draws.ts';

/** The stream of a seed with this name: the same draws on any machine. */
export function streamOf(seed: number, name: string): Stream {
  const source = seedrandom(`soak/${seed}/${name}`);
  // The state of four zero words never changes.
  return { x: source.int32() | 1, y: source.int32(), z: source.int32(), w: source.int32() };
}
