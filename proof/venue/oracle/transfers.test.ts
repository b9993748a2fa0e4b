/** proof/venue/oracle/transfers.test: transfers, notes and held settlements; all figures are worked out by hand. */
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { hashOfLog } from '../../../sim/core/rolling-hash.ts';
import { createVenue, restoreVenue } from '../../../sim/core/venue.ts';
import type { Command } from '../../../spec/venue/command.ts';
import { DOCUMENT_RULES } from '../../../spec/venue/rules.ts';
import { audit } from './auditor.ts';
import { ONE, order, START, stageOn, VENUES } from './stage.ts';

const cash = (amount: number): Command => ({ kind: 'transfer', wallet: 0, to: 1, amount });
const shares = (amount: number): Command => ({ ...cash(amount), market: 0, outcome: 0 }) as Command;
const settle = (outcome: 'retry' | 'fail' | 'hold'): Command => ({ kind: 'disturb-settlement', trade: 0, outcome });

describe.each(VENUES)('%s', (_, create) => {
  test('transfers free dollars and free shares, and no others', () => {
    const { venue, must } = stageOn(create(DOCUMENT_RULES), {});
    const free = (): number[] =>
      [venue.cash(0), venue.cash(1), venue.tokens(0, 0, 0), venue.tokens(1, 0, 0)].map((balance) => balance.free);
    const [a = 0, b = 0, c = 0, d = 0] = free();
    must(order(0, 'SELL', 0, 50, 5));
    must(cash(2 * ONE));
    must(shares(3 * ONE));
    expect(free()).toEqual([a - 2 * ONE, b + 2 * ONE, c - 8 * ONE, d + 3 * ONE]);
    const refused = (command: Command) => {
      const result = venue.step(command, START);
      return result.ok ? 'accepted' : result.refusal;
    };
    const left = c - 8 * ONE;
    expect(refused(shares(left + 1))).toEqual({ kind: 'insufficient-tokens', needed: left + 1, free: left });
    expect(refused(cash(a))).toEqual({ kind: 'insufficient-cash', needed: a, free: a - 2 * ONE });
    expect(refused({ ...cash(1), to: 0 } as Command)).toEqual({ kind: 'malformed', what: 'to' });
    expect(refused({ ...cash(1), to: 99 } as Command)).toEqual({ kind: 'unknown-wallet' });
    expect(refused({ ...shares(1), market: 99 } as Command)).toEqual({ kind: 'unknown-market' });
    expect(refused({ ...cash(1), market: 0 } as Command)).toEqual({ kind: 'malformed', what: 'outcome' });
    expect(refused(cash(0))).toEqual({ kind: 'malformed', what: 'amount' });
    expect(venue.log.slice(-2)).toEqual([
      { kind: 'transferred', at: START, wallet: 0, to: 1, amount: 2 * ONE },
      { kind: 'transferred', at: START, wallet: 0, to: 1, amount: 3 * ONE, market: 0, outcome: 0 },
    ]);
    expect(audit(venue.log, DOCUMENT_RULES)).toEqual([]);
  });

  test('holds a settlement until it is retried, or fails', () => {
    const { venue, must, wait } = stageOn(create(DOCUMENT_RULES), {});
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'BUY', 0, 50, 5));
    wait(2_500);
    must(settle('hold'));
    must(settle('hold'));
    expect(venue.nextDue()).toBeUndefined();
    wait(60_000);
    must(settle('retry'));
    wait(10_000);
    const statuses = venue.log.flatMap((event) =>
      event.kind === 'trade-status' ? [`${event.at - START} ${event.status}`] : [],
    );
    expect(statuses).toEqual(['2000 MINED', '2500 HELD', '62500 RETRYING', '64500 MINED', '69500 CONFIRMED']);
    expect(audit(venue.log, DOCUMENT_RULES)).toEqual([]);
  });

  test('keeps notes of any text', () => {
    const { venue, must } = stageOn(create(DOCUMENT_RULES), {});
    const texts = ['', 'a', 'four', '\ud83d\ude00 \0 end'];
    for (const text of texts) must({ kind: 'note', text });
    expect(venue.log.slice(-4)).toEqual(texts.map((text) => ({ kind: 'noted', at: START, text })));
  });
});

