/** proof/determinism/verdicts: the outcome of the reference, and the comparison of each other run with it. */
import { divergences } from './comparison.ts';
import type { Run } from './runs.ts';

const NAMES_SHOWN_MAX = 12;

export function verdictLines(seed: string, [reference, ...others]: readonly Run[]): readonly string[] {
  const expected = reference?.lines ?? [];
  const verdicts = others.map(({ condition, lines }) => {
    const parted = divergences(expected, lines);
    const first = parted.slice(0, NAMES_SHOWN_MAX).join(', ');
    return `${condition.name}: ${parted.length === 0 ? 'the same' : `${parted.length} DIFFER: ${first}`}`;
  });
  const last = expected.at(-1)?.join(' ');
  return [`${reference?.condition.name}: ${expected.length} lines from seed ${seed}, the last ${last}`, ...verdicts];
}
