/** sim/world/creators: who runs the sites that events are made on. A creator's site identifier is its handle. */

import { newAddress } from './identity.ts';
import { DAY_MS, isoText } from './moment.ts';
import type { Rng } from './rng.ts';
import { SITES } from './words.ts';
import type { WorldCreator } from './world.ts';

/** More than the default page of the list; names repeat, handles do not. */
const CREATORS = 27;

/** `CREATORS` creators; every third was created at the same moment as the one before it. */
export function createCreators(rng: Rng, startMs: number): WorldCreator[] {
  return Array.from({ length: CREATORS }, (_, index) => {
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
