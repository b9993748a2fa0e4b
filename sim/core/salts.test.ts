/** Salts: any text, kept to the last unit and known again, however long. */
import { expect, test } from 'vitest';
import type { PlaceOrder } from './command.ts';
import { createExchange, restoreExchange } from './exchange.ts';

const TERMS = { tick: 100, minSize: 1, fee: { rate: 0, exponent: 1, takerOnly: true }, delayMs: 0 } as const;
const ORDER: PlaceOrder = {
  ...{ kind: 'place', wallet: 0, key: 0, market: 0, outcome: 0, side: 'BUY', type: 'GTC' },
  ...{ price: 100, size: 1_000_000, postOnly: false, salt: '' },
};

/** Longer than the arguments that a call takes on any stack. */
const LONG = 1_000_000;

test.each([
  ['a million letters', 'x'.repeat(LONG)],
  ['letters of many alphabets', 'ä𝔊\u0000\ud800ش'.repeat(7)],
  ['no letter', ''],
  ['digits', '9007199254740993'],
])('a salt of %s is kept whole and refused a second time', (_, salt) => {
  const exchange = createExchange();
  exchange.step({ kind: 'list-market', terms: TERMS }, 0);
  exchange.step({ kind: 'open-wallet' }, 0);
  exchange.step({ kind: 'deposit', wallet: 0, amount: 1_000_000_000 }, 0);
  expect(exchange.step({ ...ORDER, salt }, 1).ok).toBe(true);
  const accepted = exchange.log.find(({ kind }) => kind === 'order-accepted');
  expect(accepted).toHaveProperty('salt', salt);
  const restored = restoreExchange(exchange.snapshot());
  for (const one of [exchange, restored.ok ? restored.value : undefined]) {
    expect(one?.step({ ...ORDER, salt }, 2)).toEqual({ ok: false, refusal: { kind: 'duplicate' } });
    expect(one?.hash()).toBe(exchange.hash());
  }
});
