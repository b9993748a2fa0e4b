/** sim/world/build: the door of this folder: the world a name and a seed stand for. */
import { generateWorld } from './generated/generated.ts';
import { loadWorld } from './recorded/recorded.ts';
import type { World } from './world.ts';

/** `seed`: any text. `world`: `small`, `medium`, or the path of a file with recorded catalogue pages. */
export type WorldRequest = { readonly seed: string; readonly world: string };

/** Builds the world. Throws `WorldError`, one line, where a recorded file cannot be used. */
export function buildWorld({ seed, world }: WorldRequest): World {
  if (world === 'small' || world === 'medium') return generateWorld(seed, world);
  return loadWorld(seed, world);
}
