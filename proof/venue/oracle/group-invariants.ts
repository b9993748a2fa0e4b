/** proof/venue/oracle/group-invariants: a negative-risk group covers its payouts, whichever member wins. */
import type { GroupFacts, MarketFacts } from './facts.ts';
import { type LogInvariant, type Wrong, whenPending } from './invariant.ts';

/**
 * Sums up the payouts for the first member, a sum below the dollars behind the group; other winners differ from it only
 * by amounts of their own market. The second-outcome tokens of all members together may exceed the exact integers.
 */
export function unbacked({ number, members, debt }: GroupFacts): Wrong {
  const [first] = members;
  if (first === undefined || members.some(({ state }) => state === 'resolved')) return undefined;
  const locked = members.reduce((sum, { collateral }) => sum + collateral, -debt);
  const owed = members.slice(1).reduce((sum, member) => sum + heldSeconds(member), first.supply[0]);
  const short = owed === locked ? members.find((member) => lead(member) !== lead(first)) : first;
  return short === undefined
    ? undefined
    : `group ${number}: ${locked} behind it are not the payouts if market ${short.number} wins`;
}

/** Payouts of the group if this member wins, less a constant of the group. */
function lead(member: MarketFacts) {
  return member.supply[0] - heldSeconds(member);
}

/** Second-outcome tokens that wallets hold. */
function heldSeconds({ supply, vault }: MarketFacts) {
  return supply[1] - vault;
}

export const GROUP_INVARIANTS = {
  /** Whichever member of a group wins, the dollars behind the group equal the payouts. */
  everyWinnerBacked: whenPending(({ changedGroup }) =>
    changedGroup === undefined ? undefined : unbacked(changedGroup),
  ),

  /** A group whose members are all resolved has no debt. */
  debtSettled: whenPending(({ changedGroup }) => {
    if (changedGroup === undefined || changedGroup.debt === 0) return undefined;
    const isOver = changedGroup.members.every(({ state }) => state === 'resolved');
    return isOver ? `group ${changedGroup.number} is over and owes ${changedGroup.debt}` : undefined;
  }),
} as const satisfies Readonly<Record<string, LogInvariant>>;
