/** wire/pattern/excerpt: values and texts, short enough for a message. */
import { isObject, parseJson } from '../../base/json.ts';

const EXCERPT_MAX = 200;
const ELEMENTS_SHOWN = 8;
const LEVELS_SHOWN = 3;

/** A value as JSON, cut to about two hundred characters; `absent` for undefined. Never throws. */
export function excerpt(value: unknown): string {
  const line = value === undefined ? 'absent' : shown(value, 0);
  return line.length > EXCERPT_MAX ? `${line.slice(0, EXCERPT_MAX)}...` : line;
}

function shown(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, EXCERPT_MAX));
  if (Array.isArray(value)) return depth === LEVELS_SHOWN ? '[...]' : `[${listed(value, (e) => shown(e, depth + 1))}]`;
  if (!isObject(value)) return String(value);
  if (depth === LEVELS_SHOWN) return '{...}';
  const entry = (key: string) => `${JSON.stringify(key.slice(0, EXCERPT_MAX))}:${shown(value[key], depth + 1)}`;
  return `{${listed(Object.keys(value), entry)}}`;
}

function listed<Element>(all: readonly Element[], show: (element: Element) => string): string {
  const parts = all.slice(0, ELEMENTS_SHOWN).map(show);
  if (all.length > ELEMENTS_SHOWN) parts.push('...');
  return parts.join(',');
}

const TEXT_MAX = 300;

/** A text of at most three hundred characters, with its length if it was longer. */
export function cut(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}... (${text.length} characters)`;
}

/** The actual value of a difference: the status without the body, which a finding shows anyway, or the JSON value. */
export function shownAs(actual: string): unknown {
  const [status] = /^status \d+(?=: )/.exec(actual) ?? [];
  return status ?? parseJson(actual) ?? actual;
}
