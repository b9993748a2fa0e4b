/** Salts: any text, kept to the last unit and known again, however long. */
import { expect, test } from 'vitest';
import type { PlaceOrder } from '../../spec/venue/command.ts';
import { fillTicket, ORDER_REFUSALS } from './ticket.ts';
import { createVenue, restoreVenue } from './venue.ts';

const TERMS = { tick: 100, minSize: 1, fee: { rate: 0, exponent: 1, takerOnly: true }, delayMs: 0 } as const;
const ORDER: PlaceOrder = {
  kind: 'place',
  wallet: 0,
  key: 0,
  market: 0,
  outcome: 0,
  side: 'BUY',
  type: 'GTC',
  price: 100,
  size: 1_000_000,
  postOnly: false,
  salt: '',
};

/** Longer than the arguments that a call takes on any stack. */
const LONG = 1_000_000;

test.each([
  ['a million letters', 'x'.repeat(LONG)],
  ['letters of many alphabets', 'ä𝔊\u0000\ud800ش'.repeat(7)],
  ['no letter', ''],
  ['digits', '9007199254740993'],
  ['a number', '9007199254740991'],
])('a salt of %s is kept whole and refused a second time', (_, salt) => {
  const venue = createVenue();
  venue.step({ kind: 'list-market', terms: TERMS }, 0);
  venue.step({ kind: 'open-wallet' }, 0);
  venue.step({ kind: 'deposit', wallet: 0, amount: 1_000_000_000 }, 0);
  expect(venue.step({ ...ORDER, salt }, 1).ok).toBe(true);
  const accepted = venue.log.find(({ kind }) => kind === 'order-accepted');
  expect(accepted).toHaveProperty('salt', salt);
  const restored = restoreVenue(venue.snapshot());
  for (const one of [venue, restored.ok ? restored.value : undefined]) {
    expect(one?.step({ ...ORDER, salt }, 2)).toEqual({ ok: false, refusal: { kind: 'duplicate' } });
    expect(one?.hash()).toBe(venue.hash());
  }
});

test('a salt of more than a mebi of units is malformed, as a command and at the desk, and changes nothing', () => {
  const venue = createVenue();
  venue.step({ kind: 'list-market', terms: TERMS }, 0);
  venue.step({ kind: 'open-wallet' }, 0);
  venue.step({ kind: 'deposit', wallet: 0, amount: 1_000_000_000 }, 0);
  const before = venue.hash();
  const salt = 'x'.repeat(2 ** 20 + 1);
  expect(venue.step({ ...ORDER, salt }, 1)).toEqual({ ok: false, refusal: { kind: 'malformed', what: 'salt' } });
  fillTicket(venue.desk.ticket, { ...ORDER, salt });
  expect(ORDER_REFUSALS[-1 - venue.desk.place(1)]).toBe('malformed');
  expect(venue.hash()).toBe(before);
});

/** The number of buckets doubles several times. */
const MANY = 1_030;

test('each of a thousand salts is known at every age, and no new one is taken for it', () => {
  const venue = createVenue();
  venue.step({ kind: 'list-market', terms: TERMS }, 0);
  for (const wallet of [0, 1]) {
    venue.step({ kind: 'open-wallet' }, 0);
    venue.step({ kind: 'deposit', wallet, amount: 1_000_000_000_000 }, 0);
  }
  const give = (wallet: number, salt: number) => venue.step({ ...ORDER, wallet, salt: String(salt) }, 1).ok;
  for (let salt = 0; salt < MANY; salt += 1) {
    expect([give(0, salt), give(0, salt), give(0, Math.floor(salt / 2)), give(0, 0)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(give(1, salt)).toBe(true);
  }
  for (let salt = 0; salt < MANY; salt += 1) expect([give(0, salt), give(1, salt)]).toEqual([false, false]);
});

test('salts that only grew are known when others come: the same again, those between them, and higher ones', () => {
  const venue = createVenue();
  venue.step({ kind: 'list-market', terms: TERMS }, 0);
  venue.step({ kind: 'open-wallet' }, 0);
  venue.step({ kind: 'deposit', wallet: 0, amount: 1_000_000_000_000 }, 0);
  const give = (salt: number) => venue.step({ ...ORDER, salt: String(salt) }, 1).ok;
  for (let salt = 0; salt < MANY; salt += 1) expect(give(salt * 2)).toBe(true);
  for (let salt = 0; salt < MANY; salt += 1) {
    expect([give(salt * 2), give(salt * 2 + 1), give(salt * 2 + 1)]).toEqual([false, true, false]);
  }
  expect([give(MANY * 2), give(MANY * 2)]).toEqual([true, false]);
});
