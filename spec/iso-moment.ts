/** spec/iso-moment: moments as texts: the spellings of ISO 8601 and their values (interface section 2). */

const DAY_MS = 86_400_000;
/** Longer than any spelling with a fraction of practical use. */
const LENGTH_MAX = 100;

const ISO_MOMENT =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-4]):?[0-5]\d(?::?[0-5]\d(?:[.,]\d+)?|:?60)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const ISO_BASIC = /^\d{8}T\d{4}(?:\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** True for any ISO 8601 spelling of a date or a moment: offset, fraction, basic format, date alone. */
export function isIsoMoment(text: string): boolean {
  return text.length <= LENGTH_MAX && (ISO_MOMENT.test(text) || ISO_BASIC.test(text));
}

/** The fields of a moment in any spelling that `isIsoMoment` knows. */
const FIELDS =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?:Z|([+-])(\d\d):?(\d\d)?)?)?$/;

/**
 * Milliseconds since the epoch; undefined if the text is not a moment. One without a zone is in UTC, on every machine.
 * Computed from its fields, because the result of `Date.parse` for rare spellings depends on the engine.
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
