/** sim/world/creators: who runs the sites that events are made on. A creator's site identifier is its handle. */

import { newAddress } from './identity.ts';
import { DAY_MS, isoText } from './moment.ts';
import type { Rng } from './rng.ts';
import { SITES } from './words.ts';
import type { WorldCreator } from './world.ts';

/** How many creators a world usually has: more than the default page of the list. */
export const CREATORS = 27;

/** Names repeat, handles do not; two of three were created at the same moment as the one before them. */
export function createCreators(rng: Rng, count: number, startMs: number): WorldCreator[] {
  return Array.from({ length: count }, (_, index) => {
    const name = SITES[index % SITES.length] ?? '';
    const slug = name.toLowerCase().replaceAll(' ', '-');
    const site = index < SITES.length ? slug : `${slug}-${Math.floor(index / SITES.length) + 1}`;
    const createdAt = startMs - (200 - Math.floor(index / 3)) * DAY_MS;
    return {
      own: {
        id: String(95 + index),
        creatorName: name,
        creatorHandle: site,
        creatorUrl: `https://touchstone.example/${encodeURIComponent(site)}`,
        creatorImage: index % 4 === 0 ? '' : `https://pictures.touchstone.example/sites/${index}.png`,
        createdAt: isoText(createdAt),
        updatedAt: isoText(createdAt + (index % 5) * DAY_MS),
      },
      wallet: newAddress(rng),
      site,
    };
  });
}
