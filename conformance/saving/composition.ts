/**
 * conformance/saving/composition: a story of a candidate and whatever else of the material it is given; and which of it may have led up
 * to what is judged.
 */
import { matchRoute } from '../../wire/route-match.ts';
import { isReading } from '../session/session.ts';
import { type Bench, loadedStory } from './bench.ts';
import type { Candidate } from './candidates.ts';
import type { Material } from './material.ts';
import { objectionTo } from './objections.ts';
import { isSent, type Story } from './story.ts';

export type Composer = {
  /** The story with these exchanges besides those that it needs. */
  story(more: readonly number[]): Story;
  /** How many steps it has. */
  length(more: readonly number[]): number;
  /** Plays it: why it is not worth keeping, undefined where it is. */
  objection(more: readonly number[]): Promise<string | undefined>;
  /** It names nothing that only the target has. */
  readonly isOwn: boolean;
};

/** A composer for one candidate. */
export function compose({ judged, expect, kept }: Candidate, { pool, supply }: Material, bench: Bench): Composer {
  const needed = [judged, ...kept.map(({ place }) => place)];
  // What led up to it does not decide: a story that the simulator has to pass stays one, however many steps it gets.
  const { isOwn } = supply(needed);
  const story = (more: readonly number[]): Story => {
    const exchanges = supply([...needed, ...more]).places.flatMap((place) => pool[place] ?? []);
    const told = kept.flatMap(({ place, ...one }) => {
      const exchange = pool[place];
      return exchange === undefined ? [] : [{ ...one, exchange }];
    });
    return { exchanges, expect, kept: told };
  };
  return {
    story,
    isOwn,
    length: (more) => supply([...needed, ...more]).places.length,
    objection: (more) => objectionTo(bench, loadedStory(story(more), bench), isOwn),
  };
}

/** What may have led up to the finding: nothing, what was written, all that the check did, all that was ever asked. */
export function levelsOf({ pool, began }: Material, judged: number): readonly (readonly number[])[] {
  const all = pool.flatMap((_, place) => (place < judged ? [place] : []));
  const own = all.filter((place) => place >= began);
  const writes = own.filter((place) => {
    const exchange = pool[place];
    return exchange !== undefined && !(isSent(exchange) && isReading(exchange.request, matchRoute(exchange.request)));
  });
  const levels = [writes, own, all].filter((level, index, levels) => level.length > (levels[index - 1]?.length ?? 0));
  return [[], ...levels];
}
