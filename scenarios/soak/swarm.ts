/**
 * scenarios/soak/swarm: what is given next in a run: a drawn command, or one that goes astray: delivered twice, sent again
 * because its answer was lost, late, at the edge of a deadline, from a clock that is behind, or malformed. Faults that are
 * active in a run come in packs; each run has about a quarter of them.
 */

import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import type { Exchange } from '../../sim/core/exchange.ts';
import { SIZE_LIMIT } from '../../sim/core/rules.ts';
import type { Result } from '../../spec/result.ts';
import { MICRO } from '../../spec/units.ts';
import { drawCommand, drawFunds } from './drawing.ts';
import { malform, unmasked } from './hostile.ts';
import type { Marks } from './marks.ts';
import { drawOptions, drawTerms, FAULTS, type Fault, type SoakOptions } from './options.ts';
import { learn, newScene, type Scene } from './scene.ts';
import { below, chance, pick, type Stream, streamOf } from './stream.ts';

/** One thing that is done to the exchange. */
export type Step = {
  /** Milliseconds before it; negative where the client's clock is behind. */
  readonly wait: number;
  readonly command: Command;
  /** The command with the names of hostile values, where it has any. */
  readonly template?: unknown;
};

export type Swarm = {
  readonly options: SoakOptions;
  readonly scene: Scene;
  readonly commands: Stream;
  readonly chances: Stream;
  readonly isActive: Readonly<Record<Fault, boolean>>;
  readonly marks: Marks;
  /** Commands that come later, each after so many others. */
  readonly pending: { readonly command: Command; after: number }[];
  /** The moment until which each key has to send its next heartbeat. */
  readonly deadlines: Map<number, number>;
  /** What a run begins with, the first last. */
  readonly opening: Command[];
};

const LATE_MAX = 20;
/** So many of the largest orders pass 2^53 together, even where a few are refused. */
const PILE = 14;
const JUMPS: readonly [number, ...number[]] = [10_001, 61_000, 600_000, 3_600_000];
const TICKS: readonly [number, ...number[]] = [1_000, 100, 10, 50, 25];

/** The swarm of a seed; faults that happen are counted in `marks`. */
export function newSwarm(seed: number, marks: Marks): Swarm {
  const options = drawOptions(seed);
  const commands = streamOf(seed, 'commands');
  return {
    options,
    scene: newScene(),
    commands,
    chances: streamOf(seed, 'faults'),
    isActive: Object.fromEntries(FAULTS.map((fault) => [fault, options.faults.includes(fault)])) as Record<
      Fault,
      boolean
    >,
    marks,
    pending: [],
    deadlines: new Map(),
    opening: openingOf(options, commands),
  };
}

/** Markets, groups, wallets with cash and tokens, so that a run begins in the middle of things; the first comes last. */
function openingOf(options: SoakOptions, commands: Stream): Command[] {
  const opening: Command[] = [];
  const sizes = [...Array.from({ length: options.markets }, () => 1), ...options.groups];
  let markets = 0;
  for (const size of sizes) {
    const members = Array.from({ length: size }, (_, index) => markets + index);
    for (const _ of members) opening.push({ kind: 'list-market', terms: drawTerms(options, commands) });
    if (size > 1) opening.push({ kind: 'group-markets', markets: members });
    markets += size;
  }
  for (let wallet = 0; wallet < options.wallets; wallet += 1) {
    const amount = drawFunds(options, commands);
    opening.push({ kind: 'open-wallet' }, { kind: 'deposit', wallet, amount });
    for (let market = 0; market < markets; market += 1) {
      if (chance(commands, 1, 4)) continue;
      opening.push({ kind: 'split', wallet, market, size: Math.ceil(amount / (3 * markets)) });
    }
  }
  return opening.reverse();
}

/** What to give next. `now`: where the clock was moved to; `trades`: how many there were so far. */
export function nextStep(swarm: Swarm, exchange: Exchange, now: number, trades: number): Step {
  const opening = swarm.opening.pop();
  if (opening !== undefined) return { wait: 0, command: opening };
  const beat = heartbeatAtTheEdge(swarm, now);
  if (beat !== undefined) return beat;
  const wait = drawWait(swarm, exchange, now);
  const pending = takePending(swarm);
  if (pending !== undefined) return { wait, command: pending };
  const { options, scene, commands, chances, isActive } = swarm;
  const command = drawCommand(options, scene, commands, now + Math.max(0, wait), trades);
  if (isActive.malformed && happens(swarm, 'malformed', 12)) {
    const template = malform(command, chances);
    return { wait, command: unmasked(template), template };
  }
  if (!(isActive.late && happens(swarm, 'late', 12))) return { wait, command };
  swarm.pending.push({ command, after: 1 + below(chances, LATE_MAX) });
  return { wait, command: drawCommand(options, scene, commands, now + Math.max(0, wait), trades) };
}

