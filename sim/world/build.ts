/** sim/world/build: builds a world from a seed and a name or a description. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DOCUMENT_RULES, type VenueRules } from '../../spec/venue/rules.ts';
import { generateWorld } from './generated/generated.ts';
import { WORLD_SIZES } from './generated/plan.ts';
import { loadWorld } from './recorded/recorded.ts';
import { worldSource } from './source.ts';
import type { World } from './world.ts';
import { WorldError } from './world-error.ts';
import type { WorldDescription } from './written/description.ts';
import { named, readDescription, readDescriptionFile } from './written/description-file.ts';
import { writeWorld } from './written/written.ts';

/**
 * `world`: `small`, `medium`, `large`, the path of a file with recorded catalog pages, the path of a YAML file
 * with a description (`.yaml`, `.yml`), or a description. `rules` hold on its venue from the first moment of its
 * history.
 * `onProgress` is called with the progress of a generated world, from 0 to 1.
 */
export type WorldRequest = Readonly<{
  seed: string;
  world: string | WorldDescription;
  rules?: VenueRules;
  /** Leaves invalid markets of recorded pages out. The first warning of the world has their number. */
  skipInvalidMarkets?: boolean | undefined;
  onProgress?: ((share: number) => void) | undefined;
}>;

/** The prefix of the name of a world that was given as a description. */
const WRITTEN = 'written:';

/** A name that identifies a world in any working directory, and the digest of its file. */
type LastingWorld = { readonly world: string; readonly content?: string };

/** The identity of a world, of which a description has only a digest, and an unreadable file its name. */
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
    // Building the world fails for the same reason and reports it with the path.
    return undefined;
  }
}

/** Builds the world. Throws `WorldError`, one line, if a file or description is invalid. */
export function buildWorld({ seed, world, rules = DOCUMENT_RULES, onProgress, ...how }: WorldRequest): World {
  if (typeof world !== 'string') return writeWorld(seed, readDescription(world), rules);
  if (world.startsWith(WRITTEN))
    throw new WorldError(`${world}: the description of this world is missing: pass it again`);
  if (/\.ya?ml$/i.test(world)) return writeFrom(world, seed, rules);
  const size = WORLD_SIZES.find((name) => name === world);
  if (size !== undefined) return generateWorld(seed, size, rules, onProgress);
  return loadWorld(seed, world, rules, how.skipInvalidMarkets === true);
}

/** Small worlds that later simulators begin, too: a process of tests creates hundreds of simulators of a few worlds. */
const shared = new Map<string, () => World>();
const SHARED_MAX = 4;

/** Begins the world of a request any number of times, and builds it at most once. */
export function sourceOf(request: WorldRequest): () => World {
  const begin = worldSource(() => buildWorld(request));
  if (request.world !== 'small' || request.onProgress !== undefined) return begin;
  const key = JSON.stringify([request.seed, request.rules]);
  const known = shared.get(key);
  if (known !== undefined) return known;
  const [oldest] = shared.keys();
  if (shared.size === SHARED_MAX && oldest !== undefined) shared.delete(oldest);
  shared.set(key, begin);
  return begin;
}

/** Faults of the description begin with the path of the file. */
function writeFrom(path: string, seed: string, rules: VenueRules): World {
  const description = readDescriptionFile(path);
  return named(path, () => writeWorld(seed, description, rules));
}

function digestOf(bytes: string | Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
