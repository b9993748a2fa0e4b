/** proof/venue/oracle/runs: runs of a venue with all kinds of events, drawn from a stream of integers. */
import { commandFrom, GENES, OPENING, waitFrom } from '../../../model/commands.ts';
import { Registry, register } from '../../../model/registry.ts';
import type { Command } from '../../../spec/venue/command.ts';
import type { Port } from './port.ts';

export type TimedCommand = { readonly command: Command; readonly now: number };

type Stepped = Pick<Port, 'step' | 'log'>;

export type Run<Kind extends Stepped> = { readonly venue: Kind; readonly given: readonly TimedCommand[] };

/** Gives a new venue `length` commands with genes from `draw` (non-negative integers); calls `watch` after each. */
export function runGenes<Kind extends Stepped>(
  venue: Kind,
  length: number,
  draw: () => number,
  watch?: (venue: Kind) => void,
): Run<Kind> {
  const given: TimedCommand[] = [];
  const registry = new Registry();
  let learned = 0;
  let now = 1_000;
  const apply = (command: Command) => {
    given.push({ command, now });
    venue.step(command, now);
    const { log } = venue;
    for (; learned < log.length; learned += 1) {
      const event = log[learned];
      if (event !== undefined) register(registry, event);
    }
  };
  for (const command of OPENING) apply(command);
  for (let index = 0; index < length; index += 1) {
    const genes = Array.from({ length: GENES }, draw);
    now += waitFrom(genes);
    apply(commandFrom(genes, registry, now));
    watch?.(venue);
  }
  return { venue, given };
}

export function applyAll<Kind extends Stepped>(venue: Kind, given: readonly TimedCommand[]): Kind {
  for (const { command, now } of given) venue.step(command, now);
  return venue;
}
