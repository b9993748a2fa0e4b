/** sim/tape/tape.test: order of work in a moment, the next moment, the view of callers, any steps of the clock. */

import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import { fillTicket } from '../core/ticket.ts';
import { createVenue } from '../core/venue.ts';
import { controlResponse } from '../http/control.ts';
import { START_MS } from '../world/world.ts';
import { clientOf, tapedService, tapeOrder, tapes } from './fixtures/taped-service.ts';
import { commandTape, taped } from './tape.ts';

const meeting = [tapeOrder(1_000, 1, 'BUY', 50), tapeOrder(1_500, 2, 'SELL', 50)];

describe('a venue with a tape', () => {
  it('has performed the commands of the tape up to the start of the clock', () => {
    const simulator = tapedService({
      tape: commandTape([tapeOrder(-5_000, 1, 'BUY', 40), tapeOrder(0, 2, 'BUY', 41)]),
    });
    const orders = simulator.log.filter(({ kind }) => kind === 'order-accepted');
    expect(orders.map(({ at }) => at)).toEqual([START_MS, START_MS]);
    expect(simulator.nextDue()).toBeUndefined();
  });

  it('performs each command at its own moment, after due work and before the caller', () => {
    const simulator = tapedService({ tape: commandTape([...meeting, tapeOrder(3_500, 1, 'BUY', 2)]) });
    expect(simulator.nextDue()).toBe(START_MS + 1_000);
    simulator.advance(3_500);
    expect(clientOf(simulator).buy('1').status).toBe(200);
    const seen = simulator.log.slice(-6).map(({ kind, at }) => [kind, at - START_MS]);
    expect(seen).toEqual([
      ['trade', 1_500],
      ['order-closed', 1_500],
      ['order-closed', 1_500],
      ['trade-status', 3_500],
      ['order-accepted', 3_500],
      ['order-accepted', 3_500],
    ]);
    expect(simulator.nextDue()).toBe(START_MS + 8_500);
  });

  it('continues after the venue refuses a command', () => {
    const twice = [tapeOrder(10, 1, 'BUY', 40), tapeOrder(10, 1, 'BUY', 40), tapeOrder(20, 1, 'BUY', 41)];
    const simulator = tapedService({ tape: commandTape(twice) });
    simulator.advance(20);
    expect(simulator.log.filter(({ kind }) => kind === 'order-accepted')).toHaveLength(2);
  });

  it('keeps the ticket of its desk while the tape places orders', () => {
    const inner = createVenue();
    for (const command of [
      {
        kind: 'list-market',
        terms: { tick: 100, minSize: 0, fee: { rate: 0, exponent: 1, takerOnly: true }, delayMs: 0 },
      },
      ...[0, 1, 2].flatMap((wallet) => [
        { kind: 'open-wallet' } as const,
        { kind: 'deposit', wallet, amount: 100 * MICRO } as const,
      ]),
    ] as const)
      inner.step(command, START_MS);
    const venue = taped(inner, commandTape([tapeOrder(5, 1, 'BUY', 40)]).play());
    const { desk } = venue;
    const terms = {
      wallet: 0,
      key: 0,
      market: 0,
      outcome: 1,
      side: 'BUY',
      type: 'GTC',
      price: 6_000,
      size: MICRO,
    } as const;
    fillTicket(desk.ticket, { ...terms, postOnly: false, salt: '9' });
    const order = desk.place(START_MS + 5);
    expect(venue.order(order)).toMatchObject({ wallet: 0, outcome: 1, price: 6_000, matched: MICRO });
    expect(desk.ticket).toMatchObject({ wallet: 0, price: 6_000, traded: MICRO });
    expect(() => venue.advanceTo(Number.NaN)).toThrow(RangeError);
    expect(desk.cancel(1, 0, START_MS + 6)).toBe(true);
  });

  it('is moved to its next event over the control routes', () => {
    const simulator = tapedService({ tape: commandTape(meeting) });
    const next = () => {
      const request = {
        method: 'POST',
        path: '/_touchstone/advance',
        query: '',
        headers: {},
        body: '{"to": "next-event"}',
      };
      const { now, next } = JSON.parse(controlResponse(simulator, request).body) as {
        now: number;
        next: number | null;
      };
      return [now - START_MS, next === null ? null : next - START_MS];
    };
    expect([next(), next(), next(), next(), next()]).toEqual([
      [1_000, 1_500],
      [1_500, 3_500],
      [3_500, 8_500],
      [8_500, null],
      [8_500, null],
    ]);
  });
});

describe('a tape of commands', () => {
  it('has the checksum of its commands', () => {
    expect(commandTape(meeting).checksum).toBe(commandTape(structuredClone(meeting)).checksum);
    expect(commandTape(meeting).checksum).not.toBe(commandTape(meeting.slice(1)).checksum);
  });

  it('takes commands in order of whole moments', () => {
    const message = `command 1 of the tape is at ${START_MS + 1_000}: whole milliseconds, ${START_MS + 1_500} or later`;
    expect(() => commandTape([...meeting].reverse())).toThrow(new RangeError(message));
    expect(() => commandTape([tapeOrder(0.5, 1, 'BUY', 2)])).toThrow(RangeError);
  });
});

/** A client that waits, then sends an order or a heartbeat. The pieces are ways to wait. */
const calls = fc.array(
  fc.record({
    pieces: fc.array(fc.nat({ max: 9_000 }), { minLength: 1, maxLength: 6 }),
    act: fc.constantFrom<'buy' | 'beat'>('buy', 'beat'),
  }),
  { maxLength: 8 },
);

test.prop([tapes, calls], { numRuns: 60 })('the state is that of a clock that jumps', (commands, plan) => {
  const tape = commandTape(commands);
  let realMs = START_MS;
  const jumping = tapedService({ tape });
  const stepping = tapedService({ tape });
  const real = tapedService({ tape, clock: () => realMs });
  for (const [index, { pieces, act }] of plan.entries()) {
    const wait = pieces.reduce((sum, piece) => sum + piece, 0);
    jumping.advance(wait);
    for (const piece of pieces) stepping.advance(piece);
    realMs += wait;
    for (const simulator of [jumping, stepping, real]) clientOf(simulator)[act](String(index));
  }
  realMs += 120_000;
  jumping.advance(120_000);
  while (stepping.now() < jumping.now()) {
    const next = Math.min(stepping.nextDue() ?? Infinity, jumping.now());
    stepping.advance(next - stepping.now());
  }
  expect([real.now(), real.hash(), real.bugs]).toEqual([jumping.now(), jumping.hash(), []]);
  expect([stepping.hash(), stepping.bugs]).toEqual([jumping.hash(), []]);
});

test.prop([tapes, fc.nat({ max: 70_000 })], { numRuns: 30 })('a reset begins the tape again', (commands, wait) => {
  const simulator = tapedService({ tape: commandTape(commands) });
  simulator.advance(wait);
  const hash = simulator.hash();
  simulator.reset();
  simulator.advance(wait);
  expect(simulator.hash()).toBe(hash);
});
