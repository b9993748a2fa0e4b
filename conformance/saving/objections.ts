/** conformance/saving/objections: a scenario is worth saving if only the target fails it, and at its last step. */
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import type { Redactor } from '../evidence/redact.ts';
import type { Bench } from './bench.ts';
import { readText } from './player.ts';

/** Plays the text, whose last step judges; the reason not to save it. `isOwn`: the simulator can play it, too. */
export async function objectionTo(
  text: string,
  { target, sound, isSameWorld }: Bench,
  { redactor, isOwn }: { readonly redactor: Redactor; readonly isOwn: boolean },
): Promise<string | undefined> {
  if (redactor.text(text) !== text) return 'it would name a secret';
  const loaded = readText(text);
  if (!loaded.ok) return `it cannot be read: ${loaded.refusal}`;
  const judged = loaded.value.scenario.steps.length - 1;
  const objection = objectionOfTarget(await target(loaded.value), judged);
  if (objection !== undefined || !(isSameWorld || isOwn)) return objection;
  return objectionOfSound(await sound(loaded.value));
}

function objectionOfTarget(result: ScenarioResult, judged: number): string | undefined {
  const [failure] = result.failures;
  switch (result.verdict) {
    case 'pass':
      return 'the target does not fail again';
    case 'not-testable':
      return `it needs ${result.missing.join(', ')}`;
    case 'error':
      return `it cannot be played: ${failure?.title ?? 'no reason given'}`;
    case 'fail':
      return failure !== undefined && `${failure.at}.`.startsWith(`steps[${judged}].`)
        ? undefined
        : `the target fails before it is judged, at ${failure?.title ?? 'some step'}`;
  }
}

function objectionOfSound({ verdict, failures, missing }: ScenarioResult): string | undefined {
  if (verdict === 'pass') return undefined;
  const [failure] = failures;
  const [difference] = failure?.differences ?? [];
  const why = difference === undefined ? failure?.title : `expected ${difference.expected}, got ${difference.actual}`;
  return `the faithful simulator does not pass it either: ${(why ?? missing.join(', ')).slice(0, 200)}`;
}
