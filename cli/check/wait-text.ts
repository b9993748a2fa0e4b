/** cli/check/wait-text: the view or limit that a run waits for, the longest wait, and the flag that shortens it. */
import type { Progress } from '../../conformance/execution/progress.ts';
import { routeById } from '../../spec/routes.ts';

export type Wait = Extract<Progress, { kind: 'throttled' | 'late' }>;

export function waitText(wait: Wait): string {
  const limit = `at most ${Math.ceil(wait.milliseconds / 1_000)} s`;
  if (wait.kind === 'throttled') {
    const who = wait.check === undefined ? 'the run' : wait.check;
    return `${who} waits for room in the request limits, ${limit}`;
  }
  const views = wait.views.map((id) => `${routeById(id).method} ${routeById(id).path}`).join(', ');
  return `${wait.check} waits for a change in ${views}, ${limit} (--patience SECONDS sets this)`;
}
