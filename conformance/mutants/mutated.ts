/** conformance/mutants/mutated: a simulator with a wrapper around its handler, to be served or judged like any other. */
import type { Simulator } from '../../sim/simulator.ts';
import type { Request, Response } from '../../wire/message.ts';
import { parsedReply } from '../../wire/order-request.ts';
import type { Internals, Wrap } from './mutant.ts';

/** The internals of a simulator. */
export function internalsOf(simulator: Simulator): Internals {
  return {
    credentials: simulator.credentials,
    now: () => simulator.now(),
    log: () => simulator.log,
    ids: () => simulator.ids,
  };
}

/** The simulator behind `wrap`. Each `reset` makes a new wrapper. */
export function mutated(simulator: Simulator, wrap: Wrap): Simulator {
  const internals = internalsOf(simulator);
  let handle = wrap(simulator.handle, internals);
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
      handle = wrap(simulator.handle, internals);
    },
    fault: (fault) => simulator.fault(fault),
    command: (command) => simulator.command(command),
    orderRequest: (order) => simulator.orderRequest(order),
    cancelRequest: (orderId, wallet) => simulator.cancelRequest(orderId, wallet),
    order: (order) => parsedReply(handle(simulator.orderRequest(order))),
    cancel: (orderId, wallet) => parsedReply(handle(simulator.cancelRequest(orderId, wallet))),
    fill: (orderId, size) => simulator.fill(orderId, size),
    faults: (rules) => simulator.faults(rules),
    get exchanges() {
      return simulator.exchanges;
    },
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
