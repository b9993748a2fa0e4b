/** proof/venue/soak/swarm-steps: the next step of a run: a drawn command, or one with a fault. */
import type { Result } from '../../../base/result.ts';
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import { drawCommand } from '../../../model/draw-command.ts';
import { below, oneIn, pick, type Some } from '../../../model/draws.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import type { Command, PlaceOrder, Refusal, Reply } from '../../../spec/venue/command.ts';
import { SIZE_LIMIT } from '../../../spec/venue/rules.ts';
import { order } from '../oracle/stage.ts';
import { malform, unmasked } from './hostile.ts';
import type { Fault } from './options.ts';
import type { Step, Swarm } from './swarm.ts';

const LATE_MAX = 20;

export function nextStep(swarm: Swarm, venue: Venue, now: number): Step {
  const opening = swarm.opening.pop();
  if (opening !== undefined) return { wait: 0, command: opening };
  const beat = heartbeatAtTheEdge(swarm, now);
  if (beat !== undefined) return beat;
  const wait = drawWait(swarm, venue, now);
  const pending = takePending(swarm);
  if (pending !== undefined) return { wait, command: pending };
  const { options, view, commands, chances, isActive } = swarm;
  const command = drawCommand(options, view, commands, now + Math.max(0, wait));
  if (isActive.malformed && happens(swarm, 'malformed', 12)) {
    const template = malform(command, chances);
    return { wait, command: unmasked(template), template };
  }
  if (!isActive.late || !happens(swarm, 'late', 12)) return { wait, command };
  plan(swarm, command, 1 + below(chances, LATE_MAX));
  return { wait, command: drawCommand(options, view, commands, now + Math.max(0, wait)) };
}

export function afterStep(swarm: Swarm, { command, template }: Step, reply: Result<Reply, Refusal>, now: number): void {
  if (template !== undefined || swarm.opening.length > 0) return;
  if (command.kind === 'heartbeat') swarm.deadlines.set(command.key, now + swarm.options.rules.heartbeatMs);
  planMishaps(swarm, command, reply);
}

/** Whether the venue is restored from its snapshot before the next step. */
export function wantsRestore(swarm: Swarm): boolean {
  return swarm.isActive.restore && happens(swarm, 'restore', 512);
}

const JUMPS: Some<number> = [10_001, 61_000, 600_000, 3_600_000];

/** Milliseconds until the next command; negative if its client has a slow clock. */
function drawWait(swarm: Swarm, venue: Venue, now: number): number {
  const { isActive, chances, options } = swarm;
  if (isActive['clock-jump'] && happens(swarm, 'clock-jump', 64)) return pick(chances, JUMPS);
  if (isActive['clock-back'] && happens(swarm, 'clock-back', 24)) return -1 - below(chances, 5_000);
  if (isActive['due-edge'] && happens(swarm, 'due-edge', 12)) {
    const due = venue.nextDue();
    if (due !== undefined) return Math.max(0, due - now + below(chances, 3) - 1);
  }
  return pick(chances, options.waits);
}

/** A heartbeat one millisecond before, at or after the deadline of its key. */
function heartbeatAtTheEdge(swarm: Swarm, now: number): Step | undefined {
  const { isActive, deadlines, chances, options } = swarm;
  if (!isActive['heartbeat-edge'] || deadlines.size === 0 || !oneIn(chances, 16)) return undefined;
  const key = pick(chances, options.keys);
  const wait = (deadlines.get(key) ?? 0) - now + below(chances, 3) - 1;
  if (wait < 0) return undefined;
  swarm.marks.faults['heartbeat-edge'] += 1;
  return { wait, command: { kind: 'heartbeat', key } };
}

/** Enough of the largest orders to exceed 2^53 together, even if some are refused. */
const PILE = 14;
/** More makers than an order usually crosses. */
const CROWD = 16;
const TICKS: Some<number> = [1_000, 100, 10, 50, 25];

/** Plans a command after so many others. */
function plan({ pending }: Swarm, command: Command, after: number) {
  pending.push({ command, after });
}

/** Whether an active fault happens, once in `outOf` visits. Callers look at `isActive`: a fixed name is faster. */
function happens({ chances, marks }: Swarm, fault: Fault, outOf: number): boolean {
  if (!oneIn(chances, outOf)) return false;
  marks.faults[fault] += 1;
  return true;
}

