/** proof/oracle/market-invariants: how markets begin, change and end, alone and in negative-risk groups. */

import { SIZE_LIMIT } from '../../sim/core/rules.ts';
import { MICRO, PRICE_ONE } from '../../spec/units.ts';
import type { GroupFacts, MarketFacts } from './facts.ts';
import { onEvent, type Wrong, whenPressing } from './invariant.ts';

/** Open and paused by turns, then closed, then resolved, never back; each change is one. */
export const marketLife = onEvent<'market-state' | 'market-resolved'>((facts, event) => {
  const state = facts.markets[event.market]?.state;
  if (event.kind === 'market-resolved') return state === 'closed' ? undefined : `a ${state} market was resolved`;
  const legal = (state === 'open' || state === 'paused') && event.state !== state;
  return legal ? undefined : `a ${state} market became ${event.state}`;
});

/** Sets are made while a market is open or paused and given back until it is resolved, so many at a time. */
export const setsAllowed = onEvent<'split' | 'merged'>((facts, event) => {
  const state = facts.markets[event.market]?.state;
  if (event.size <= 0 || event.size > SIZE_LIMIT) return `a size of ${event.size}`;
  if (state === 'resolved') return `${event.kind} in a resolved market`;
  return event.kind === 'split' && state === 'closed' ? 'split in a closed market' : undefined;
});

/** A step divides the dollar and is at most half of it. */
export const tickSound = onEvent<'market-listed' | 'tick-changed'>((facts, event) => {
  const tick = event.kind === 'tick-changed' ? event.tick : event.terms.tick;
  const sound = Number.isInteger(tick) && tick > 0 && tick <= PRICE_ONE / 2 && PRICE_ONE % tick === 0;
  if (!sound) return `a tick of ${tick}`;
  if (event.kind === 'market-listed') return undefined;
  const market = facts.markets[event.market];
  if (market?.state === 'closed' || market?.state === 'resolved') return `a new tick in a ${market.state} market`;
  return market?.tick === tick ? 'the tick it had' : undefined;
});

/** The payouts of a market's outcomes are a dollar together. */
export const payoutWhole = onEvent<'market-resolved'>((_facts, { payout: [first, second] }) => {
  const whole = Number.isInteger(first) && first >= 0 && second >= 0 && first + second === MICRO;
  return whole ? undefined : `payouts of ${first} and ${second}`;
});

/** In a group each market pays one outcome whole, and exactly one of them pays its first. */
export const oneWinner = onEvent<'market-resolved'>((facts, event) => {
  const market = facts.markets[event.market];
  if (market?.group === undefined) return undefined;
  const [first, second] = event.payout;
  if (first !== 0 && second !== 0) return 'a member of a group was divided';
  const others = market.group.members.filter((member) => member !== market);
  const won = others.some((member) => member.payout?.[0] === MICRO);
  if (won) return first === 0 ? undefined : 'a second winner in the group';
  const isLast = others.every((member) => member.payout !== undefined);
  return isLast && first === 0 ? 'a group without a winner' : undefined;
});

/** A group is made of at least two markets, ascending, that trade, are in no group and of which no tokens exist. */
export const groupsFormed = onEvent<'markets-grouped'>((facts, event) => {
  if (event.markets.length < 2) return 'a group of one';
  if (!ascends(event.markets)) return 'members out of order';
  for (const index of event.markets) {
    const market = facts.markets[index];
    if (market === undefined) return `no market ${index}`;
    if (market.state === 'closed' || market.state === 'resolved') return `market ${index} is ${market.state}`;
    if (market.group !== undefined) return `market ${index} is in a group`;
    if (market.supply[0] + market.supply[1] > 0) return `tokens of market ${index} exist`;
  }
  return undefined;
});

/** A conversion gives the first outcome of every other member and a dollar for each one given up but one. */
export const convertRight = onEvent<'converted'>((facts, event): Wrong => {
  const group = facts.groups[event.group];
  if (group === undefined) return `no group ${event.group}`;
  if (event.size <= 0 || event.size > SIZE_LIMIT) return `a size of ${event.size}`;
  if (event.markets.length === 0 || !ascends(event.markets)) return 'markets out of order';
  const members = group.members.map(({ number }) => number);
  const stranger = event.markets.find((market) => !members.includes(market));
  if (stranger !== undefined) return `market ${stranger} is not in the group`;
  const others = members.filter((member) => !event.markets.includes(member));
  if (others.join() !== event.others.join()) return `received in ${event.others.join()}, not in ${others.join()}`;
  const debt = group.debt + (members.length - 1) * event.size;
  if (!Number.isSafeInteger(debt)) return `a debt of ${debt}`;
  const paid = (event.markets.length - 1) * event.size;
  return event.paid === paid ? undefined : `paid ${event.paid}, not ${paid}`;
});

/** Nothing is converted once a member is resolved. */
export const convertedInTime = onEvent<'converted'>((facts, event) => {
  const resolved = facts.groups[event.group]?.members.find(({ state }) => state === 'resolved');
  return resolved === undefined ? undefined : `market ${resolved.number} of the group is resolved`;
});

/** Whoever wins a group, the dollars behind it are what its holders would get. */
export const everyWinnerBacked = whenPressing((facts) => {
  const { changedGroup } = facts;
  return changedGroup === undefined ? undefined : unbacked(changedGroup);
});

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

/** A group all of whose members are resolved owes nothing. */
export const debtSettled = whenPressing(({ changedGroup }) => {
  if (changedGroup === undefined || changedGroup.debt === 0) return undefined;
  const isOver = changedGroup.members.every(({ state }) => state === 'resolved');
  return isOver ? `group ${changedGroup.number} is over and owes ${changedGroup.debt}` : undefined;
});

function ascends(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? number));
}
