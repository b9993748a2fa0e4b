/**
 * sim/journal/state-difference tests: every field that one command changes and another does not is named, with both
 * values.
 */
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { invariant } from '../../base/result.ts';
import { commandFrom, GENES, rulesFrom, waitFrom } from '../../model/commands.ts';
import { Registry, register } from '../../model/registry.ts';
import { runGenes } from '../../proof/venue/oracle/runs.ts';
import { ONE, order, START, stage, TERMS } from '../../proof/venue/oracle/stage.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import type { Command } from '../../spec/venue/command.ts';
import { createVenue, restoreVenue, type Venue } from '../core/venue.ts';
import { stateDifferences } from './state-difference.ts';

type Two<Value> = readonly [Value, Value];

/** Goes on from one state in two ways: with either command, after its wait. */
function part(from: Venue, commands: Two<Command>, waits: Two<number> = [0, 0]) {
  const [a, b] = [createCopy(from), createCopy(from)];
  a.step(commands[0], from.now + waits[0]);
  b.step(commands[1], from.now + waits[1]);
  return { a, b, fields: stateDifferences(a, b, from.eventCount) };
}

function createCopy(venue: Venue): Venue {
  const restored = restoreVenue(venue.snapshot());
  invariant(restored.ok, 'a snapshot is whole');
  return restored.value;
}

/** An order that waits for its delay. */
const crossing = (wallet: number): Command => order(wallet, 'BUY', 1, 50, 1, { market: 6 });

/**
 * Markets 2 and 3 are a group, 4 and 5 are unused, 6 has a delay. Trade 0 has been matched, order 2 rests, order 4
 * is delayed, key 9 has begun to send heartbeats.
 */
function begin(): Venue {
  const { venue, must } = stage();
  for (let market = 2; market < 6; market += 1) must({ kind: 'list-market', terms: TERMS });
  must({ kind: 'list-market', terms: { ...TERMS, delayMs: 1_000 } });
  must({ kind: 'group-markets', markets: [2, 3] });
  must({ kind: 'split', wallet: 0, market: 2, size: 10 * ONE });
  must(order(0, 'SELL', 0, 60, 1));
  must(order(1, 'BUY', 0, 60, 1));
  must(order(0, 'SELL', 0, 70, 5));
  must(order(2, 'BUY', 0, 50, 1, { market: 6 }));
  must(crossing(0));
  must({ kind: 'heartbeat', key: 9 });
  return venue;
}

const beat = (key: number): Command => ({ kind: 'heartbeat', key });
const buy = (shares: number, more = {}): Command => ({ ...order(1, 'BUY', 0, 70, shares), salt: 'new', ...more });
const cancel = (own: number): Command => ({ kind: 'cancel', wallet: 0, order: own });
const convert = (size: number): Command => ({ kind: 'convert', wallet: 0, group: 0, markets: [2], size });
const settle = (outcome: 'retry' | 'fail'): Command => ({ kind: 'disturb-settlement', trade: 0, outcome });

/** Pairs of ways to go on from a venue with past commands, both at one moment or each at its own. */
function drawn(seed: string) {
  const random = seedrandom(seed);
  const draw = (): number => random.int32() >>> 1;
  const genes = (): number[] => Array.from({ length: GENES }, draw);
  const { venue } = runGenes(createVenue(rulesFrom(genes())), 150, draw);
  const registry = { ...new Registry(), salts: 1_000 };
  for (const event of venue.log) register(registry, event);
  const drawnAfter = (wait: number): Command => commandFrom(genes(), registry, venue.now + wait);
  return Array.from({ length: 50 }, (_, round) => {
    const wait = waitFrom(genes());
    const later = round % 2 === 0 ? wait : 10 * waitFrom(genes());
    return part(venue, [drawnAfter(wait), drawnAfter(later)], [wait, later]);
  });
}

type Row = [field: string, a: Command, x: unknown, b: Command, y: unknown, waits?: Two<number>];
const ROWS: readonly Row[] = [
  ['key 0 heartbeat-kept at', beat(0), START, beat(1), null],
  ['trade 0 status', settle('fail'), 'FAILED', settle('retry'), 'RETRYING'],
  ['order 5 postOnly', buy(1, { price: 6_900, postOnly: true }), true, buy(1, { price: 6_900 }), false],
  ['order 5 delayedUntil', crossing(1), START + 1_000, beat(0), null],
  ['order 2 reason', cancel(2), 'cancelled', { kind: 'close-market', market: 0 }, 'market-closed'],
  ['wallet 4 wallet-opened at', { kind: 'open-wallet' }, START, beat(0), null],
  ['wallet 1 cash free', settle('fail'), 1_000 * ONE, beat(0), 999.4 * ONE],
  ['group 0 debt', convert(5), 5, convert(6), 6],
  ['wallet 0 market 3 outcome 0 free', convert(5), 5, convert(6), 6],
  ['nextDue', beat(0), START + 10_000, beat(9), START + 18_000, [8_000, 8_000]],
];

describe('the fields in which two venues differ', () => {
  it.each(ROWS)('have names: %s', (field, one, x, other, y, waits) => {
    const { fields } = part(begin(), [one, other], waits);
    expect(fields.filter((difference) => difference.field === field)).toEqual([{ field, a: x, b: y }]);
  });

  const { part: seeds } = drawnPart(['here', 'there', 'anywhere'], 3);
  it.each(seeds)('are found if events differ: seed %s', (seed) => {
    const differing = drawn(seed).filter(({ a, b }) => a.hash() !== b.hash());
    expect(differing.length).toBeGreaterThan(25);
    expect(differing.filter(({ fields }) => fields.length === 0)).toEqual([]);
  });
});
