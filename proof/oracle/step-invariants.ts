/**
 * proof/oracle/step-invariants: what must be true of one command: the answer, what it did to the log, and that a
 * refusal did nothing. Each is a function with a name; none of them looks inside the exchange.
 */

import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import type { Event } from '../../sim/core/event.ts';
import type { Exchange } from '../../sim/core/exchange.ts';
import type { OrderView } from '../../sim/core/order-view.ts';
import type { Result } from '../../spec/result.ts';
import type { Wrong } from './invariant.ts';

/** Everything that is seen of one command from outside. */
export type Step = {
  readonly command: Command;
  /** Undefined where the exchange threw. */
  readonly reply: Result<Reply, Refusal> | undefined;
  /** After all that was due had been done, and after the command. */
  readonly before: Glimpse;
  readonly after: Glimpse;
  /** What the command put into the log. */
  readonly events: readonly Event[];
  /** The order that a cancellation names, as it was before. */
  readonly named: Pick<OrderView, 'wallet' | 'state'> | undefined;
};

type Accepted = Extract<Event, { kind: 'order-accepted' }>;
type Glimpse = { readonly hash: string; readonly nextDue: number | undefined };

/** What a step is taken on. */
export type Stepped = Pick<Exchange, 'step' | 'advanceTo' | 'nextDue' | 'log' | 'order'> & {
  readonly hash?: () => string;
};

/** Says what is wrong with the step. */
export type StepInvariant = (step: Step) => Wrong;

/** Gives the command and notes what is seen of it. */
export function takeStep(exchange: Stepped, command: Command, now: number): Step {
  exchange.advanceTo(now);
  const glimpse = (): Glimpse => ({ hash: exchange.hash?.() ?? '', nextDue: exchange.nextDue() });
  const before = glimpse();
  const length = exchange.log.length;
  const named = command.kind === 'cancel' ? exchange.order(command.order) : undefined;
  const reply = attempt(exchange, command, now);
  return { command, reply, before, after: glimpse(), events: exchange.log.slice(length), named };
}

function attempt(exchange: Stepped, command: Command, now: number): Step['reply'] {
  try {
    return exchange.step(command, now);
  } catch {
    return undefined;
  }
}

/** No command throws, however malformed. */
const neverThrows: StepInvariant = ({ command, reply }) =>
  reply === undefined ? `${command.kind} made the exchange throw` : undefined;

/** A refused command leaves log, hash and everything due as they were. */
const refusedChangesNothing: StepInvariant = ({ reply, before, after, events }) => {
  if (reply?.ok !== false) return undefined;
  if (events.length > 0) return `${reply.refusal.kind}, but the log has grown by ${events.length}`;
  const same = before.hash === after.hash && before.nextDue === after.nextDue;
  return same ? undefined : `${reply.refusal.kind}, but the hash or what is due is another`;
};

/** Only its owner cancels an order; to anybody else it is not his. */
const ownerAlone: StepInvariant = ({ command, reply, named }) => {
  if (command.kind !== 'cancel' || reply === undefined || named === undefined) return undefined;
  const isOwner = named.wallet === command.wallet;
  if (reply.ok) return isOwner ? undefined : `wallet ${command.wallet} cancelled an order of ${named.wallet}`;
  return isOwner && reply.refusal.kind === 'not-owner' ? 'its owner may not cancel it' : undefined;
};

/** A finished order cannot be cancelled, and is said to be what it is; an open one can. */
const finishedStays: StepInvariant = ({ command, reply, named }) => {
  if (command.kind !== 'cancel' || reply === undefined || named === undefined) return undefined;
  const isOpen = named.state === 'live' || named.state === 'delayed';
  if (reply.ok) return isOpen ? undefined : `a ${named.state} order was cancelled`;
  if (reply.refusal.kind !== 'order-finished') return undefined;
  return reply.refusal.state === named.state ? undefined : `a ${named.state} order is called ${reply.refusal.state}`;
};

/** What is answered is what the log tells. */
const replyTrue: StepInvariant = ({ reply, events }) => {
  if (reply?.ok !== true) return undefined;
  const { value } = reply;
  if (value.kind === 'done') return undefined;
  const first = events[0];
  if (value.kind === 'created') {
    return createdBy(first) === value.index ? undefined : `answered ${value.index}, told ${createdBy(first)}`;
  }
  if (first?.kind !== 'order-accepted' || first.order !== value.order) return `no order ${value.order} is told`;
  const trade = events.find((event) => event.kind === 'trade');
  const status = statusTold(first, events);
  const [size, cash] = [trade?.size ?? 0, trade?.cash ?? 0];
  const right = value.status === status && value.size === size && value.cash === cash;
  return right ? undefined : `answered ${value.status} ${value.size} ${value.cash}, told ${status} ${size} ${cash}`;
};

/** What the log tells of an order that has just come. */
function statusTold({ order, delayedUntil }: Accepted, events: readonly Event[]): string {
  if (delayedUntil !== undefined) return 'delayed';
  if (events.some(({ kind }) => kind === 'trade')) return 'matched';
  return events.some((event) => event.kind === 'order-closed' && event.order === order) ? 'unmatched' : 'live';
}

function createdBy(event: Event | undefined): number | undefined {
  switch (event?.kind) {
    case 'market-listed':
      return event.market;
    case 'wallet-opened':
      return event.wallet;
    case 'markets-grouped':
      return event.group;
    default:
      return undefined;
  }
}

/** The event with which each command begins, where it has one. */
const FIRST: Readonly<Record<Command['kind'], readonly Event['kind'][]>> = {
  'list-market': ['market-listed'],
  'open-wallet': ['wallet-opened'],
  deposit: ['deposited'],
  split: ['split'],
  merge: ['merged'],
  redeem: ['redeemed'],
  place: ['order-accepted'],
  cancel: ['order-closed'],
  heartbeat: ['heartbeat-kept'],
  'pause-market': ['market-state'],
  'resume-market': ['market-state'],
  'close-market': ['market-state'],
  'resolve-market': ['market-state', 'market-resolved'],
  'change-tick': ['tick-changed'],
  'group-markets': ['markets-grouped'],
  convert: ['converted'],
  'disturb-settlement': ['trade-status', 'trade-reversed'],
};

/** An accepted command does what it says and nothing else comes first; what is so already is not told again. */
const acceptedTold: StepInvariant = ({ command, reply, events }) => {
  if (reply?.ok !== true) return undefined;
  const first = events[0];
  if (first === undefined) return isRepeatable(command) ? undefined : `${command.kind} was accepted and did nothing`;
  return FIRST[command.kind].includes(first.kind) ? undefined : `${command.kind} begins with ${first.kind}`;
};

function isRepeatable({ kind }: Command): boolean {
  return kind === 'pause-market' || kind === 'resume-market' || kind === 'close-market' || kind === 'change-tick';
}

export const STEP_INVARIANTS = {
  acceptedTold,
  finishedStays,
  neverThrows,
  ownerAlone,
  refusedChangesNothing,
  replyTrue,
} as const satisfies Readonly<Record<string, StepInvariant>>;

export type StepInvariantName = keyof typeof STEP_INVARIANTS;

/** Everything that is wrong with the step. */
export function judgeStep(step: Step): readonly { readonly invariant: StepInvariantName; readonly message: string }[] {
  return (Object.keys(STEP_INVARIANTS) as StepInvariantName[]).flatMap((invariant) => {
    const message = STEP_INVARIANTS[invariant](step);
    return message === undefined ? [] : [{ invariant, message }];
  });
}
