/** scenarios/running/spans: spans of time as they are written, in milliseconds. */
import { LONGEST_SPAN_MS, SPAN_UNITS } from '../language/vocabulary.ts';
import { ScenarioError } from './play.ts';

/** `10s` is 10,000; a number is milliseconds already. Throws `ScenarioError` for anything else. */
export function spanMs(span: unknown): number {
  const [, count, unit] = typeof span === 'string' ? (/^(\d{1,12})(ms|s|m|h|d)$/.exec(span) ?? []) : [];
  const ms = count === undefined ? Number(span) : Number(count) * SPAN_UNITS[unit as keyof typeof SPAN_UNITS];
  if (Number.isSafeInteger(ms) && ms >= 0 && ms <= LONGEST_SPAN_MS) return ms;
  throw new ScenarioError(`${JSON.stringify(span)} is no span of time up to 3650d: write 1500ms, 10s, 2m, 1h or 1d`);
}
