/** sim/world/generated/tags: the tags of generated events: shared by many, some by one, and events with none. */
import type { Tag } from '../../../spec/resources/catalog-event.ts';
import { DAY_MS, isoText } from '../moment.ts';
import { TAG_LABELS } from '../words.ts';
import { slugOf } from './titles.ts';

const FIRST_TAG_ID = 97;

/** One to three tags of event number `serial`; every thirteenth event has none. */
export function tagsOf(serial: number, startMs: number): Tag[] {
  if (serial % 13 === 7) return [];
  const picks = [serial % 4, (serial * 3 + 4) % TAG_LABELS.length, (serial * 7 + 5) % TAG_LABELS.length];
  const chosen = new Set(picks.slice(0, 1 + (serial % 3)));
  return [...chosen].map((number) => createTag(number, startMs));
}

function createTag(number: number, startMs: number): Tag {
  const label = TAG_LABELS[number] ?? '';
  return {
    id: String(FIRST_TAG_ID + number),
    label,
    slug: slugOf(label, `tag-${number}`),
    createdAt: isoText(startMs - 300 * DAY_MS),
    updatedAt: isoText(startMs - (100 - number) * DAY_MS),
    requiresTranslation: number % 5 === 1,
  };
}
