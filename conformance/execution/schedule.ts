/**
 * conformance/execution/schedule: the order of checks. Reads run side by side before the first write. Checks that write or turn
 * a switch of the target run alone, in the order of the suite. Checks that provoke throttling follow. Scenarios are last, because
 * they may reset the target. Comparisons with a reference repeat the reads, so they run between the reads and the first write.
 */
import { type Check, provokesThrottling } from '../check.ts';

export type Plan = { readonly sideBySide: readonly Check[]; readonly alone: readonly Check[] };

/** The part of a run that a check belongs to, in the order in which they run. */
export type Section = 'reads' | 'comparisons' | 'writes' | 'limits' | 'scenarios';

/** Only `reads` run side by side. */
export function sectionOf(check: Check): Section {
  if (check.kind === 'scenario') return 'scenarios';
  if (check.kind === 'differential') return 'comparisons';
  if (provokesThrottling(check)) return 'limits';
  const isSwitch = ['faults', 'allowlist', 'heartbeat-expiry'].includes(check.capability);
  return check.safety !== 'read' || isSwitch ? 'writes' : 'reads';
}

export function planOf(checks: readonly Check[]): Plan {
  const { reads = [], comparisons = [], writes = [], limits = [], scenarios = [] } = Object.groupBy(checks, sectionOf);
  return { sideBySide: reads, alone: [...comparisons, ...writes, ...limits, ...scenarios] };
}

/** A function that returns true for an id that one of the patterns matches; `*` stands for any text. */
export function matcherOf(patterns: readonly string[]): (id: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`);
  });
  return (id) => expressions.some((expression) => expression.test(id));
}
