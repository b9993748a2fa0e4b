/** proof/oracle/runs: a run of a venue drawn from a stream of integers, for tests that need a rich history. */
import type { Command } from '../../sim/core/command.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import { createVenue, type Venue } from '../../sim/core/venue.ts';
import { commandFrom, GENES, OPENING, saltOf, waitFrom } from './commands.ts';
import type { Port } from './port.ts';
import { newRegistry, register } from './registry.ts';

/** A command and the moment at which it was given. */
export type TimedCommand = { readonly command: Command; readonly now: number };

/** What a run needs of a venue. */
type Stepped = Pick<Port, 'step' | 'log'>;

export type Run<Kind extends Stepped> = { readonly venue: Kind; readonly given: readonly TimedCommand[] };

/** Gives a new venue `length` commands whose genes `draw` gives (non-negative integers); `watch` sees it after each. */
export function runGenes<Kind extends Stepped>(
  venue: Kind,
  length: number,
  draw: () => number,
  watch?: (venue: Kind) => void,
): Run<Kind> {
  const given: TimedCommand[] = [];
  const registry = newRegistry();
  let learned = 0;
  let now = 1_000;
  const apply = (command: Command): void => {
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
    apply(commandFrom(genes, registry, now, saltOf(index)));
    watch?.(venue);
  }
  return { venue, given };
}

/** The same commands to a new engine. */
export function replay(given: readonly TimedCommand[], rules: VenueRules): Venue {
  return applyAll(createVenue(rules), given);
}

/** The same commands to a venue that is new. */
export function applyAll<Kind extends Stepped>(venue: Kind, given: readonly TimedCommand[]): Kind {
  for (const { command, now } of given) venue.step(command, now);
  return venue;
}
