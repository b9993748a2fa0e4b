/** base/iso-moment: moments as texts: the spellings of ISO 8601 and their values (interface section 2). */

const DAY_MS = 86_400_000;
/** Longer than any spelling with a fraction of practical use. */
const LENGTH_MAX = 100;

const MONTH_DAY = /(?<month>0[1-9]|1[0-2])-?(?<day>0[1-9]|[12]\d|3[01])/;
const WEEK_DAY = /W(?<week>0[1-9]|[1-4]\d|5[0-3])-?(?<weekday>[1-7])/;
/** A day of a month, of a week, or of a year; in the basic or the extended format. */
const DATE = new RegExp(`(?<year>\\d{4})(?:-?${MONTH_DAY.source}|-?${WEEK_DAY.source}|-?(?<ordinal>\\d{3}))`);
/** The fraction is that of the last unit. */
const TIME = /(?<hours>[01]\d|2[0-4])(?::?(?<minutes>[0-5]\d)(?::?(?<seconds>[0-5]\d|60))?)?(?:[.,](?<fraction>\d+))?/;
const ZONE = /Z|(?<sign>[+\u2212-])(?<zoneHours>\d{2})(?::?(?<zoneMinutes>\d{2}))?/;
const MOMENT = new RegExp(`^${DATE.source}(?:[T ]${TIME.source}(?:${ZONE.source})?)?$`);

type Fields = Readonly<Partial<Record<string, string>>>;

/** The fields of a moment, and its day; undefined for a spelling outside ISO 8601, or a day that does not exist. */
function read(text: string): { readonly fields: Fields; readonly midnight: number } | undefined {
  const fields = text.length <= LENGTH_MAX ? MOMENT.exec(text)?.groups : undefined;
  const midnight = fields && midnightOf(fields);
  return fields === undefined || midnight === undefined ? undefined : { fields, midnight };
}

/** True for any ISO 8601 spelling of a date or moment: offset, fraction, basic format, week or ordinal date, a date. */
export function isIsoMoment(text: string): boolean {
  return read(text) !== undefined;
}

/** Milliseconds since the epoch, in UTC without a zone. `Date.parse` depends on the engine for rare spellings. */
export function momentMs(text: string): number | undefined {
  const moment = read(text);
  if (moment === undefined) return undefined;
  const { fields, midnight } = moment;
  const { hours, minutes, seconds, fraction = '0', sign, zoneHours, zoneMinutes } = fields;
  const unit = seconds !== undefined ? 1_000 : minutes !== undefined ? 60_000 : 3_600_000;
  const since = clockMs(hours, minutes, seconds) + Math.floor(Number(`0.${fraction}`) * unit + ROUNDING_NOISE);
  if (Number(seconds) > 59 || since > DAY_MS) return undefined;
  const ahead = clockMs(zoneHours, zoneMinutes);
  return midnight + since - (sign === '+' ? ahead : -ahead);
}

/** 0.29 of a second is 289.99999999999994 milliseconds in binary. */
const ROUNDING_NOISE = 1e-6;

function clockMs(hours = '0', minutes = '0', seconds = '0') {
  return (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000;
}

/** The beginning of a day in UTC; undefined if its month, week or year does not have the day. */
function midnightOf({ year, month, day, week, weekday, ordinal }: Fields): number | undefined {
  const firstOf = (years: number) => new Date(0).setUTCFullYear(years, 0, 1);
  if (ordinal !== undefined) {
    const at = firstOf(Number(year)) + (Number(ordinal) - 1) * DAY_MS;
    return Number(ordinal) > 0 && at < firstOf(Number(year) + 1) ? at : undefined;
  }
  if (week !== undefined) {
    // The first week is the one with the fourth of January.
    const fourth = firstOf(Number(year)) + 3 * DAY_MS;
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
    return monday + ((Number(week) - 1) * 7 + Number(weekday) - 1) * DAY_MS;
  }
  const at = new Date(new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day)));
  return at.getUTCDate() === Number(day) ? at.getTime() : undefined;
}

/** The day of a moment as its text spells it, as milliseconds of its midnight without the zone. */
export function spelledDay(text: string): number | undefined {
  return read(text)?.midnight;
}
