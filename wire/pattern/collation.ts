/** wire/pattern/collation: the order of moments, by value, and of texts, by any consistent collation. */

import { momentMs, spelledDay } from '../../base/iso-moment.ts';

export type Collation = (left: string, right: string) => number;

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
export const byCodeUnit: Collation = (left, right) => (left < right ? -1 : left > right ? 1 : 0);
const points = (text: string) =>
  Array.from(text, (char) => (char.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('');
const lettersOnly = (text: string) => folded(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** Collations in use: by code unit, by code point, without case and accents, without punctuation, and of languages. */
export const COLLATIONS: readonly Collation[] = [
  byCodeUnit,
  (left, right) => byCodeUnit(points(left), points(right)),
  (left, right) => byCodeUnit(left.toLowerCase(), right.toLowerCase()),
  (left, right) => byCodeUnit(folded(left), folded(right)),
  (left, right) => byCodeUnit(lettersOnly(left), lettersOnly(right)),
  new Intl.Collator('en').compare,
  new Intl.Collator('en', { sensitivity: 'base' }).compare,
  new Intl.Collator('en', { numeric: true }).compare,
];

/** Milliseconds of any ISO 8601 spelling, and of some others; NaN for other texts. Without offset it is UTC. */
export function momentOf(text: string): number {
  const moment = momentMs(text);
  if (moment !== undefined) return moment;
  const normal = text.replace(' ', 'T').replace(/(\.\d{3})\d+/, '$1');
  return /T/.test(normal) && !/(?:Z|[+-]\d{2}:?\d{0,2})$/.test(normal) ? Date.parse(`${normal}Z`) : Date.parse(normal);
}

const isDay = (text: string) => text !== '' && !/[T ]/.test(text);

/** True if two spellings mean the same moment, or the same day if one of them names only a day. */
export function isSameMoment(left: string, right: string): boolean {
  if (left === right) return true;
  const day = spelledDay(left);
  if (isDay(left) || isDay(right)) return day !== undefined && day === spelledDay(right);
  const moment = momentOf(left);
  return !Number.isNaN(moment) && moment === momentOf(right);
}
