/** sim/world/recorded/texts: recorded moments and URLs in the form of the resources; others are omitted. */
import { momentMs } from '../../../base/iso-moment.ts';
import { isoText } from '../moment.ts';

/** `field` is relative to the market: `events[0].endDate`. */
export type Warn = (field: string, what: string) => void;

/** The moment in UTC to the millisecond; `missing` if there is none. */
export function momentText(text: string, field: string, warn: Warn, missing = ''): string {
  if (text === '') return missing;
  const ms = momentMs(text);
  if (ms !== undefined) return isoText(ms);
  warn(
    field,
    `${JSON.stringify(text.slice(0, 40))} is no ISO 8601 moment; ${missing === '' ? 'left out' : 'replaced'}`,
  );
  return missing;
}

export function urlOrEmpty(text: string, field: string, warn: Warn): string {
  if (text === '' || URL.canParse(text)) return text;
  warn(field, 'is no absolute URL; left out');
  return '';
}
