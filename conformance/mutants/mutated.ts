/** conformance/mutants/mutated: a simulator with a wrapper around its handler, to be served or judged like any other. */
import type { Simulator } from '../../sim/simulator.ts';
import type { Request, Response } from '../../wire/message.ts';
import type { Venue, Wrap } from './mutant.ts';

/** What a wrapper may know of a simulator. */
export function venueOf(simulator: Simulator): Venue {
  return {
    credentials: simulator.credentials,
    now: () => simulator.now(),
    log: () => simulator.log,
    ids: () => simulator.ids,
  };
}

/** The simulator behind `wrap`. What the wrapper remembers is forgotten with each `reset`. */
export function mutated(simulator: Simulator, wrap: Wrap): Simulator {
  const venue = venueOf(simulator);
  let handle = wrap(simulator.handle, venue);
  return {
    handle: (request: Request): Response => handle(request),
    now: () => simulator.now(),
    advance: (ms) => simulator.advance(ms),
    nextDue: () => simulator.nextDue(),
    hash: () => simulator.hash(),
    get log() {
      return simulator.log;
    },
    get eventCount() {
      return simulator.eventCount;
    },
    get ids() {
      return simulator.ids;
    },
    credentials: simulator.credentials,
    get named() {
      return simulator.named;
    },
    profile: simulator.profile,
    reset() {
      simulator.reset();
      handle = wrap(simulator.handle, venue);
    },
    fault: (fault) => simulator.fault(fault),
    warnings: simulator.warnings,
    get bugs() {
      return simulator.bugs;
    },
    get journal() {
      return simulator.journal;
    },
    close: () => simulator.close(),
  };
}
