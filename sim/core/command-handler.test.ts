/** sim/core/command-handler tests: any value is a command or a refusal, and a refusal changes nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertClaim } from '../../proof/venue/counterexamples/fixtures/claimed-runs.ts';
import { ONE, order, stage, stageOn, TERMS, VENUES } from '../../proof/venue/oracle/stage.ts';
import type { Command } from '../../spec/venue/command.ts';
import { DOCUMENT_RULES } from '../../spec/venue/rules.ts';

/** A value passed as a command. */
function pretend(value: unknown): Command {
  return value as Command;
}

const VALID: readonly Command[] = [
  { kind: 'list-market', terms: TERMS },
  { kind: 'deposit', wallet: 0, amount: 1 },
  { kind: 'split', wallet: 0, market: 0, size: 1 },
  { kind: 'merge', wallet: 0, market: 0, size: 1 },
  { kind: 'redeem', wallet: 0, market: 0 },
  { ...order(0, 'BUY', 0, 50, 1), type: 'GTD', expiresAt: 9_000_000 },
  { kind: 'cancel', wallet: 0, order: 0 },
  { kind: 'heartbeat', key: 0 },
  { kind: 'pause-market', market: 0 },
  { kind: 'resume-market', market: 0 },
  { kind: 'close-market', market: 0 },
  { kind: 'resolve-market', market: 0, payout: [ONE, 0] },
];

const NOT_A_COUNT = [Number.NaN, Infinity, 0.5, 2 ** 53, '1', null, {}, [], true, 1n];

const CASES = VALID.flatMap((command) =>
  Object.keys(command)
    .filter((field) => field !== 'kind')
    .map((field) => [command.kind, field, command] as const),
);