function planMishaps(swarm: Swarm, command: Command, reply: Result<Reply, Refusal>) {
  const { isActive, chances } = swarm;
  const { trades } = swarm.view;
  if (isActive.duplicate && happens(swarm, 'duplicate', 12)) plan(swarm, command, 0);
  if (!reply.ok) return;
  if (command.kind === 'resolve-market' && isActive.settlement) {
    // The latest trades of the market may be unsettled.
    for (let trade = Math.max(0, trades - 4); trade < trades; trade += 1) failLater(swarm, trade);
  }
  if (command.kind === 'place' && reply.value.kind === 'placed') {
    if (isActive['lost-response'] && happens(swarm, 'lost-response', 8)) plan(swarm, command, below(chances, 12));
    planAround(swarm, command.market);
    if (isActive.settlement && reply.value.size > 0 && happens(swarm, 'settlement', 2)) {
      disturb(swarm, trades - 1, command.market);
    }
  }
}

function planAround(swarm: Swarm, market: number) {
  const { isActive, chances } = swarm;
  if (isActive['tick-storm'] && happens(swarm, 'tick-storm', 12)) {
    plan(swarm, { kind: 'change-tick', market, tick: pick(chances, TICKS) }, below(chances, 3));
  }
  if (isActive.flapping && happens(swarm, 'flapping', 12)) {
    plan(swarm, { kind: 'pause-market', market }, below(chances, 2));
    plan(swarm, { kind: 'resume-market', market }, 1 + below(chances, 8));
  }
  if (isActive['pile-up'] && happens(swarm, 'pile-up', 128)) pileUp(swarm, market);
  if (isActive.crowd && happens(swarm, 'crowd', 64)) crowd(swarm, market);
}

/** The largest bids, all on the lowest level, until it is full. */
function pileUp(swarm: Swarm, market: number) {
  const { chances, view } = swarm;
  for (let count = PILE; count > 0; count -= 1)
    plan(swarm, lowBid(swarm, market, below(chances, view.wallets), SIZE_LIMIT), below(chances, PILE));
}

/** Small bids on the lowest level, and one order of another wallet for the other outcome that crosses them all. */
function crowd(swarm: Swarm, market: number) {
  const { chances, view } = swarm;
  const [wallet, others] = [below(chances, view.wallets), Math.max(1, view.wallets - 1)];
  for (let count = CROWD; count > 0; count -= 1) {
    const other = (wallet + 1 + below(chances, others)) % view.wallets;
    plan(swarm, lowBid(swarm, market, other, 1 + below(chances, 60)), 0);
  }
  const bid = lowBid(swarm, market, wallet, 1_000 * CROWD);
  plan(swarm, { ...bid, outcome: 1, type: 'FAK', price: PRICE_ONE - bid.price }, 2 * CROWD);
}

function lowBid({ view, chances, options }: Swarm, market: number, wallet: number, size: number): PlaceOrder {
  view.salts += 1;
  const price = view.markets[market]?.tick ?? 1;
  const key = pick(chances, options.keys);
  return order(wallet, 'BUY', 0, 0, 0, { key, market, price, size, salt: `low ${view.salts}` });
}

/** Retries a settlement up to twice and may fail it, even after its market has resolved. */
function disturb(swarm: Swarm, trade: number, market: number) {
  const { chances } = swarm;
  for (let tries = below(chances, 3); tries > 0; tries -= 1)
    plan(swarm, { kind: 'disturb-settlement', trade, outcome: 'retry' }, below(chances, 10));
  if (oneIn(chances, 2)) failLater(swarm, trade);
  if (oneIn(chances, 24)) {
    plan(swarm, { kind: 'resolve-market', market, payout: [0, MICRO] }, 0);
    failLater(swarm, trade);
  }
}

function failLater(swarm: Swarm, trade: number) {
  plan(swarm, { kind: 'disturb-settlement', trade, outcome: 'fail' }, below(swarm.chances, 16));
}

function takePending({ pending }: Swarm): Command | undefined {
  if (pending.length === 0) return undefined;
  let ready = -1;
  let index = 0;
  for (const each of pending) {
    each.after -= 1;
    if (ready < 0 && each.after < 0) ready = index;
    index += 1;
  }
  return ready < 0 ? undefined : pending.splice(ready, 1)[0]?.command;
}
