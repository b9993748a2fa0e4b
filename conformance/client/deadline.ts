/** conformance/client/deadline: how long a request to a target may take on the real clock. */
import type { Target } from '../../wire/message.ts';

/** The default for a target that does not state a limit. */
const LONGEST_MS = 60_000;
/** A busy machine may deliver an outcome this much later than the target promised. */
const LATE_MS = 3_000;

export function deadlineOf({ timeoutMs }: Target): number {
  return timeoutMs === undefined ? LONGEST_MS : timeoutMs + LATE_MS;
}
