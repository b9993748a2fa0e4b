/**
 * conformance/saving/saved-finding: a finding as the text of a scenario that fails on the target and passes on the faithful simulator, or the
 * reason why there is none. What is answered was played as it is written.
 */
import type { Clause } from '../../spec/clauses/clause.ts';
import type { Redactor } from '../evidence/redact.ts';
import type { Sighting } from '../execution/history.ts';
import type { Bench } from './bench.ts';
import { objectionTo } from './objections.ts';
import { readText } from './player.ts';
import { reproduce } from './reproduction.ts';
import { textsOf } from './scenario-text.ts';
import { stepsOfStory } from './story.ts';

export type Saved =
  | {
      readonly kind: 'saved';
      readonly text: string;
      /** False where it names things that only the target has: there the simulator says nothing of it. */
      readonly isHeldAgainstSimulator: boolean;
    }
  | { readonly kind: 'not-saved'; readonly reason: string };

export type SavingOptions = { readonly redactor: Redactor; readonly clause: Clause | undefined };

/** Never names a secret: what would is not saved. */
export async function saveSighting(sighting: Sighting, bench: Bench, options: SavingOptions): Promise<Saved> {
  const reproduced = await reproduce(sighting, bench);
  if (reproduced.kind === 'none') return { kind: 'not-saved', reason: reproduced.reason };
  const { story, isHeldAgainstSimulator } = reproduced;
  const told = { steps: stepsOfStory(story, bench.names), judged: story.exchanges.at(-1) };
  let reason = '';
  for (const text of textsOf(sighting, told, { ...options, world: bench.world })) {
    const objection = await objectionToText(text, bench, options.redactor, isHeldAgainstSimulator);
    if (objection === undefined) return { kind: 'saved', text, isHeldAgainstSimulator };
    reason ||= objection;
  }
  return { kind: 'not-saved', reason };
}

async function objectionToText(
  text: string,
  bench: Bench,
  redactor: Redactor,
  isOwn: boolean,
): Promise<string | undefined> {
  if (redactor.text(text) !== text) return 'it would name a secret';
  const loaded = readText(text);
  return loaded.ok ? objectionTo(bench, loaded.value, isOwn) : `it cannot be read: ${loaded.refusal}`;
}
