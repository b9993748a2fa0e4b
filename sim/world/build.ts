/** sim/world/build: the door of this folder: the world a name or a description and a seed stand for. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DOCUMENT_RULES, type VenueRules } from '../core/rules.ts';
import { generateWorld } from './generated/generated.ts';
import { WORLD_SIZES } from './generated/plan.ts';
import { loadWorld } from './recorded/recorded.ts';
import type { World } from './world.ts';
import { WorldError } from './world-error.ts';
import type { WorldDescription } from './written/description.ts';
import { readDescription, readDescriptionFile } from './written/description-file.ts';
import { writeWorld } from './written/written.ts';

/**
 * `seed`: any text. `world`: `small`, `medium`, `large`, the path of a file with recorded catalog pages, the path of a YAML file
 * with a description (`.yaml`, `.yml`), or a description itself. `rules`: what holds
 * on its venue, from the first day of its history on. `onProgress` hears now and then how much of a generated world is
 * done, from 0 to 1.
 */
export type WorldRequest = {
  readonly seed: string;
  readonly world: string | WorldDescription;
  readonly rules?: VenueRules;
  readonly onProgress?: ((share: number) => void) | undefined;
};

/** What the name of a world begins with that was given as a description. */
const WRITTEN = 'written:';

/** The name under which a world is found again from any working directory, and of a file what is in it. */
type LastingWorld = { readonly world: string; readonly content?: string };

/**
 * What a world is known by later. A description has no name: its digest tells whether it is the same one, and whoever has it must
 * bring it along. Of a file that cannot be read nothing but the name is known; whoever builds it says why.
 */
export function lasting(world: string | WorldDescription): LastingWorld {
  if (typeof world !== 'string') return { world: `${WRITTEN}${digestOf(JSON.stringify(readDescription(world)))}` };
  if (WORLD_SIZES.some((name) => name === world)) return { world };
  const content = contentOf(world);
  return { world: resolve(world), ...(content !== undefined && { content }) };
}

function contentOf(path: string): string | undefined {
  try {
    return digestOf(readFileSync(path));
  } catch {
    // Building the world fails for the same reason, and tells it with the path.
    return undefined;
  }
}

/** Builds the world. Throws `WorldError`, one line, where a file or description cannot be used. */
export function buildWorld({ seed, world, rules = DOCUMENT_RULES, onProgress }: WorldRequest): World {
  if (typeof world !== 'string') return writeWorld(seed, readDescription(world), rules);
  if (world.startsWith(WRITTEN)) throw new WorldError(`${world}: a world whose description is not at hand`);
  if (/\.ya?ml$/i.test(world)) return writeFrom(world, seed, rules);
  const size = WORLD_SIZES.find((name) => name === world);
  if (size !== undefined) return generateWorld(seed, size, rules, onProgress);
  return loadWorld(seed, world, rules);
}

/** Faults of the description begin with the path of the file. */
function writeFrom(path: string, seed: string, rules: VenueRules): World {
  const description = readDescriptionFile(path);
  try {
    return writeWorld(seed, description, rules);
  } catch (cause) {
    if (cause instanceof WorldError) throw new WorldError(`${path}: ${cause.message}`);
    throw cause;
  }
}

function digestOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
