/** scenarios/recording/patterns: a recorded value as a pattern: names for known values, matchers for passing ones. */
import { isIsoMoment } from '../../base/iso-moment.ts';
import { isIdShaped } from './request-words.ts';
import { escaped, FORBIDDEN_KEYS, type Vocabulary } from './vocabulary.ts';

const MOMENT_KEY =
  /(?:^|_)(?:time|timestamp|date|update|updated|created|age_seconds)$|(?:At|Time|Timestamp|Date)$|^now$/i;
const HASH_KEY = /hash$/i;
const DEPTH_MAX = 40;

/** Known texts: those with names, and those of the request itself, which every run repeats. */
export type Knowledge = { readonly vocabulary: Vocabulary; readonly requested: ReadonlySet<string> };

/** The pattern of a recorded body. Objects whose keys are ids or secrets match any object. */
export function patternOf(value: unknown, known: Knowledge, key = '', depth = 0): unknown {
  if (depth > DEPTH_MAX) return { $present: true };
  if (typeof value === 'string') return textPattern(value, known, key);
  if (typeof value === 'number') return MOMENT_KEY.test(key) ? { $type: 'number' } : value;
  if (Array.isArray(value)) return value.map((item: unknown) => patternOf(item, known, key, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 0) return { $exact: {} };
  if (entries.some(([name]) => isUnnameable(name, known))) return { $type: 'object' };
  return Object.fromEntries(entries.map(([name, item]) => [escaped(name), patternOf(item, known, name, depth + 1)]));
}

function isUnnameable(key: string, { vocabulary }: Knowledge) {
  return isIdShaped(key) || key.startsWith('$') || FORBIDDEN_KEYS.includes(key) || vocabulary.replacesIn(key);
}

function textPattern(text: string, { vocabulary, requested }: Knowledge, key: string): unknown {
  if (requested.has(text) || vocabulary.expressionOf(text, key) !== undefined) return vocabulary.written(text, key);
  const kind = volatileKind(text, key);
  return kind === undefined ? vocabulary.written(text, key) : { $type: kind };
}

/** The kind of a text that differs from run to run. */
function volatileKind(text: string, key: string): string | undefined {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return 'address';
  if (/^0x(?:[0-9a-fA-F]{2}){8,}$/.test(text)) return 'hex';
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return 'uuid';
  if (text !== '' && HASH_KEY.test(key)) return 'string';
  if (/^\d{16,}$/.test(text)) return 'string';
  if (!MOMENT_KEY.test(key) || text === '') return undefined;
  return /^\d{4}-\d\d-\d\dT/.test(text) && isIsoMoment(text) ? 'iso-time' : 'string';
}
