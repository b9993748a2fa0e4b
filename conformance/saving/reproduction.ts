/**
 * conformance/saving/reproduction: a finding as a story that fails on the target again and passes on the faithful simulator, as short
 * as it was found to be; or the reason why there is none.
 */
import { parseJson } from '../../spec/json.ts';
import type { Sighting } from '../execution/history.ts';
import type { Bench } from './bench.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { compose, levelsOf } from './composition.ts';
import { type Material, materialOf, withBody } from './material.ts';
import { shortest } from './shortest.ts';
import type { Story } from './story.ts';

export type Reproduced =
  | {
      readonly kind: 'found';
      readonly story: Story;
      /** The simulator has passed it, too; false where it names things that only the target has. */
      readonly isHeldAgainstSimulator: boolean;
    }
  | { readonly kind: 'none'; readonly reason: string };

/** Ways to say it that are tried at most. */
const CANDIDATES_MAX = 6;
/** Requests that are spent on making one story shorter. */
const REQUESTS_MAX = 20_000;

/** Looks for the story. Plays on the target at most as often as the bench allows. */
export async function reproduce(sighting: Sighting, bench: Bench): Promise<Reproduced> {
  const material = materialOf(sighting, bench.names);
  const bound = { plays: 1 };
  const counted: Bench = {
    ...bench,
    target: (loaded) => {
      bound.plays += 1;
      return bench.target(loaded);
    },
  };
  let reason: string | undefined;
  for (const candidate of (await candidatesOf(sighting, material, bench)).slice(0, CANDIDATES_MAX)) {
    const found = await storyOf(candidate, material, counted, () => bound.plays);
    if (found.kind === 'found') return found;
    reason ??= found.reason;
  }
  return { kind: 'none', reason: reason ?? whyNone(bench) };
}

function whyNone({ isSameWorld }: Bench): string {
  if (isSameWorld) return 'asked again, the target answers as the faithful simulator does';
  return 'what the answer should have been cannot be told in general, only that this one was wrong';
}

async function storyOf(
  candidate: Candidate,
  material: Material,
  bench: Bench,
  plays: () => number,
): Promise<Reproduced> {
  const whole = compose(candidate, material, bench);
  let reason = '';
  for (const more of levelsOf(material, candidate.judged)) {
    const objection = await whole.objection(more);
    if (objection !== undefined) {
      reason = objection;
      continue;
    }
    const isOver = (): boolean => plays() >= bench.playsMax || plays() * more.length > REQUESTS_MAX;
    // What is left out may come back as the only one that tells of something, and bring others along.
    let length = whole.length(more);
    const holds = async (some: readonly number[]): Promise<boolean> => {
      if (whole.length(some) >= length || (await whole.objection(some)) !== undefined) return false;
      length = whole.length(some);
      return true;
    };
    const left = await shortest(more, holds, isOver);
    const story = await withFewerTokens(candidate, material, bench, left, isOver);
    return { kind: 'found', story, isHeldAgainstSimulator: bench.isSameWorld || whole.isOwn };
  }
  return { kind: 'none', reason };
}

/** A list that is asked for as a whole, such as the tokens of books, as short as it may be. */
async function withFewerTokens(
  candidate: Candidate,
  material: Material,
  bench: Bench,
  more: readonly number[],
  isOver: () => boolean,
): Promise<Story> {
  const { body } = material.pool[candidate.judged]?.request ?? {};
  const asked = typeof body === 'string' ? parseJson(body) : undefined;
  const composed = (some: readonly unknown[]) =>
    compose(candidate, withBody(material, candidate.judged, JSON.stringify(some)), bench);
  if (!Array.isArray(asked) || asked.length < 2) return compose(candidate, material, bench).story(more);
  const fewer = await shortest(
    asked,
    async (some) => some.length > 0 && (await composed(some).objection(more)) === undefined,
    isOver,
  );
  return composed(fewer).story(more);
}
