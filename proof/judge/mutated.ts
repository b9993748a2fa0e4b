/** proof/judge/mutated: a simulator with a wrapper around its handler, to be served or judged like any other. */
import { likely } from '../../base/closest.ts';
import { createSimulator, type Simulator } from '../../sim/simulator.ts';
import type { SimulatorOptions } from '../../sim/simulator-options.ts';
import { parsedReply } from '../../wire/order-body.ts';
import { mutantServed, mutantsOf } from './catalog.ts';
import type { Internals, Wrap } from './variant.ts';

export function internalsOf(simulator: Simulator): Internals {
  return {
    credentials: simulator.credentials,
    now: () => simulator.now(),
    log: () => simulator.log,
    ids: () => simulator.ids,
  };
}

/**
 * A simulator with a mutant of the catalog. Throws an `Error` of one line for an unknown one.
 * @public `conformance/create-simulator` loads it by this name.
 */
export function createMutated(options: SimulatorOptions, id: string): Simulator {
  const mutant = mutantServed(id, options.profile);
  if (mutant !== undefined) {
    return createSimulator(options, (handle, simulator) => mutant.wrap(handle, internalsOf(simulator)));
  }
  const [near] = likely(
    id,
    mutantsOf(options.profile).map((known) => known.id),
  );
  const advice = near === undefined ? 'touchstone serve --list-mutants lists them' : `did you mean "${near}"?`;
  throw new Error(`createSimulator: there is no mutant "${id}"; ${advice}`);
}

/** The simulator behind `wrap`. Each `reset` makes a new wrapper. */
export function mutated(simulator: Simulator, wrap: Wrap): Simulator {
  const internals = internalsOf(simulator);
  let handle = wrap(simulator.handle, internals);
  const own: Pick<Simulator, 'handle' | 'reset' | 'order' | 'cancel'> = {
    handle: (request) => handle(request),
    reset() {
      simulator.reset();
      handle = wrap(simulator.handle, internals);
    },
    order: (order) => parsedReply(handle(simulator.orderRequest(order))),
    cancel: (orderId, wallet) => parsedReply(handle(simulator.cancelRequest(orderId, wallet))),
  };
  // With its getters, whose values change.
  const copy = Object.create({}, Object.getOwnPropertyDescriptors(simulator));
  return Object.assign<Simulator, typeof own>(copy, own);
}
