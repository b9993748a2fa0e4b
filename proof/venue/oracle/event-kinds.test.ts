/** proof/venue/oracle/event-kinds.test: an invariant of several kinds of events finds a fault in each of them. */
import { describe, expect, test } from 'vitest';
import type { Event } from '../../../spec/venue/event.ts';
import { DOCUMENT_RULES } from '../../../spec/venue/rules.ts';
import { audit } from './auditor.ts';
import { groupLog, insertBefore, nth, orderLog, selfTradeLog } from './example-logs.ts';
import type { LogInvariant } from './invariant.ts';
import { LOG_INVARIANTS, type LogInvariantName } from './invariants.ts';

type Kind = Event['kind'];
type Damage = Readonly<Record<string, unknown>>;
/** Changed fields of the event, or another change of the log that keeps the event in its place. */
type Wrongs = Readonly<Partial<Record<Kind, Damage | ((log: Event[], event: Event) => void)>>>;

const UNKNOWN_WALLET = { wallet: 99 };
const UNKNOWN_MARKET = { market: 99 };
const FAR = { size: 2 ** 53 };

const WRONGS: Readonly<Partial<Record<LogInvariantName, Wrongs>>> = {
  endedOnce: {
    'order-closed': { order: 9_999 },
    'order-released': { order: 9_999 },
    'order-reduced': { order: 9_999 },
    trade: { takerOrder: 9_999 },
  },
  numbersFollow: {
    'market-listed': { market: 50 },
    'wallet-opened': { wallet: 50 },
    'markets-grouped': { group: 50 },
    'order-accepted': { order: 50 },
    trade: { trade: 50 },
  },
  partiesKnown: {
    deposited: UNKNOWN_WALLET,
    split: UNKNOWN_MARKET,
    merged: UNKNOWN_WALLET,
    redeemed: UNKNOWN_MARKET,
    converted: UNKNOWN_WALLET,
    transferred: { to: 99 },
    'order-accepted': UNKNOWN_MARKET,
    'market-state': UNKNOWN_MARKET,
    'market-resolved': UNKNOWN_MARKET,
    'tick-changed': UNKNOWN_MARKET,
  },
  solvent: { split: FAR, merged: FAR, converted: FAR, transferred: { amount: 2 ** 53 } },
  tradingOpen: { 'order-accepted': pauseBefore, 'order-released': pauseBefore, trade: pauseBefore },
};

function pauseBefore(log: Event[], event: Event): void {
  const orders = log.filter((each) => each.kind === 'order-accepted');
  const about = event.kind === 'order-released' ? orders.find(({ order }) => order === event.order) : event;
  const market = about !== undefined && 'market' in about ? about.market : -1;
  insertBefore(log, event, { kind: 'market-state', at: event.at, market, state: 'paused' });
}

const LOGS = [() => orderLog().log, () => groupLog().log, () => selfTradeLog('decrement').log, changedLog];

/** The log of orders with a merge, and with a transfer at its end. */
function changedLog(): readonly Event[] {
  const log = [...orderLog().log];
  const [split, { at, wallet }] = [nth(log, 'split'), nth(log, 'deposited')];
  log.splice(log.indexOf(split) + 1, 0, { ...split, kind: 'merged' });
  log.push({ kind: 'transferred', at: Math.max(at, log.at(-1)?.at ?? at), wallet, to: wallet + 1, amount: 1 });
  return log;
}

/** A copied log with an event of this kind, and the event. */
function logWith(kind: Kind): readonly [log: Event[], event: Event] {
  for (const makeLog of LOGS) {
    const log = structuredClone([...makeLog()]);
    const event = log.find((each) => each.kind === kind);
    if (event !== undefined) return [log, event];
  }
  throw new Error(`no log has a ${kind}`);
}

const CASES = Object.entries(WRONGS).flatMap(([name, wrongs]) =>
  Object.entries(wrongs).map(([kind, wrong]) => [name, kind as Kind, wrong] as const),
);

describe('an invariant of several kinds of events', () => {
  test('has a case here for each of them', () => {
    const all: readonly (readonly [string, LogInvariant])[] = Object.entries(LOG_INVARIANTS);
    const several = all.flatMap(([name, each]) =>
      'kinds' in each && each.kinds.length > 1 ? [[name, each.kinds.toSorted()]] : [],
    );
    expect(Object.fromEntries(several)).toEqual(
      Object.fromEntries(Object.entries(WRONGS).map(([name, wrongs]) => [name, Object.keys(wrongs).toSorted()])),
    );
  });

  test.each(CASES)('%s judges %s', (name, kind, wrong) => {
    const [log, event] = logWith(kind);
    if (typeof wrong === 'function') wrong(log, event);
    else Object.assign(event, wrong);
    const at = log.indexOf(event);
    const { selfTrade } = DOCUMENT_RULES;
    const rules = { ...DOCUMENT_RULES, selfTrade: kind === 'order-reduced' ? ('decrement' as const) : selfTrade };
    const spoke = audit(log.slice(0, at + 1), rules).filter((finding) => finding.event === at);
    expect(spoke.map(({ invariant }) => invariant)).toContain(name);
  });
});
