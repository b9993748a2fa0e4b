/**
 * sim/world/recorded/texts: recorded texts as the resources want them: moments of one spelling, so that text order is
 * time order, and URLs that are URLs. What is neither is left out with a warning.
 */
import { isIsoMoment } from '../../../spec/resources/resource.ts';
import { DAY_MS, isoText } from '../moment.ts';

/** `field` is relative to the market: `events[0].endDate`. */
export type Warn = (field: string, what: string) => void;

/** The moment in UTC to the millisecond; `missing` where there is none. */
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

/** The fields of a moment in any spelling that `isIsoMoment` knows. */
const FIELDS =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?:Z|([+-])(\d\d):?(\d\d)?)?)?$/;

/**
 * Milliseconds since the epoch; undefined where the text is no moment. One that names no zone is in UTC, on every machine.
 * Put together from its fields: what `Date.parse` makes of the rarer spellings is up to the engine.
 */
export function momentMs(text: string): number | undefined {
  if (!isIsoMoment(text)) return undefined;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '', sign, ...zone] =
    FIELDS.exec(text) ?? [];
  const [zoneHours = '0', zoneMinutes = '0'] = zone;
  const midnight = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const since = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000;
  const ahead = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000;
  if (Number(seconds) > 59 || since > DAY_MS) return undefined;
  return midnight + since + Number(fraction.slice(0, 3).padEnd(3, '0')) - (sign === '-' ? -ahead : ahead);
}

/** The URL, or "" where it is none. */
export function urlOrEmpty(text: string, field: string, warn: Warn): string {
  if (text === '' || URL.canParse(text)) return text;
  warn(field, 'is no absolute URL; left out');
  return '';
}
