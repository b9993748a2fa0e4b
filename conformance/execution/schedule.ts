/**
 * conformance/execution/schedule: the order of checks. Reads run side by side before the first write. Checks that write or turn
 * a switch of the target run alone, in the order of the suite. Checks that provoke throttling follow. Scenarios are last, because
 * they may reset the target. Comparisons with a reference repeat the reads, so they run between the reads and the first write.
 */
import { type Check, provokesThrottling } from '../check.ts';

export type Plan = { readonly sideBySide: readonly Check[]; readonly alone: readonly Check[] };

export function planOf(checks: readonly Check[]): Plan {
  const isScenario = ({ kind }: Check): boolean => kind === 'scenario';
  const isComparison = ({ kind }: Check): boolean => kind === 'differential';
  const isAlone = (check: Check): boolean =>
    isScenario(check) ||
    isComparison(check) ||
    check.safety !== 'read' ||
    ['faults', 'allowlist', 'heartbeat-expiry'].includes(check.capability);
  return {
    sideBySide: checks.filter((check) => !provokesThrottling(check) && !isAlone(check)),
    alone: [
      ...checks.filter(isComparison),
      ...checks.filter(
        (check) => !provokesThrottling(check) && isAlone(check) && !isScenario(check) && !isComparison(check),
      ),
      ...checks.filter(provokesThrottling),
      ...checks.filter(isScenario),
    ],
  };
}

/** True if one of the patterns matches the id of the check; `*` stands for any text. */
export function matches(patterns: readonly string[], id: string): boolean {
  return patterns.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`).test(id);
  });
}
