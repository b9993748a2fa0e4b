/**
 * conformance/execution/schedule: the order in which checks run. It follows from the changes that a check makes on the
 * target; checks that spoil the target least run first. Within a section the order is that of the suite. Checks that
 * change nothing run side by side.
 */
import { type Check, provokesThrottling } from '../check.ts';

const SECTIONS = [
  'reads',
  // Comparisons repeat the reads on a reference, which gets no writes.
  'comparisons',
  // Orders that do not fill. They precede the first fill, because fills spend cash and shares, and
  // because prices follow the book only in a market that never traded.
  'orders',
  'fills',
  // Writing requests without valid credentials, which have no effect.
  'unauthorized',
  // Heartbeats and authentication. They follow the fills, because a session's end cancels the orders of its wallet.
  'sessions',
  // Faults and the allowlist are switched on and off.
  'switches',
  // Throttling is provoked.
  'limits',
  // Scenarios may reset the target.
  'scenarios',
] as const;

export type Section = (typeof SECTIONS)[number];

/** The section of a check. A check that moves the clock never runs side by side with others. */
export function sectionOf(check: Check): Section {
  const { kind, capability, safety, cost } = check;
  if (kind === 'scenario') return 'scenarios';
  if (kind === 'differential') return 'comparisons';
  if (provokesThrottling(check)) return 'limits';
  if (capability === 'faults' || capability === 'allowlist') return 'switches';
  if (safety === 'read') return capability === 'heartbeat-expiry' ? 'orders' : 'reads';
  if (safety === 'session' && capability === 'read') return 'unauthorized';
  if (safety === 'session' || 'heartbeat' in cost || 'heartbeat-v1' in cost) return 'sessions';
  return safety === 'write-reversible' ? 'orders' : 'fills';
}

const SIDE_BY_SIDE: readonly Section[] = ['reads', 'unauthorized'];

/** The checks of one section. */
export type Stage = { readonly checks: readonly Check[]; readonly isSideBySide: boolean };

/** Stages in the order in which they run. */
export function planOf(checks: readonly Check[]): readonly Stage[] {
  const bySection = Map.groupBy(checks, sectionOf);
  return SECTIONS.map((section) => ({
    checks: bySection.get(section) ?? [],
    isSideBySide: SIDE_BY_SIDE.includes(section),
  }));
}

/** A function that returns true for an id that one of the patterns matches; `*` stands for any text. */
export function matcherOf(patterns: readonly string[]): (id: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`);
  });
  return (id) => expressions.some((expression) => expression.test(id));
}
