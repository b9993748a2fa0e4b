/**
 * conformance/schedule: in which order checks run. Reads run side by side before anything is written; what writes or
 * turns a switch of the target runs alone, in the order of the suite; what provokes throttling comes last.
 */
import { type Check, provokesThrottling } from './check.ts';

export type Plan = { readonly sideBySide: readonly Check[]; readonly alone: readonly Check[] };

export function planOf(checks: readonly Check[]): Plan {
  const isAlone = (check: Check): boolean =>
    check.safety !== 'read' || ['faults', 'allowlist', 'heartbeat-expiry'].includes(check.capability);
  return {
    sideBySide: checks.filter((check) => !provokesThrottling(check) && !isAlone(check)),
    alone: [
      ...checks.filter((check) => !provokesThrottling(check) && isAlone(check)),
      ...checks.filter(provokesThrottling),
    ],
  };
}

/** Runs `work` for every item, at most `jobs` at a time; results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  jobs: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  return results;
}

/** True where one of the patterns names the check: its id, or `*` for any text. */
export function matches(patterns: readonly string[], id: string): boolean {
  return patterns.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`).test(id);
  });
}
