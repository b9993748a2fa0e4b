/**
 * proof/soak/swarm: the next step of a run: a drawn command, or one with a fault: delivered twice, sent again, late, at a deadline,
 * from a slow clock, or malformed. Each run has about a quarter of the faults.
 */
import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import type { Venue } from '../../sim/core/venue.ts';
import type { Result } from '../../spec/result.ts';
import { type ClientView, newClientView, updateView } from './client-view.ts';
import { drawWait, heartbeatAtTheEdge } from './clock-faults.ts';
import { drawCommand, drawFunds } from './command-generator.ts';
import { malform, unmasked } from './hostile.ts';
import type { Marks } from './marks.ts';
import { happens, planMishaps, takePending } from './mishaps.ts';
import { drawOptions, drawTerms, FAULTS, type Fault, type SoakOptions } from './options.ts';
import { below, chance, type Stream, streamOf } from './stream.ts';

/** A command and the wait before it. */
export type Step = {
  /** Milliseconds before it; negative if the client has a slow clock. */
  readonly wait: number;
  readonly command: Command;
  /** The command with the names of its hostile values, if it has any. */
  readonly template?: unknown;
};

export type Swarm = {
  readonly options: SoakOptions;
  readonly view: ClientView;
  readonly commands: Stream;
  readonly chances: Stream;
  readonly isActive: Readonly<Record<Fault, boolean>>;
  readonly marks: Marks;
  /** Planned commands, each after so many others. */
  readonly pending: { readonly command: Command; after: number }[];
  /** Deadline of the next heartbeat of each key. */
  readonly deadlines: Map<number, number>;
  /** Initial commands, in reverse order. */
  readonly opening: Command[];
};

const LATE_MAX = 20;

/** The swarm of a seed; `marks` counts its faults. */
export function newSwarm(seed: number, marks: Marks): Swarm {
  const options = drawOptions(seed);
  const commands = streamOf(seed, 'commands');
  return {
    options,
    view: newClientView(),
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

/** Initial markets, groups and wallets with cash and tokens, in reverse order. */
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

/** The next step. `now`: the moment of the clock. */
export function nextStep(swarm: Swarm, venue: Venue, now: number): Step {
  const opening = swarm.opening.pop();
  if (opening !== undefined) return { wait: 0, command: opening };
  const beat = heartbeatAtTheEdge(swarm, now);
  if (beat !== undefined) return beat;
  const wait = drawWait(swarm, venue, now);
  const pending = takePending(swarm);
  if (pending !== undefined) return { wait, command: pending };
  const { options, view, commands, chances, isActive } = swarm;
  const command = drawCommand(options, view, commands, now + Math.max(0, wait), venue.tradeCount);
  if (isActive.malformed && happens(swarm, 'malformed', 12)) {
    const template = malform(command, chances);
    return { wait, command: unmasked(template), template };
  }
  if (!(isActive.late && happens(swarm, 'late', 12))) return { wait, command };
  swarm.pending.push({ command, after: 1 + below(chances, LATE_MAX) });
  return { wait, command: drawCommand(options, view, commands, now + Math.max(0, wait), venue.tradeCount) };
}

/** Applies the reply to a step and plans its faults. `trades`: the number of trades so far. */
export function afterStep(
  swarm: Swarm,
  { command, template }: Step,
  reply: Result<Reply, Refusal>,
  trades: number,
  now: number,
): void {
  if (template !== undefined) return;
  updateView(swarm.view, command, reply);
  if (swarm.opening.length > 0) return;
  if (command.kind === 'heartbeat') swarm.deadlines.set(command.key, now + swarm.options.rules.heartbeatMs);
  planMishaps(swarm, command, reply, trades);
}

/** Whether the venue is restored from its snapshot before the next step. */
export function wantsRestore(swarm: Swarm): boolean {
  return swarm.isActive.restore && happens(swarm, 'restore', 512);
}
