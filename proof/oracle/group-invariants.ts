/** proof/oracle/group-invariants: what is behind a negative-risk group, whoever wins it. */
import type { GroupFacts, MarketFacts } from './facts.ts';
import { type LogInvariant, type Wrong, whenPending } from './invariant.ts';

/**
 * Of one member all is added up, which stays below the dollars behind the group; what others would get differs from it by what
 * is told of them alone. The seconds of all members together may be more than a double counts.
 */
export function unbacked({ number, members, debt }: GroupFacts): Wrong {
  const [first] = members;
  if (first === undefined || members.some(({ state }) => state === 'resolved')) return undefined;
  const locked = members.reduce((sum, { collateral }) => sum + collateral, -debt);
  const owed = members.slice(1).reduce((sum, member) => sum + heldSeconds(member), first.supply[0]);
  const short = owed === locked ? members.find((member) => lead(member) !== lead(first)) : first;
  return short === undefined
    ? undefined
    : `group ${number}: ${locked} behind it, if market ${short.number} wins not that`;
}

/** What a member that wins pays more than where another does. */
function lead(member: MarketFacts): number {
  return member.supply[0] - heldSeconds(member);
}

/** Second-outcome tokens that wallets hold. */
function heldSeconds({ supply, vault }: MarketFacts): number {
  return supply[1] - vault;
}

export const GROUP_INVARIANTS = {
  /** Whoever wins a group, the dollars behind it are what its holders would get. */
  everyWinnerBacked: whenPending(({ changedGroup }) =>
    changedGroup === undefined ? undefined : unbacked(changedGroup),
  ),

  /** A group all of whose members are resolved owes nothing. */
  debtSettled: whenPending(({ changedGroup }) => {
    if (changedGroup === undefined || changedGroup.debt === 0) return undefined;
    const isOver = changedGroup.members.every(({ state }) => state === 'resolved');
    return isOver ? `group ${changedGroup.number} is over and owes ${changedGroup.debt}` : undefined;
  }),
} as const satisfies Readonly<Record<string, LogInvariant>>;
