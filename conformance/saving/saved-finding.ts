/**
 * conformance/saving/saved-finding: a finding as the text of a scenario that fails on the target and passes on the faithful simulator, or the
 * reason why there is none. Every text is played before it is returned.
 */
import { parseJson } from '../../spec/json.ts';
import type { Sighting } from '../execution/history.ts';
import type { Bench } from './bench.ts';
import { levelsOf, type Material, materialOf, withBody } from './material.ts';
import { type Candidate, namedValues } from './named-values.ts';
import { objectionTo } from './objections.ts';
import { type SavingOptions, textOf } from './scenario-text.ts';
import { shortest } from './shortest.ts';
import { simulatedExpectations } from './simulated.ts';
import { storyOf } from './story.ts';

export type Saved =
  | {
      readonly kind: 'saved';
      readonly text: string;
      /** False if it names data that only the target has, so that the simulator cannot play it. */
      readonly isHeldAgainstSimulator: boolean;
    }
  | { readonly kind: 'not-saved'; readonly reason: string };

/** Maximum number of expectations that are tried. */
const CANDIDATES_MAX = 6;
/** Maximum number of requests for shortening one scenario. */
const REQUESTS_MAX = 20_000;

/** Plays on the target about as often as the bench allows. A text that would name a secret is not saved. */
export async function saveSighting(sighting: Sighting, bench: Bench, options: SavingOptions): Promise<Saved> {
  const material = materialOf(sighting, bench.names);
  const budget = { plays: bench.playsMax };
  let reason: string | undefined;
  for (const candidate of (await candidatesOf(sighting, material, bench, options)).slice(0, CANDIDATES_MAX)) {
    const isOwn = material.supply([candidate.judged, ...candidate.kept.map(({ place }) => place)]).isOwn;
    const write = (more: readonly number[], from = material): string =>
      textOf(storyOf(candidate, from, more), sighting, bench, options);
    const objection = (text: string): Promise<string | undefined> => {
      budget.plays -= 1;
      return objectionTo(text, bench, { redactor: options.redactor, isOwn });
    };
    const found = await search(candidate, material, { write, objection, budget });
    if (found.ok) return { kind: 'saved', text: found.text, isHeldAgainstSimulator: bench.isSameWorld || isOwn };
    reason ??= found.reason;
  }
  return { kind: 'not-saved', reason: reason ?? reasonForNone(bench) };
}

/** The expectation of the check, then those that the faithful simulator shows. */
async function candidatesOf(
  sighting: Sighting,
  material: Material,
  bench: Bench,
  options: SavingOptions,
): Promise<readonly Candidate[]> {
  const { expectation } = sighting.deviation;
  const stated = expectation === undefined ? [] : [{ judged: material.cited, expect: expectation }];
  const shown = bench.isSameWorld ? await simulatedExpectations(sighting, material, bench, options) : [];
  return [...stated, ...shown].map(({ judged, expect }) => namedValues(expect, judged, material));
}

function reasonForNone({ isSameWorld }: Bench): string {
  if (isSameWorld) return 'when the requests are repeated, the target responds as the faithful simulator does';
  return 'the response is wrong, but the right one depends on data that only the target has';
}

/** Writes a text with these exchanges and their dependencies, and plays texts. */
type Trial = {
  readonly write: (more: readonly number[], from?: Material) => string;
  readonly objection: (text: string) => Promise<string | undefined>;
  readonly budget: { plays: number };
};

type Found = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** Tries more and more of the exchanges before the finding, then leaves out the unnecessary ones. */
async function search(candidate: Candidate, material: Material, trial: Trial): Promise<Found> {
  const { write, objection, budget } = trial;
  let reason = '';
  for (const more of levelsOf(material, candidate.judged)) {
    const refusal = await objection(write(more));
    if (refusal !== undefined) {
      reason = refusal;
      continue;
    }
    let plays = 0;
    const isOver = (): boolean => budget.plays <= 0 || plays * more.length > REQUESTS_MAX;
    // Without an exchange, the dependencies may need another one with more dependencies.
    let { length } = storyOf(candidate, material, more).exchanges;
    const holds = async (some: readonly number[]): Promise<boolean> => {
      const { length: shorter } = storyOf(candidate, material, some).exchanges;
      if (shorter >= length) return false;
      plays += 1;
      if ((await objection(write(some))) !== undefined) return false;
      length = shorter;
      return true;
    };
    const left = await shortest(more, holds, isOver);
    return { ok: true, text: await withFewerTokens(candidate.judged, material, left, { ...trial, isOver }) };
  }
  return { ok: false, reason };
}

/** The text with as few elements of a list in the judged request, such as the tokens of books, as it needs. */
async function withFewerTokens(
  judged: number,
  material: Material,
  more: readonly number[],
  { write, objection, isOver }: Trial & { readonly isOver: () => boolean },
): Promise<string> {
  const { body } = material.pool[judged]?.request ?? {};
  const asked = typeof body === 'string' ? parseJson(body) : undefined;
  if (!Array.isArray(asked) || asked.length < 2) return write(more);
  const textWith = (some: readonly unknown[]): string => write(more, withBody(material, judged, JSON.stringify(some)));
  const fewer = await shortest(
    asked,
    async (some) => some.length > 0 && (await objection(textWith(some))) === undefined,
    isOver,
  );
  return textWith(fewer);
}
