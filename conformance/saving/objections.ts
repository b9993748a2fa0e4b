/**
 * conformance/saving/objections: whether a story is worth keeping: the target has to fail where it is judged, and not before, and the
 * faithful simulator has to pass.
 */
import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import type { Bench } from './bench.ts';
import type { Played } from './player.ts';

/**
 * Why a story is not kept, in a few words; undefined where it is. The last of its steps is judged. `isOwn`: it names nothing that
 * only the target has.
 */
export async function objectionTo(
  { target, sound, isSameWorld }: Bench,
  loaded: Loaded,
  isOwn: boolean,
): Promise<string | undefined> {
  const onTarget = objectionOfTarget(await target(loaded), loaded.scenario.steps.length - 1);
  if (onTarget !== undefined || !(isSameWorld || isOwn)) return onTarget;
  return objectionOfSound(await sound(loaded));
}

function objectionOfTarget({ result }: Played, judged: number): string | undefined {
  const [failure] = result.failures;
  switch (result.verdict) {
    case 'pass':
      return 'the target does not fail again';
    case 'not-testable':
      return `it needs ${result.missing.join(', ')}`;
    case 'error':
      return `it cannot be played: ${failure?.title ?? 'no reason given'}`;
    case 'fail':
      return failure !== undefined && isAt(failure.at, judged)
        ? undefined
        : `the target fails before it is judged, at ${failure?.title ?? 'some step'}`;
  }
}

function isAt(at: string, judged: number): boolean {
  return at === `steps[${judged}]` || at.startsWith(`steps[${judged}].`);
}

function objectionOfSound({ result: { verdict, failures, missing } }: Played): string | undefined {
  if (verdict === 'pass') return undefined;
  const [failure] = failures;
  const [difference] = failure?.differences ?? [];
  const why = difference === undefined ? failure?.title : `expected ${difference.expected}, got ${difference.actual}`;
  return `the faithful simulator does not pass it either: ${(why ?? missing.join(', ')).slice(0, 200)}`;
}