/** Takes in what became of a step, and prepares what follows from it. `trades`: how many there are now. */
export function afterStep(
  swarm: Swarm,
  { command, template }: Step,
  reply: Result<Reply, Refusal>,
  trades: number,
  now: number,
): void {
  if (template !== undefined) return;
  learn(swarm.scene, command, reply);
  if (swarm.opening.length > 0) return;
  const { isActive, pending, chances } = swarm;
  if (isActive.duplicate && happens(swarm, 'duplicate', 12)) pending.push({ command, after: 0 });
  if (command.kind === 'heartbeat') swarm.deadlines.set(command.key, now + swarm.options.rules.heartbeatMs);
  if (command.kind === 'resolve-market' && reply.ok && isActive.settlement) {
    // What was traded there last may not be settled yet.
    for (let trade = Math.max(0, trades - 4); trade < trades; trade += 1) failLater(swarm, trade);
  }
  if (command.kind !== 'place' || !reply.ok || reply.value.kind !== 'placed') return;
  const { market } = command;
  if (isActive['lost-response'] && happens(swarm, 'lost-response', 8))
    pending.push({ command, after: below(chances, 12) });
  if (isActive['tick-storm'] && happens(swarm, 'tick-storm', 12)) {
    pending.push({ command: { kind: 'change-tick', market, tick: pick(chances, TICKS) }, after: below(chances, 3) });
  }
  if (isActive.flapping && happens(swarm, 'flapping', 12)) {
    pending.push({ command: { kind: 'pause-market', market }, after: below(chances, 2) });
    pending.push({ command: { kind: 'resume-market', market }, after: 1 + below(chances, 8) });
  }
  if (isActive['pile-up'] && happens(swarm, 'pile-up', 128)) pileUp(swarm, market);
  if (isActive.settlement && reply.value.size > 0 && happens(swarm, 'settlement', 2))
    disturb(swarm, trades - 1, market);
}

/** The largest bids there can be, all on the lowest level, until it holds no more. */
function pileUp({ pending, scene, chances }: Swarm, market: number): void {
  for (let count = PILE; count > 0; count -= 1) {
    scene.salts += 1;
    const command: Command = {
      kind: 'place',
      wallet: below(chances, scene.wallets),
      key: 0,
      market,
      outcome: 0,
      side: 'BUY',
      type: 'GTC',
      price: scene.markets[market]?.tick ?? 1,
      size: SIZE_LIMIT,
      postOnly: false,
      salt: `pile ${scene.salts}`,
    };
    pending.push({ command, after: below(chances, PILE) });
  }
}

/** A settlement that is tried again once or twice and may fail in the end, even after its market has resolved. */
function disturb(swarm: Swarm, trade: number, market: number): void {
  const { pending, chances } = swarm;
  for (let tries = below(chances, 3); tries > 0; tries -= 1) {
    pending.push({ command: { kind: 'disturb-settlement', trade, outcome: 'retry' }, after: below(chances, 10) });
  }
  if (chance(chances, 1, 2)) failLater(swarm, trade);
  if (chance(chances, 1, 24)) {
    pending.push({ command: { kind: 'resolve-market', market, payout: [0, MICRO] }, after: 0 });
    failLater(swarm, trade);
  }
}

function failLater({ pending, chances }: Swarm, trade: number): void {
  pending.push({ command: { kind: 'disturb-settlement', trade, outcome: 'fail' }, after: below(chances, 16) });
}

/** Whether a fault fires, once in so many visits. */
function happens({ chances, marks }: Swarm, fault: Fault, outOf: number): boolean {
  if (!chance(chances, 1, outOf)) return false;
  marks.faults[fault] += 1;
  return true;
}

function takePending({ pending }: Swarm): Command | undefined {
  if (pending.length === 0) return undefined;
  let ready = -1;
  for (const [index, each] of pending.entries()) {
    each.after -= 1;
    if (ready < 0 && each.after < 0) ready = index;
  }
  return ready < 0 ? undefined : pending.splice(ready, 1)[0]?.command;
}

/** A key's heartbeat one millisecond before, at or after its deadline. */
function heartbeatAtTheEdge(swarm: Swarm, now: number): Step | undefined {
  const { isActive, deadlines, chances, options } = swarm;
  if (!isActive['heartbeat-edge'] || deadlines.size === 0 || !chance(chances, 1, 16)) return undefined;
  const key = below(chances, options.keys);
  const wait = (deadlines.get(key) ?? 0) - now + below(chances, 3) - 1;
  if (wait < 0) return undefined;
  swarm.marks.faults['heartbeat-edge'] += 1;
  return { wait, command: { kind: 'heartbeat', key } };
}

function drawWait(swarm: Swarm, exchange: Exchange, now: number): number {
  const { isActive, chances, options } = swarm;
  if (isActive['clock-jump'] && happens(swarm, 'clock-jump', 64)) return pick(chances, JUMPS);
  if (isActive['clock-back'] && happens(swarm, 'clock-back', 24)) return -1 - below(chances, 5_000);
  if (isActive['due-edge'] && happens(swarm, 'due-edge', 12)) {
    const due = exchange.nextDue();
    if (due !== undefined) return Math.max(0, due - now + below(chances, 3) - 1);
  }
  return pick(chances, options.waits);
}

/** Whether the exchange is to be made anew from its snapshot before the next step. */
export function wantsRestore(swarm: Swarm): boolean {
  return swarm.isActive.restore && happens(swarm, 'restore', 512);
}
