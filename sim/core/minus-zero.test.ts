/** sim/core/minus-zero tests: a command with -0 has the replies, events and hash of the command with 0. */
import { expect, test } from 'vitest';
import type { Command, MarketTerms, OutcomeIndex, PlaceOrder } from '../../spec/venue/command.ts';
import { createVenue } from './venue.ts';

const PLAIN: MarketTerms = { tick: 100, minSize: 1, fee: { rate: 0, exponent: 1, takerOnly: true }, delayMs: 0 };
const SHARE = 1_000_000;

/** Commands in which every number that may be 0 is `zero`. */
function commandsWith(zero: 0): readonly Command[] {
  const outcome: OutcomeIndex = zero;
  const fee = { rate: zero, exponent: zero, takerOnly: true };
  const order: PlaceOrder = {
    kind: 'place',
    wallet: zero,
    key: zero,
    market: zero,
    outcome,
    side: 'SELL',
    type: 'GTC',
    price: 5_000,
    size: SHARE,
    postOnly: false,
    salt: '-0',
  };
  return [
    { kind: 'list-market', terms: { tick: 100, minSize: zero, fee, delayMs: zero } },
    { kind: 'list-market', terms: PLAIN },
    { kind: 'list-market', terms: PLAIN },
    { kind: 'group-markets', markets: [1, 2] },
    { kind: 'list-market', terms: PLAIN },
    { kind: 'group-markets', markets: [zero, 3] },
    { kind: 'open-wallet' },
    { kind: 'open-wallet' },
    { kind: 'deposit', wallet: zero, amount: 100 * SHARE },
    { kind: 'deposit', wallet: 1, amount: 100 * SHARE },
    { kind: 'deposit', wallet: 1, amount: zero },
    { kind: 'split', wallet: zero, market: zero, size: 10 * SHARE },
    { kind: 'split', wallet: 1, market: 1, size: 10 * SHARE },
    { kind: 'split', wallet: 1, market: 1, size: zero },
    { kind: 'merge', wallet: zero, market: zero, size: SHARE },
    order,
    { ...order, type: 'GTD', salt: 'b', expiresAt: zero },
    { ...order, wallet: 1, side: 'BUY', size: zero, salt: 'c' },
    { ...order, wallet: 1, side: 'BUY', price: zero, salt: 'd' },
    { ...order, wallet: 1, side: 'BUY', size: 2 * SHARE, salt: '0' },
    { kind: 'disturb-settlement', trade: zero, outcome: 'retry' },
    { kind: 'disturb-settlement', trade: zero, outcome: 'fail' },
    { kind: 'cancel', wallet: zero, order: zero },
    { kind: 'convert', wallet: 1, group: zero, markets: [1], size: SHARE },
    { kind: 'heartbeat', key: zero },
    { kind: 'change-tick', market: zero, tick: 1_000 },
    { kind: 'pause-market', market: zero },
    { kind: 'resolve-market', market: zero, payout: [zero, SHARE] },
    { kind: 'redeem', wallet: zero, market: zero },
    { kind: 'resolve-market', market: 2, payout: [SHARE, zero] },
    { kind: 'redeem', wallet: 1, market: 1 },
  ];
}

function resultsOf(zero: 0): unknown {
  const venue = createVenue();
  const steps = commandsWith(zero).map((command, index) => {
    const reply = venue.step(command, index === 0 ? zero : index * 1_000);
    return { kind: command.kind, reply, hash: venue.hash() };
  });
  const groups = [venue.group(0), venue.group(1)];
  return {
    steps,
    groups,
    log: venue.log,
    terms: venue.market(0)?.terms,
    order: venue.order(0),
    now: venue.now,
  };
}

test('commands with -0 are commands with 0', () => {
  expect(resultsOf(-0 as 0)).toEqual(resultsOf(0));
});
