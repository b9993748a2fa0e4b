/**
 * proof/mutants/edges: the oracle of the edges: short stories about bounds and coincidences that drawn runs seldom meet, told
 * to the engine and to the naive venue, who must agree on every reply, every event and the whole state in the end; and the
 * hash is that of the events.
 */

import { hashOfLog } from '../../sim/core/rolling-hash.ts';
import { DOCUMENT_RULES } from '../../sim/core/rules.ts';
import type { Venue } from '../../sim/core/venue.ts';
import { isSame, stateOf } from '../oracle/differential.ts';
import { createNaive } from '../oracle/port.ts';
import { newRegistry, register } from '../oracle/registry.ts';
import { type Oracle, thrown } from './oracle.ts';
import { BOUND_STORIES } from './stories/bounds.ts';
import { CORNER_STORIES } from './stories/corners.ts';
import { CROWD_STORIES } from './stories/crowds.ts';
import { ENDING_STORIES } from './stories/endings.ts';
import { MOMENT_STORIES } from './stories/moments.ts';
import { RESTORE, START, type Story } from './stories/story.ts';
import type { Subject } from './subject.ts';

const STORIES: Readonly<Record<string, Story>> = {
  ...BOUND_STORIES,
  ...CORNER_STORIES,
  ...CROWD_STORIES,
  ...ENDING_STORIES,
  ...MOMENT_STORIES,
};

/** The venue that its snapshot is restored to. */
function restored(venue: Venue, { restoreVenue }: Subject): Venue {
  const again = restoreVenue(venue.snapshot());
  if (!again.ok) throw new Error(`its own snapshot is refused: ${again.refusal.reason}`);
  return again.value;
}

/** Tells the story to both; what they first disagree about. */
function differs(subject: Subject, { rules, steps }: Story, tick: () => void): string | undefined {
  const all = { ...DOCUMENT_RULES, ...rules };
  let one = subject.createVenue(all);
  const other = createNaive(all);
  const registry = newRegistry();
  let now = START;
  let seen = 0;
  const compare = (what: string, a: unknown, b: unknown): string | undefined =>
    isSame(a, b) ? undefined : `${what}: ${JSON.stringify(a)}, not ${JSON.stringify(b)}`;
  for (const step of steps) {
    if (step === RESTORE) {
      one = restored(one, subject);
      continue;
    }
    const [wait, command] = step;
    now += wait;
    tick();
    const difference =
      compare(`reply to ${JSON.stringify(command)}`, one.step(command, now), other.step(command, now)) ??
      compare('events', one.log.slice(seen), other.log.slice(seen)) ??
      compare('next due', one.nextDue(), other.nextDue());
    if (difference !== undefined) return difference;
    for (const event of one.log.slice(seen)) register(registry, event);
    seen = one.log.length;
  }
  const others = stateOf(other, registry);
  for (const [what, value] of stateOf(one, registry)) {
    const difference = compare(what, value, others.next().value?.[1]);
    if (difference !== undefined) return difference;
  }
  return compare('hash', one.hash(), hashOfLog(other.log));
}

export const EDGES_ORACLE: Oracle = {
  names: ['edges'],
  judge(subject, _seed, _reach, accuse) {
    let after = 0;
    for (const [name, story] of Object.entries(STORIES)) {
      const what = thrown(() =>
        differs(subject, story, () => {
          after += 1;
        }),
      );
      if (what !== undefined) return accuse({ oracle: 'edges', after, what: `${name}: ${what}` });
    }
  },
};