describe('a malformed command', () => {
  test.each(CASES)('%s with a bad %s is refused with the name of the field', (_kind, field, command) => {
    const { venue, step } = stage();
    const before = venue.hash();
    for (const value of NOT_A_COUNT) {
      if ((field === 'postOnly' && value === true) || (field === 'salt' && value === '1')) continue;
      const reply = step(pretend({ ...command, [field]: value }));
      expect(reply).toMatchObject({ ok: false, refusal: { kind: 'malformed', what: expect.stringContaining(field) } });
    }
    expect(venue.hash()).toBe(before);
  });

  const terms: readonly (readonly [what: string, terms: unknown])[] = [
    ['tick', { ...TERMS, tick: 0 }],
    ['tick', { ...TERMS, tick: 3 }],
    ['tick', { ...TERMS, tick: 10_000 }],
    ['minSize', { ...TERMS, minSize: -1 }],
    ['delayMs', { ...TERMS, delayMs: 0.5 }],
    ['delayMs', { ...TERMS, delayMs: 86_400_001 }],
    ['delayMs', { ...TERMS, delayMs: Number.MAX_SAFE_INTEGER }],
    ['fee.rate', { ...TERMS, fee: { ...TERMS.fee, rate: 1_000_001 } }],
    ['fee.exponent', { ...TERMS, fee: { ...TERMS.fee, exponent: 3 } }],
    ['fee.takerOnly', { ...TERMS, fee: { ...TERMS.fee, takerOnly: 'yes' } }],
    ['terms', { ...TERMS, fee: null }],
  ];
  test.each(terms)('terms with a bad %s are refused', (what, given) => {
    const { step } = stage();
    expect(step(pretend({ kind: 'list-market', terms: given }))).toEqual({
      ok: false,
      refusal: { kind: 'malformed', what },
    });
  });

  test('a delay may be as long as a day', () => {
    const { venue, must, wait } = stage({ delayMs: 86_400_000 });
    must(order(0, 'SELL', 0, 50, 1));
    must(order(1, 'BUY', 0, 50, 1));
    wait(86_399_999);
    expect(venue.order(1)).toMatchObject({ state: 'delayed' });
    wait(1);
    expect(venue.order(1)).toMatchObject({ state: 'matched' });
  });

  test.each([[[ONE, 1]], [[ONE]], [[ONE, 0, 0]], [[-1, ONE + 1]], [undefined]])(
    'a payout of %j is refused',
    (payout) => {
      const { refusal } = stage();
      expect(refusal(pretend({ kind: 'resolve-market', market: 0, payout }))).toBe('malformed');
    },
  );

  describe.each(VENUES)('on %s, a list of markets', (_, create) => {
    const { refusal, step } = stageOn(create(DOCUMENT_RULES));
    const most = Array.from({ length: 1_000 }, (_, index) => index);
    const commands = (markets: readonly number[]): readonly Command[] => [
      { kind: 'group-markets', markets },
      { kind: 'convert', wallet: 0, group: 0, markets, size: 1 },
    ];

    test('may be as long as a group', () => {
      expect(commands(most).map(refusal)).toEqual(['market-in-use', 'unknown-group']);
    });

    test('that is longer is refused before it is read', () => {
      const unread = Object.defineProperty([...most, 1_000], 0, {
        get: () => {
          throw new Error('read');
        },
      });
      const refused = { ok: false, refusal: { kind: 'malformed', what: 'markets' } };
      expect(commands(unread).map(step)).toEqual([refused, refused]);
    });
  });

  test('a deposit that makes the sum of all money inexact is refused', () => {
    const { step, must } = stage();
    must({ kind: 'deposit', wallet: 0, amount: Number.MAX_SAFE_INTEGER - 4_800 * ONE });
    expect(step({ kind: 'deposit', wallet: 1, amount: 1 })).toMatchObject({
      refusal: { kind: 'malformed', what: 'amount' },
    });
  });

  test('any JSON gets a reply or a refusal, and a refusal changes nothing', () => {
    const counts = assertClaim('anythingAnswered', 11);
    expect(counts.get('refused')).toBeGreaterThan(200);
    expect(counts.get('accepted')).toBeGreaterThan(10);
  });

  test('any value gets a reply or a refusal, and a refusal changes nothing', () => {
    const { venue, step } = stage();
    const kinds = fc.constantFrom(...VALID.map((command) => command.kind), 'constructor', 7, undefined);
    const anyRecord = fc.tuple(kinds, fc.object()).map(([kind, rest]): unknown => ({ ...rest, kind }));
    const bent = fc
      .tuple(fc.constantFrom(...VALID), fc.string(), fc.anything())
      .map(([command, field, value]): unknown => ({ ...command, [field]: value }));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), anyRecord, bent), (value) => {
        const before = venue.hash();
        if (!step(pretend(value)).ok) expect(venue.hash()).toBe(before);
      }),
      { numRuns: 500, seed: 11 },
    );
  });
});

describe('a command that is no plain record', () => {
  test('is refused if its list has a hole', () => {
    const { venue, step } = stage();
    const before = venue.hash();
    const hollow: readonly number[] = Object.assign(new Array<number>(2), { 0: 0 });
    const refusal = { kind: 'malformed', what: 'markets' };
    expect(step({ kind: 'group-markets', markets: hollow })).toEqual({ ok: false, refusal });
    expect(venue.hash()).toBe(before);
  });

  test('with inherited fields is a command', () => {
    const { must } = stage();
    must(Object.create({ kind: 'deposit', wallet: 0, amount: 1 }) as Command);
    must(Object.create(order(0, 'BUY', 0, 50, 1)) as Command);
  });
});

describe('a reader of something that does not exist', () => {
  test.each(['length', 'push', '0', -1, 0.5, Number.NaN, 7])('returns nothing for %j', (name) => {
    const { venue } = stage();
    const index = name as number;
    expect([venue.market(index), venue.group(index), venue.order(index)]).toEqual(Array(3));
    expect([venue.bids(index, 0), venue.asks(index, 1)]).toEqual([[], []]);
    expect(venue.supply(index)).toEqual({ tokens: [0, 0], collateral: 0, vault: 0 });
  });
});
