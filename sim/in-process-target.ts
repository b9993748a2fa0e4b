/** sim/in-process-target: a simulator as a Target, control included. Checks cannot distinguish it from a target behind HTTP. */
import type { Request } from '../wire/message.ts';
import type { Control, Target } from '../wire/target.ts';
import type { Simulator } from './simulator.ts';

/** The simulator behind the port through which every deployment is judged. Closing it does nothing. */
export function inProcessTarget(simulator: Simulator): Target {
  return {
    label: 'in-process simulator',
    send: async (request) => ({ kind: 'response', response: simulator.handle(onWire(request)) }),
    control: controlOf(simulator),
    close: async () => undefined,
  };
}

/** Header names travel in any letter case and arrive in lower case. */
function onWire(request: Request): Request {
  if (Object.keys(request.headers).every(isLower)) return request;
  const headers = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...request, headers: Object.fromEntries(headers) };
}

function isLower(name: string): boolean {
  return name === name.toLowerCase();
}

function controlOf(simulator: Simulator): Control {
  return {
    async advance(ms) {
      simulator.advance(ms);
      return true;
    },
    async reset() {
      simulator.reset();
      return true;
    },
    async faults(fault) {
      simulator.fault(fault);
      return true;
    },
    hash: async () => simulator.hash(),
    now: async () => simulator.now(),
  };
}