test('a snapshot and a copy of the log keep transfers, notes and a held settlement', () => {
  const engine = createVenue(DOCUMENT_RULES);
  const { must, wait } = stageOn(engine, {});
  for (const command of [cash(1), shares(2), order(0, 'SELL', 0, 50, 5), order(1, 'BUY', 0, 50, 5)]) must(command);
  for (const command of [settle('hold'), { kind: 'note', text: 'kept' } as const]) must(command);
  expect(hashOfLog(engine.log)).toBe(engine.hash());
  const restored = restoreVenue(engine.snapshot());
  if (!restored.ok) throw new Error(restored.refusal.reason);
  expect(restored.value.log).toEqual(engine.log);
  expect(restored.value.nextDue()).toBeUndefined();
  wait(1);
});

test('the auditor finds a transfer beyond the free amount, and a held trade that settles', () => {
  const { venue, must, wait } = stageOn(createVenue(DOCUMENT_RULES), {});
  for (const command of [cash(ONE), shares(ONE), order(0, 'SELL', 0, 50, 5), order(1, 'BUY', 0, 50, 5)]) must(command);
  must(settle('hold'));
  must(settle('retry'));
  wait(10_000);
  const spoilt = (kind: string, change: object): string[] => {
    const log = structuredClone([...venue.log]);
    Object.assign(log.find((event) => event.kind === kind) ?? {}, change);
    return audit(log, DOCUMENT_RULES).map(({ invariant }) => invariant);
  };
  expect(spoilt('transferred', { amount: 1e15 })).toContain('solvent');
  expect(spoilt('transferred', { market: 0, outcome: 0, amount: 1e15 })).toContain('solvent');
  expect(spoilt('transferred', { to: 99 })).toContain('partiesKnown');
  const held = venue.log.filter((event) => !(event.kind === 'trade-status' && event.status === 'RETRYING'));
  expect(audit(held, DOCUMENT_RULES).map(({ invariant }) => invariant)).toContain('settlesInTime');
});

test('the engine and the naive venue agree on drawn transfers, holds and notes', () => {
  const random = seedrandom('transfers');
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const draw = (trades: number): Command => {
    const outcome = pick([0, 1] as const);
    const wallet = pick([0, 1]);
    const common = { kind: 'transfer', wallet, to: pick([0, 1, 1 - wallet, 1 - wallet, 9]) } as const;
    const amount = pick([1, ONE / 3, ONE * 5, ONE * 900].map(Math.floor));
    return pick<Command>([
      order(wallet, pick(['BUY', 'SELL']), outcome, pick([49, 50, 51]), pick([5, 7])),
      { ...common, amount },
      { ...common, amount, market: 0, outcome },
      { kind: 'disturb-settlement', trade: trades - 1, outcome: pick(['hold', 'hold', 'retry', 'fail']) },
      { kind: 'note', text: String(amount) },
    ]);
  };
  const [engine, naive] = VENUES.map(([, create]) => stageOn(create(DOCUMENT_RULES), {}).venue);
  if (engine === undefined || naive === undefined) throw new Error('there are two venues');
  let now = START;
  for (let step = 0; step < 1_500; step += 1) {
    now += pick([0, 0, 500, 3_000]);
    const trades = engine.log.filter(({ kind }) => kind === 'trade').length;
    const command = draw(Math.max(1, trades));
    expect(engine.step(command, now), JSON.stringify(command)).toEqual(naive.step(command, now));
  }
  expect(engine.log).toEqual(naive.log);
  expect(engine.nextDue()).toBe(naive.nextDue());
  expect(audit(engine.log, DOCUMENT_RULES)).toEqual([]);
  const kinds = engine.log.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['transferred', 'noted', 'trade-reversed', 'trade-status']));
});
