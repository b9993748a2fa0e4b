/** scenarios/running/spans: spans of time as they are written, in milliseconds. */
import { ScenarioError } from './play.ts';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_MS = 10 * 365 * 86_400_000;

/** `10s` is 10,000; a number is milliseconds already. Throws `ScenarioError` for anything else. */
export function spanMs(span: unknown): number {
  const [, count, unit] = typeof span === 'string' ? (/^(\d{1,9})(ms|s|m|h|d)$/.exec(span) ?? []) : [];
  const ms = count === undefined || unit === undefined ? Number(span) : Number(count) * (UNITS[unit] ?? 1);
  if (Number.isSafeInteger(ms) && ms >= 0 && ms <= LONGEST_MS) return ms;
  throw new ScenarioError(`${JSON.stringify(span)} is no span of time: write 1500ms, 10s, 2m, 1h or 1d`);
}
