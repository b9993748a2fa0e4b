/** sim/world/build: the door of this folder: the world a name and a seed stand for. */
import { resolve } from 'node:path';
import { DOCUMENT_RULES, type VenueRules } from '../core/rules.ts';
import { generateWorld } from './generated/generated.ts';
import { WORLD_SIZES } from './generated/plan.ts';
import { loadWorld } from './recorded/recorded.ts';
import type { World } from './world.ts';

/**
 * `seed`: any text. `world`: `small`, `medium`, `large`, or the path of a file with recorded catalogue pages. `rules`: what holds
 * on its exchange, from the first day of its history on. `onProgress` hears now and then how much of a generated world is
 * done, from 0 to 1.
 */
export type WorldRequest = {
  readonly seed: string;
  readonly world: string;
  readonly rules?: VenueRules;
  readonly onProgress?: ((share: number) => void) | undefined;
};

/** The name under which a world is found again from any working directory. */
export function lasting(world: string): string {
  return WORLD_SIZES.some((name) => name === world) ? world : resolve(world);
}

/** Builds the world. Throws `WorldError`, one line, where a recorded file cannot be used. */
export function buildWorld({ seed, world, rules = DOCUMENT_RULES, onProgress }: WorldRequest): World {
  const size = WORLD_SIZES.find((name) => name === world);
  if (size !== undefined) return generateWorld(seed, size, rules, onProgress);
  return loadWorld(seed, world, rules);
}
