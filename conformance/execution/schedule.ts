/**
 * conformance/execution/schedule: the order in which checks run. It follows from what a check changes on the target, least first;
 * within a section it is the order of the suite. Only reads run side by side.
 */
import { type Check, provokesThrottling } from '../check.ts';

/** The sections of a run, in their order. */
const SECTIONS = [
  'reads',
  // They repeat the reads with a reference, so nothing was written yet.
  'comparisons',
  // Orders that rest come before the first fill: in a market that never traded prices follow the book.
  'orders',
  'fills',
  // A session that lapses cancels the orders of its wallet.
  'sessions',
  // Faults and the allowlist are switched on and off.
  'switches',
  'limits',
  // They may reset the target.
  'scenarios',
] as const;

export type Section = (typeof SECTIONS)[number];

export function sectionOf(check: Check): Section {
  const { kind, capability, safety } = check;
  if (kind === 'scenario') return 'scenarios';
  if (kind === 'differential') return 'comparisons';
  if (provokesThrottling(check)) return 'limits';
  if (capability === 'faults' || capability === 'allowlist') return 'switches';
  if (capability === 'heartbeat-expiry' || safety === 'session') return 'sessions';
  if (safety === 'read') return 'reads';
  return safety === 'write-reversible' ? 'orders' : 'fills';
}

export type Plan = { readonly sideBySide: readonly Check[]; readonly alone: readonly Check[] };

export function planOf(checks: readonly Check[]): Plan {
  const bySection = Map.groupBy(checks, sectionOf);
  const [sideBySide = [], ...alone] = SECTIONS.map((section) => bySection.get(section) ?? []);
  return { sideBySide, alone: alone.flat() };
}

/** A function that returns true for an id that one of the patterns matches; `*` stands for any text. */
export function matcherOf(patterns: readonly string[]): (id: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`);
  });
  return (id) => expressions.some((expression) => expression.test(id));
}
