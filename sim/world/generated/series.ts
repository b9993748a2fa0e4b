/** sim/world/generated/series: the series generated events belong to: most to none, some to one, one to two. */
import type { Series } from '../../../spec/resources/catalog-event.ts';
import { DAY_MS, isoText } from '../moment.ts';
import type { EventKind } from './plan-parts.ts';

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
