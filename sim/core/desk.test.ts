/** sim/core/desk tests: the same replies, refusals and log as the same commands as objects. */
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { runGenes } from '../../proof/venue/oracle/runs.ts';
import { ONE, order, stage } from '../../proof/venue/oracle/stage.ts';
import type { Command } from '../../spec/venue/command.ts';
import { DOCUMENT_RULES } from '../../spec/venue/rules.ts';
import { fillTicket, ORDER_REFUSALS } from './ticket.ts';
import { createVenue, type Venue } from './venue.ts';

/** The result of an order at the desk, as the reply of a command. */
function atEntry({ desk }: Venue, command: Command & { readonly kind: 'place' }, now: number): unknown {
  fillTicket(desk.ticket, command);
  const number = desk.place(now);
  if (number < 0) return ORDER_REFUSALS[-1 - number];
  const { traded, cash, isDelayed, isOver } = desk.ticket;
  const atOnce = traded > 0 ? 'matched' : isOver ? 'unmatched' : 'live';
  return { order: number, status: isDelayed ? 'delayed' : atOnce, size: traded, cash };
}

function asCommand(venue: Venue, command: Command, now: number): unknown {
  const result = venue.step(command, now);
  if (!result.ok) return result.refusal.kind;
  const { kind: _kind, ...reply } = result.value;
  return reply;
}

describe('orders at the desk', () => {
  test.each([
    ['one', 'cancel-newest'],
    ['two', 'cancel-oldest'],
    ['three', 'cancel-both'],
    ['four', 'decrement'],
  ] as const)('of a drawn run %s, in mode %s, have the replies and events of commands', (seed, selfTrade) => {
    const random = seedrandom(seed);
    const rules = { ...DOCUMENT_RULES, selfTrade };
    const { given } = runGenes(createVenue(rules), 1_500, () => random.int32() >>> 1);
    const byEntry = createVenue(rules);
    const byStep = createVenue(rules);
    const replies = { entry: [] as unknown[], step: [] as unknown[] };
    for (const { command, now } of given) {
      const reply = asCommand(byStep, command, now);
      if (command.kind === 'place') {
        replies.step.push(reply);
        replies.entry.push(atEntry(byEntry, command, now));
      } else if (command.kind === 'cancel') {
        replies.step.push(typeof reply !== 'string');
        replies.entry.push(byEntry.desk.cancel(command.wallet, command.order, now));
      } else byEntry.step(command, now);
    }
    expect(replies.entry).toEqual(replies.step);
    const unmatched = replies.entry.filter((reply) => (reply as { status?: unknown } | null)?.status === 'unmatched');
    expect(unmatched.length > 0).toBe(selfTrade !== 'cancel-newest');
    expect(byEntry.log).toEqual(byStep.log);
    expect(byEntry.hash()).toBe(byStep.hash());
  });

  test('a number is a salt like its text', () => {
    const { venue } = stage();
    const { ticket } = venue.desk;
    fillTicket(ticket, order(0, 'BUY', 0, 40, 1));
    ticket.salt = 123;
    expect(venue.desk.place(venue.now)).toBe(0);
    const again = order(0, 'BUY', 0, 40, 1, { salt: '123' });
    expect(venue.step(again, venue.now)).toEqual({ ok: false, refusal: { kind: 'duplicate' } });
    expect(ORDER_REFUSALS[-1 - venue.desk.place(venue.now)]).toBe('duplicate');
    expect(venue.log.at(-1)).toMatchObject({ salt: '123' });
  });

  const fields = [
    'wallet',
    'key',
    'market',
    'outcome',
    'side',
    'type',
    'price',
    'size',
    'postOnly',
    'expiresAt',
    'salt',
    'saltText',
  ];
  test.each(fields)('a ticket with a %s of a wrong type is malformed and changes nothing', (field) => {
    const { venue } = stage();
    const before = venue.hash();
    const tooMuch = field === 'expiresAt' ? 8_640_000_000_000_001 : 2 ** 53;
    for (const value of [Number.NaN, 0.5, -2, tooMuch, null, undefined, {}, 1n]) {
      fillTicket(venue.desk.ticket, order(0, 'BUY', 0, 40, 1));
      Object.assign(venue.desk.ticket, { [field]: value });
      const code = venue.desk.place(venue.now);
      if (value === -2 && (field === 'price' || field === 'size')) expect(code).toBeLessThan(-1);
      else expect(ORDER_REFUSALS[-1 - code]).toBe('malformed');
    }
    expect(venue.hash()).toBe(before);
  });

  test.each([
    ['a number written as a text', { salt: -1, saltText: '5' }, '5'],
    ['-0', { salt: -0, saltText: '' }, '0'],
  ])('treats a salt that is %s as the number', (_, salt, same) => {
    const { venue, must } = stage();
    must(order(0, 'BUY', 0, 40, 1, { salt: same }));
    const before = venue.hash();
    fillTicket(venue.desk.ticket, order(0, 'BUY', 0, 40, 1));
    Object.assign(venue.desk.ticket, salt);
    expect(ORDER_REFUSALS[-1 - venue.desk.place(venue.now)]).toBe('duplicate');
    expect(venue.hash()).toBe(before);
  });

  test.each([
    [{ salt: -1, saltText: '5' }, '5'],
    [{ salt: -0, saltText: '' }, '0'],
  ])('logs the salt %j as a command does', (salt, same) => {
    const [atEntry, commanded] = [stage(), stage()];
    fillTicket(atEntry.venue.desk.ticket, order(0, 'BUY', 0, 40, 1));
    Object.assign(atEntry.venue.desk.ticket, salt);
    expect(atEntry.venue.desk.place(atEntry.venue.now)).toBe(0);
    commanded.must(order(0, 'BUY', 0, 40, 1, { salt: same }));
    expect(atEntry.venue.hash()).toBe(commanded.venue.hash());
  });

  test('cancels open orders of the wallet, and no others', () => {
    const { venue, must } = stage();
    must(order(0, 'BUY', 0, 40, 1));
    for (const [wallet, number] of [
      [1, 0],
      [0, 1],
      [0, -1],
      [0, 0.5],
      [0, Number.NaN],
      [Number.NaN, 0],
    ] as const) {
      expect(venue.desk.cancel(wallet, number, venue.now)).toBe(false);
    }
    expect(venue.bids(0, 0)).toEqual([{ price: 4_000, size: ONE }]);
    expect(venue.desk.cancel(0, 0, venue.now)).toBe(true);
    expect(venue.desk.cancel(0, 0, venue.now)).toBe(false);
    expect(venue.order(0)).toMatchObject({ state: 'cancelled' });
  });
});
