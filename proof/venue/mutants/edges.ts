/** proof/venue/mutants/edges: stories about bounds and coincidences, which drawn runs seldom reach, on both venues. */
import { createNaive } from '../../../model/create-naive.ts';
import { hashOfLog } from '../../../sim/core/rolling-hash.ts';
import { DOCUMENT_RULES } from '../../../spec/venue/rules.ts';
import { compareState, differenceText, newPair, stepBoth } from '../oracle/differential.ts';
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

/** Plays the story on both venues and returns their first difference. */
function differs({ createVenue, restoreVenue }: Subject, story: Story, tick: () => void): string | undefined {
  const { rules, steps } = 'steps' in story ? story : { rules: {}, steps: story };
  const all = { ...DOCUMENT_RULES, ...rules };
  let venue = createVenue(all);
  const pair = newPair(venue, createNaive(all), 1);
  let now = START;
  for (const step of steps) {
    if (step === RESTORE) {
      const restored = restoreVenue(venue.snapshot());
      if (!restored.ok) return `its own snapshot is refused: ${restored.refusal.reason}`;
      venue = restored.value;
      pair.one = venue;
      continue;
    }
    const [wait, command] = 'kind' in step ? [0, step] : step;
    now += wait;
    tick();
    const difference = stepBoth(pair, command, now, Infinity);
    if (difference !== undefined) return `${JSON.stringify(command)}: ${differenceText(difference)}`;
  }
  const difference = compareState(pair);
  if (difference !== undefined) return differenceText(difference);
  return venue.hash() === hashOfLog(pair.other.log) ? undefined : 'the hash is not that of the log';
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
