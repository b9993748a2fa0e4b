/** scenarios/running/spans: spans of time as they are written, in milliseconds. */
import { millisecondsIn } from '../../base/span.ts';
import { ScenarioError } from './play.ts';

/** `10s` is 10,000; a number is milliseconds already. Throws `ScenarioError` for anything else. */
export function spanMs(span: unknown): number {
  const ms = millisecondsIn(span);
  if (ms !== undefined) return ms;
  throw new ScenarioError(`${JSON.stringify(span)} is no span of time up to 3650d: write 1500ms, 10s, 2m, 1h or 1d`);
}
