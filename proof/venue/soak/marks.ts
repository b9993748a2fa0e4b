/** proof/venue/soak/marks: counts what must occur in a soak, so that a swarm that no longer reaches a corner fails. */
import { CLOSE_REASONS, EVENT_KINDS } from '../../../sim/core/log-layout.ts';
import type { Refusal } from '../../../spec/venue/command.ts';
import type { CloseReason, Event } from '../../../spec/venue/event.ts';
import { FAULTS, type Fault } from './options.ts';

const REFUSALS = [
  'unknown-market',
  'unknown-wallet',
  'unknown-order',
  'not-owner',
  'order-finished',
  'market-not-accepting',
  'not-resolved',
  'nothing-to-redeem',
  'price-out-of-range',
  'price-off-tick',
  'size-too-small',
  'size-invalid',
  'post-only-type',
  'post-only-crosses',
  'expiration-required',
  'expiration-unexpected',
  'expiration-too-near',
  'duplicate',
  'insufficient-cash',
  'insufficient-tokens',
  'fok-not-filled',
  'fak-no-match',
  'self-trade',
  'unknown-group',
  'market-grouped',
  'not-in-group',
  'market-in-use',
  'group-payout',
  'unknown-trade',
  'trade-settled',
  'cannot-reverse',
  'malformed',
] as const satisfies readonly Refusal['kind'][];

const HAPPENINGS = [
  'leg transfers a token',
  'leg mints a set',
  'leg merges a set',
  'leg leaves the maker a rest',
  'leg at a better price than the limit',
  'leg worth more than 2^53 before division',
  'leg of a BUY rounded up',
  'leg of a SELL rounded down',
  'leg with a maker fee',
  'leg whose fee rounds to nothing',
  'fee rounded to its step',
  'trade with several makers',
  'trade over several levels',
  'trade with more than eight makers',
  'order of the seventeenth wallet, or a later one',
  'order of a key beyond any table',
  'more than sixty-four orders open',
  'order of the largest size',
  'order too large for its level refused',
  'conversion too large for the books refused',
  'order of one micro share',
  'order at the lowest price',
  'order at the highest price',
  'order traded in part and resting',
  'FOK filled',
  'FOK killed at its release',
  'FAK filled in part',
  'FAK killed at its release',
  'GTD expired exactly as the clock arrives',
  'GTD expired inside a jump of the clock',
  'three deadlines in one jump of the clock',
  'heartbeat on its last millisecond',
  'heartbeat lost with open orders',
  'heartbeat lost without open orders',
  'heartbeat of a key of sixty-four or more lost with open orders',
  'delayed order released into an unchanged book',
  'delayed order released into a changed book',
  'delayed order cancelled while it waits',
  'delayed order closed with its market',
  'self-trade in mode cancel-newest',
  'self-trade in mode cancel-oldest',
  'self-trade in mode cancel-both',
  'self-trade in mode decrement',
  'self-trade after trading with others',
  'order reduced and still open',
  'order reduced to nothing',
  'tick change that cancels',
  'tick change that keeps an order',
  'conversion of one market',
  'conversion of some markets',
  'conversion of a whole group',
  'resolution of a member of a group',
  'resolution of the winner of a group',
  'resolution of the last member of a group',
  'second winner of a group refused',
  'group without a winner refused',
  'resolution that pays one outcome',
  'resolution that pays half each',
  'resolution that pays odd parts',
  'redemption that rounds',
  'settlement retried, then confirmed',
  'settlement failed after mining',
  'settlement of a resolved market not reversed',
] as const;

export type Marks = Readonly<{
  events: Record<Event['kind'], number>;
  refusals: Record<Refusal['kind'], number>;
  endings: Record<CloseReason, number>;
  happenings: Record<(typeof HAPPENINGS)[number], number>;
  faults: Record<Fault, number>;
}>;

export function newMarks(): Marks {
  return {
    events: zeros(EVENT_KINDS),
    refusals: zeros(REFUSALS),
    endings: zeros(CLOSE_REASONS),
    happenings: zeros(HAPPENINGS),
    faults: zeros(FAULTS),
  };
}

function zeros<Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

export function addMarks(marks: Marks, more: Marks): void {
  for (const family of FAMILIES) {
    const counts: Record<string, number> = marks[family];
    for (const [name, count] of Object.entries(more[family])) counts[name] = (counts[name] ?? 0) + count;
  }
}

const FAMILIES = ['events', 'refusals', 'endings', 'happenings', 'faults'] as const satisfies readonly (keyof Marks)[];
const PREFIX = {
  events: 'event',
  refusals: 'refusal',
  endings: 'order ended',
  happenings: '',
  faults: 'fault',
} as const;

export function markCounts(marks: Marks): readonly { readonly mark: string; readonly count: number }[] {
  return FAMILIES.flatMap((family) =>
    Object.entries(marks[family]).map(([name, count]) => ({
      mark: PREFIX[family] === '' ? name : `${PREFIX[family]}: ${name}`,
      count,
    })),
  );
}

export function missingMarks(marks: Marks): readonly string[] {
  return markCounts(marks)
    .filter(({ count }) => count === 0)
    .map(({ mark }) => mark);
}
