/** reports/page/repeated-texts: data with each frequent text once; `reports/browser/page-data.js` restores it. */
import { addCount } from '../../base/record.ts';

export type WithoutRepeats = { readonly texts: readonly string[]; readonly value: unknown };

/** Shorter texts are no longer than their place in the list. */
const SHORTEST = 5;

/** A text becomes `~` and its place in `texts`; an own `~` at the beginning is doubled. */
export function withoutRepeats(value: unknown): WithoutRepeats {
  const counts = new Map<string, number>();
  mapTexts(value, (text) => {
    addCount(counts, text);
    return text;
  });
  const texts = [...counts].flatMap(([text, count]) => (count > 1 && text.length >= SHORTEST ? [text] : []));
  const places = new Map(texts.map((text, place) => [text, `~${place}`]));
  return { texts, value: mapTexts(value, (text) => places.get(text) ?? (text.startsWith('~') ? `~${text}` : text)) };
}

/** A text of at most this length, with the number of the characters that follow it. */
export function beginningOf(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}... (${text.length - longest} more characters)`;
}

/** A copy of JSON data with every text replaced. Names of fields stay. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}
