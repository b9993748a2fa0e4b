/** scenarios/running/state: expectations of the engine's event log, for stages that have it. */

import { type JsonObject, textAt } from '../../base/json.ts';
import { EVENT_KINDS } from '../../sim/core/log-layout.ts';
import type { Event } from '../../spec/venue/event.ts';
import { match } from '../../wire/pattern/match.ts';
import type { Difference } from '../../wire/pattern/matcher.ts';
import { ScenarioError } from './play.ts';

export type WantedState = {
  readonly events?: readonly unknown[] | undefined;
  readonly never?: readonly unknown[] | undefined;
  readonly count?: JsonObject | undefined;
};

/** The differences of the log: events in order, with others between; forbidden events; counts of a kind. */
export function stateDifferences(
  { events = [], never = [], count = {} }: WantedState,
  log: readonly Event[],
): readonly Difference[] {
  assertKindsExist([...events, ...never], Object.keys(count));
  const found: Difference[] = [];
  let from = 0;
  for (const [index, pattern] of events.entries()) {
    const at = log.findIndex((event, place) => place >= from && match(pattern, event).length === 0);
    if (at === -1) {
      found.push({
        pointer: `/events/${index}`,
        expected: `an event like ${JSON.stringify(pattern)} after the ones before it`,
        actual: nearest(pattern, log.slice(from)),
      });
      break;
    }
    from = at + 1;
  }
  for (const [index, pattern] of never.entries()) {
    const event = log.find((one) => match(pattern, one).length === 0);
    if (event !== undefined)
      found.push({ pointer: `/never/${index}`, expected: 'no such event', actual: JSON.stringify(event) });
  }
  for (const [kind, pattern] of Object.entries(count)) {
    const actual = log.filter((event) => event.kind === kind).length;
    for (const { expected } of match(pattern, actual))
      found.push({ pointer: `/count/${kind}`, expected: `${expected} events`, actual: String(actual) });
  }
  return found;
}

function nearest(pattern: unknown, log: readonly Event[]): string {
  let best: Event | undefined;
  let fewest = Infinity;
  for (const event of log.slice(-1_000)) {
    const { length } = match(pattern, event);
    if (length < fewest) [best, fewest] = [event, length];
  }
  return best === undefined ? 'no event' : `none; nearest: ${JSON.stringify(best)}`;
}

/** A misspelt kind would never be found, so `never` would always hold. */
function assertKindsExist(patterns: readonly unknown[], counted: readonly string[]) {
  const named = patterns.flatMap((pattern) => textAt(pattern, 'kind') ?? []);
  const strange = [...named, ...counted].find((kind) => !EVENT_KINDS.some((known) => known === kind));
  if (strange !== undefined)
    throw new ScenarioError(`expectState: no event is of the kind ${strange}: there are ${EVENT_KINDS.join(', ')}`);
}
