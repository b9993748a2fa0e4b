/** sim/tape/taped.prop.test: the effect of a tape does not depend on the steps of the clock. */
import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import { START_MS } from '../world/world.ts';
import { clientOf, tapedService, tapes } from './fixtures/taped-service.ts';
import { commandTape } from './tape.ts';

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
