/** sim/world/generated/titles: the wording of a generated event and its markets. */
import type { Rng } from '../../../base/rng.ts';
import { ODD_TITLES, PLACES, SHARED_TITLE, SUBJECTS, TEAMS } from '../words.ts';
import type { EventKind } from './plan-parts.ts';

export type EventWording = {
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
  const inSeason = (text: string): string => (season === 0 ? text : `${text} (season ${season + 1})`);
  const each = <Item>(make: (index: number) => Item): Item[] =>
    Array.from({ length: count }, (_, index) => make(index));
  switch (kind) {
    case 'race': {
      const teams = rng.sample(TEAMS, count);
      const title = `${place} Cup, round ${edition}`;
      const teamOf = (index: number): string => teams[index] ?? `side number ${index + 1}`;
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

/** Every ladder's second market has the shared title, its third an odd one. */
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
