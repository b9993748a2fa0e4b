/**
 * scenarios/soak/twin: the plain exchange of the oracle beside the one under judgement: given the same commands it must
 * give the same replies and tell the same events, and own the same money.
 */

import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import type { Event } from '../../sim/core/event.ts';
import type { Exchange } from '../../sim/core/exchange.ts';
import { advanceTo, nextDue, step } from '../../sim/core/oracle/naive-exchange.ts';
import { newNaive } from '../../sim/core/oracle/naive-state.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import type { Result } from '../../spec/result.ts';

/** Every question answers what differs, undefined where nothing does. */
export type Twin = {
  advanceTo(now: number): void;
  step(command: Command, now: number, reply: Result<Reply, Refusal>): string | undefined;
  eventDiffers(event: Event, index: number): string | undefined;
  differs(exchange: Exchange): string | undefined;
};

export function newTwin(rules: VenueRules): Twin {
  const naive = newNaive(rules);
  return {
    advanceTo: (now) => advanceTo(naive, now),
    step(command, now, reply) {
      const own = step(naive, command, now);
      return isSame(own, reply) ? undefined : `${shown(reply)}, the plain exchange answers ${shown(own)}`;
    },
    eventDiffers(event, index) {
      const own = naive.log[index];
      return isSame(own, event) ? undefined : `event ${index}: ${shown(event)}, the plain exchange tells ${shown(own)}`;
    },
    differs(exchange) {
      if (exchange.log.length !== naive.log.length) {
        return `${exchange.log.length} events, the plain exchange tells ${naive.log.length}`;
      }
      if (exchange.nextDue() !== nextDue(naive)) {
        return `next due ${exchange.nextDue()}, the plain exchange says ${nextDue(naive)}`;
      }
      const { fees, residual } = exchange.treasury();
      if (BigInt(fees) !== naive.fees || BigInt(residual) !== naive.residual) {
        return `fees ${fees} and residual ${residual}, the plain exchange has ${naive.fees} and ${naive.residual}`;
      }
      for (const [wallet, cash] of naive.cashByWallet.entries()) {
        const { free, reserved } = exchange.cash(wallet);
        if (BigInt(free) + BigInt(reserved) !== cash) {
          return `wallet ${wallet} has ${free} + ${reserved}, the plain exchange says ${cash}`;
        }
      }
      return undefined;
    },
  };
}

/** Whether two records of plain values are equal; a missing field and an undefined one are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left = one as Readonly<Record<string, unknown>>;
  const right = other as Readonly<Record<string, unknown>>;
  for (const key in left) if (!isSame(left[key], right[key])) return false;
  for (const key in right) if (left[key] === undefined && right[key] !== undefined) return false;
  return true;
}

function shown(value: unknown): string {
  return JSON.stringify(value);
}
