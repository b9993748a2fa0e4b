/**
 * conformance/saving/reproducing: a finding as a story that fails on the target again and passes on the faithful simulator, as short
 * as it was found to be; or the reason why there is none.
 */
import { matchRoute } from '../../wire/route-match.ts';
import type { Sighting } from '../execution/history.ts';
import { isReading } from '../session/session.ts';
import { type Bench, headOf } from './bench.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { type Compared, compare } from './comparing.ts';
import { type Material, materialOf } from './material.ts';
import { loadedOf } from './playing.ts';
import { shortest } from './shortening.ts';
import { isSent, type Story, stepsOfStory } from './story.ts';
import { objectionTo } from './trying.ts';

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

/** Looks for the story. Plays on the target at most as often as the bench allows. */
export async function reproduce(sighting: Sighting, bench: Bench): Promise<Reproduced> {
  const material = materialOf(sighting, bench.names);
  const compared = await compare(material, bench);
  const bound = { plays: 1 };
  let reason: string | undefined;
  for (const candidate of candidatesOf(sighting, material, compared, bench).slice(0, CANDIDATES_MAX)) {
    const found = await storyOf(candidate, material, bench, bound);
    if (found.kind === 'found') return found;
    reason ??= found.reason;
  }
  return { kind: 'none', reason: reason ?? whyNone(compared, bench) };
}

function whyNone({ isRepeated }: Compared, { isSameWorld }: Bench): string {
  if (isSameWorld && !isRepeated) return 'asked again, the target answers as the faithful simulator does';
  return 'what the answer should have been cannot be told in general, only that this one was wrong';
}

async function storyOf(
  candidate: Candidate,
  material: Material,
  bench: Bench,
  bound: { plays: number },
): Promise<Reproduced> {
  const { judged, expect, kept } = candidate;
  const needed = [judged, ...kept.map(({ place }) => place)];
  // What led up to it does not decide: a story that the simulator has to pass stays one, however many steps it gets.
  const { isOwn } = material.supply(needed);
  const storyWith = (more: readonly number[]): Story => {
    const { places } = material.supply([...needed, ...more]);
    const exchanges = places.flatMap((place) => material.pool[place] ?? []);
    const keeping = kept.flatMap(({ place, ...one }) => {
      const exchange = material.pool[place];
      return exchange === undefined ? [] : [{ ...one, exchange }];
    });
    return { exchanges, expect, kept: keeping };
  };
  const objection = async (more: readonly number[]): Promise<string | undefined> => {
    bound.plays += 1;
    return objectionTo(bench, loadedOf(headOf(bench), stepsOfStory(storyWith(more), bench.names)), isOwn);
  };
  let reason = '';
  for (const more of levelsOf(material, judged)) {
    const said = await objection(more);
    if (said === undefined) {
      const left = await shortest(
        more,
        async (some) => (await objection(some)) === undefined,
        () => bound.plays >= bench.playsMax || bound.plays * more.length > STEPS_MAX,
      );
      return { kind: 'found', story: storyWith(left), isHeldAgainstSimulator: bench.isSameWorld || isOwn };
    }
    reason = said;
  }
  return { kind: 'none', reason };
}

/** Requests that are spent on making one story shorter. */
const STEPS_MAX = 20_000;

/** What may have led up to the finding: nothing, what was written, all that the check did, all that was ever asked. */
function levelsOf({ pool, began }: Material, judged: number): readonly (readonly number[])[] {
  const all = pool.flatMap((_, place) => (place < judged ? [place] : []));
  const own = all.filter((place) => place >= began);
  const writes = own.filter((place) => {
    const exchange = pool[place];
    return exchange !== undefined && !(isSent(exchange) && isReading(exchange.request, matchRoute(exchange.request)));
  });
  const levels = [writes, own, all].filter((level, index, levels) => level.length > (levels[index - 1]?.length ?? 0));
  return [[], ...levels];
}
