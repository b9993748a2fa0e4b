/** sim/in-process-target: a simulator as a Target with control. Checks cannot distinguish it from one behind HTTP. */
import type { Control, Request, Response, SendOutcome, Target } from '../wire/message.ts';
import { parseFaults } from './faults/rule.ts';
import type { Simulator } from './simulator.ts';

/** The simulator behind the port through which every deployment is judged. Closing it does nothing. */
export function inProcessTarget(simulator: Simulator): Target {
  return {
    label: 'in-process simulator',
    send: async (request) => outcomeOf(simulator.handle(onWire(request))),
    control: controlOf(simulator),
    close: async () => undefined,
  };
}

/** A target on virtual time does not wait for late responses. */
function outcomeOf({ delivery, ...response }: Response): SendOutcome {
  switch (delivery?.end) {
    case undefined:
      return { kind: 'response', response };
    case 'lost':
      return { kind: 'trouble', trouble: 'unreachable', detail: 'the connection was reset before a response arrived' };
    case 'cut':
      return {
        kind: 'trouble',
        trouble: 'truncated',
        detail: 'the connection ended in the middle of the body',
        head: response,
      };
  }
}

/** Header names travel in any letter case and arrive in lower case. */
function onWire(request: Request): Request {
  if (Object.keys(request.headers).every(isLower)) return request;
  const headers = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...request, headers: Object.fromEntries(headers) };
}

function isLower(name: string) {
  return name === name.toLowerCase();
}

function controlOf(simulator: Simulator): Control {
  return {
    advance: async (ms) => done(simulator.advance(ms)),
    reset: async () => done(simulator.reset()),
    faults: async (fault) => done(simulator.fault(fault)),
    faultRules: async (rules) => done(simulator.faults(parseFaults(rules))),
    hash: async () => simulator.hash(),
    now: async () => simulator.now(),
  };
}

/** Every control of a simulator succeeds, or throws. */
const done = (_: unknown): true => true;
