/**
 * proof/soak/canary: exchanges that are broken on purpose. A soak of these must fail; where it does not, its verdict on
 * the real one is worth nothing.
 */
import type { Exchange } from '../../sim/core/exchange.ts';
import type { Wrap } from './trial.ts';

/** A micro dollar too much, a trade that met its makers in the wrong order, a throw where a refusal is due. */
export const CANARIES = ['cash', 'priority', 'throw'] as const;

export type Canary = (typeof CANARIES)[number];

/** The canary whose turn it is: every seed breaks in one way. */
export function canaryOf(seed: number): Canary {
  return CANARIES[seed % CANARIES.length] ?? 'cash';
}

/** Breaks each exchange in one way; leaves it as it is where none is named. */
export function breaking(canary: Canary | undefined): Wrap {
  return (own) => (canary === undefined ? own : broken(canary, own));
}

/** An exchange that is right but for one thing. */
export function broken(canary: Canary, exchange: Exchange): Exchange {
  switch (canary) {
    case 'cash':
      return changed(exchange, {
        cash(wallet) {
          const { free, reserved } = exchange.cash(wallet);
          return { free: free > 0 ? free + 1 : free, reserved };
        },
      });
    case 'priority':
      return changed(exchange, {
        eventAt(index) {
          const event = exchange.eventAt(index);
          return event?.kind === 'trade' ? { ...event, makers: event.makers.toReversed() } : event;
        },
      });
    case 'throw':
      return changed(exchange, {
        step(command, now) {
          const reply = exchange.step(command, now);
          if (!reply.ok && reply.refusal.kind === 'insufficient-cash') throw new Error('no way to refuse this');
          return reply;
        },
      });
  }
}

/** The exchange with some of its answers replaced. */
export function changed(exchange: Exchange, answers: Partial<Exchange>): Exchange {
  return Object.create(exchange, Object.getOwnPropertyDescriptors(answers)) as Exchange;
}
