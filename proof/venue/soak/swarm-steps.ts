/** proof/venue/soak/swarm-steps: the next step of a run: a drawn command, or one with a fault. */
import type { Result } from '../../../base/result.ts';
import { drawCommand } from '../../../model/draw-command.ts';
import { below, chance, pick } from '../../../model/draws.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import type { Refusal, Reply } from '../../../spec/venue/command.ts';
import { malform, unmasked } from './hostile.ts';
import { happens, planMishaps, takePending } from './mishaps.ts';
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
  if (!(isActive.late && happens(swarm, 'late', 12))) return { wait, command };
  swarm.pending.push({ command, after: 1 + below(chances, LATE_MAX) });
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

const JUMPS: readonly [number, ...number[]] = [10_001, 61_000, 600_000, 3_600_000];

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
  if (!isActive['heartbeat-edge'] || deadlines.size === 0 || !chance(chances, 1, 16)) return undefined;
  const key = pick(chances, options.keys);
  const wait = (deadlines.get(key) ?? 0) - now + below(chances, 3) - 1;
  if (wait < 0) return undefined;
  swarm.marks.faults['heartbeat-edge'] += 1;
  return { wait, command: { kind: 'heartbeat', key } };
}
