/** sim/world/listing: the fields that the catalogs of invented markets have in common. */
import type { Rng } from '../../base/rng.ts';
import { slugOf } from './generated/titles.ts';
import { newHash, newTokenId } from './identity.ts';
import type { WorldEvent, WorldMarket } from './world.ts';

/** Ids grow from here, past a power of ten in a small world already. */
export const FIRST_MARKET_ID = 99_975;
export const FIRST_EVENT_ID = 991;

export function picture(folder: string, serial: number): string {
  return `https://pictures.touchstone.example/${folder}/${serial}.png`;
}

type Words = Pick<WorldMarket['catalog'], 'question' | 'description'> & Pick<WorldMarket, 'outcomes'>;

/** Draws the ids of a market of `event`: its tokens, its condition, its question. */
export function listing(
  rng: Rng,
  event: WorldEvent,
  index: number,
  id: number,
  { question, outcomes, description }: Words,
): Pick<WorldMarket, 'index' | 'event' | 'outcomes' | 'tokenIds' | 'catalog'> {
  const { resolutionSource, startDate, endDate, createdAt, updatedAt } = event.own;
  const tokenIds: readonly [string, string] = [newTokenId(rng), newTokenId(rng)];
  return {
    index,
    event,
    outcomes,
    tokenIds,
    catalog: {
      id: String(id),
      question,
      conditionId: newHash(rng),
      slug: `${slugOf(question, 'market')}-${index}`,
      resolutionSource,
      startDate,
      endDate,
      image: picture('markets', index),
      icon: picture('markets', index),
      description,
      outcomes: JSON.stringify(outcomes),
      clobTokenIds: JSON.stringify(tokenIds),
      createdAt,
      updatedAt,
      questionID: newHash(rng),
    },
  };
}
