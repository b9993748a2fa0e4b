/** sim/world/generated/titles: the wording of a generated event and its markets, its tags and its series. */
import type { Rng } from '../../../base/rng.ts';
import type { Series, Tag } from '../../../spec/resources/catalog-market.ts';
import { ODD_TITLES, PLACES, SHARED_TITLE, SUBJECTS, TAG_LABELS, TEAMS } from '../words.ts';
import { DAY_MS, isoText } from '../world.ts';
import type { EventKind } from './plan-parts.ts';

type EventWording = {
  readonly title: string;
  readonly markets: readonly { readonly question: string; readonly outcomes: readonly [string, string] }[];
};

const YES_NO: readonly [string, string] = ['Yes', 'No'];
/** Events after which wordings repeat with another season. */
const SEASON = 100;

export function wordEvent(rng: Rng, kind: EventKind, serial: number, count: number): EventWording {
  const place = PLACES[serial % PLACES.length] ?? '';
  const edition = Math.floor(serial / PLACES.length) + 1;
  const season = Math.floor(serial / SEASON);
  const inSeason = (text: string) => (season === 0 ? text : `${text} (season ${season + 1})`);
  const each = <Item>(make: (index: number) => Item) => Array.from({ length: count }, (_, index) => make(index));
  switch (kind) {
    case 'race': {
      const teams = rng.sample(TEAMS, count);
      const title = `${place} Cup, round ${edition}`;
      const teamOf = (index: number) => teams[index] ?? `side number ${index + 1}`;
      return {
        title,
        markets: each((index) => ({ question: `Will the ${teamOf(index)} win the ${title}?`, outcomes: YES_NO })),
      };
    }
    case 'ladder': {
      const subject = rng.pick(SUBJECTS);
      const title = inSeason(`${place}: will ${subject}?`);
      return {
        title,
        markets: each((index) => ({ question: ladderQuestion(title, serial, index), outcomes: YES_NO })),
      };
    }
    case 'match': {
      const [home = '', away = ''] = rng.sample(TEAMS, 2);
      const title = `${home} vs. ${away}`;
      const names = [title, `${title}: who scores first?`];
      return { title, markets: each((index) => ({ question: names[index] ?? title, outcomes: [home, away] })) };
    }
    case 'single': {
      const question = inSeason(ODD_TITLES[serial % ODD_TITLES.length] ?? SHARED_TITLE);
      return { title: question, markets: each(() => ({ question, outcomes: YES_NO })) };
    }
  }
}

/** Every ladder's second market has the shared title, its third another one. */
function ladderQuestion(title: string, serial: number, index: number): string {
  if (index === 1) return SHARED_TITLE;
  if (index === 2) return ODD_TITLES[(serial * 3 + 1) % ODD_TITLES.length] ?? title;
  return `${title} Step ${index + 1}`;
}

/** A slug of plain letters and digits; texts without any are called by `fallback`. */
export function slugOf(text: string, fallback: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? fallback : plain;
}

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

const TITLES = ['Harbour Cup', 'Weekly Weather', 'Ferry Log'];

export function seriesOf(serial: number, kind: EventKind, startMs: number): Series[] {
  const numbers = kind === 'race' ? [0] : serial % 5 === 2 ? [1, 2] : serial % 3 === 0 ? [2] : [];
  return numbers.map((number) => createSeries(number, startMs));
}

function createSeries(number: number, startMs: number): Series {
  const title = TITLES[number] ?? '';
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const picture = `https://pictures.touchstone.example/series/${number}.png`;
  return {
    id: String(9 + number),
    ticker: slug,
    slug,
    title,
    seriesType: number === 0 ? 'tournament' : 'single',
    recurrence: number === 1 ? 'weekly' : '',
    image: picture,
    icon: picture,
    active: true,
    closed: false,
    archived: false,
    createdAt: isoText(startMs - 300 * DAY_MS),
    updatedAt: isoText(startMs - number * DAY_MS),
  };
}
