/** Who judges several kinds of events is asked about each of them: one event of each kind is made wrong in its way. */
import { describe, expect, test } from 'vitest';
import type { Event } from '../../sim/core/event.ts';
import { EVENT_KINDS } from '../../sim/core/event-log.ts';
import { DOCUMENT_RULES } from '../../sim/core/rules.ts';
import { audit } from './auditor.ts';
import { newFacts } from './facts.ts';
import { handlingOf } from './handling.ts';
import { groupHistory, insertBefore, nth, orderHistory, selfTradeHistory } from './histories.ts';
import type { LogInvariantName } from './invariants.ts';

type Kind = Event['kind'];
type Damage = Readonly<Record<string, unknown>>;
/** Fields of the event that become others, or what else happens to the log; the event in question stays where it is. */
type Wrongs = Readonly<Partial<Record<Kind, Damage | ((log: Event[], event: Event) => void)>>>;

const HALF = { size: 1.5 };
const NOBODY = { wallet: 99 };
const NOWHERE = { market: 99 };
const FAR = { size: 2 ** 53 };

const WRONGS: Readonly<Partial<Record<LogInvariantName, Wrongs>>> = {
  endedOnce: {
    'order-closed': { order: 9_999 },
    'order-released': { order: 9_999 },
    'order-reduced': { order: 9_999 },
    trade: { takerOrder: 9_999 },
  },
  levelsExact: {
    'order-accepted': FAR,
    'order-released': (log) => {
      const { order } = nth(log, 'order-released');
      const accepted = log.find((event) => event.kind === 'order-accepted' && event.order === order);
      Object.assign(accepted ?? {}, FAR);
    },
  },
  marketLife: {
    'market-state': { state: 'open' },
    'market-resolved': (log, event) => {
      const closing = log.findIndex((each) => each.kind === 'market-state' && each.state === 'closed');
      log.splice(closing, 1, { kind: 'wallet-opened', at: event.at, wallet: 0 });
    },
  },
  numbersFollow: {
    'market-listed': { market: 50 },
    'wallet-opened': { wallet: 50 },
    'markets-grouped': { group: 50 },
    'order-accepted': { order: 50 },
    trade: { trade: 50 },
  },
  partiesKnown: {
    deposited: NOBODY,
    split: NOWHERE,
    merged: NOBODY,
    redeemed: NOWHERE,
    converted: NOBODY,
    'order-accepted': NOWHERE,
    'market-state': NOWHERE,
    'market-resolved': NOWHERE,
    'tick-changed': NOWHERE,
  },
  setsAllowed: { split: { size: 0 }, merged: { size: 0 } },
  solvent: { split: FAR, merged: FAR, converted: FAR },
  tickSound: {
    'market-listed': { terms: { tick: 3, minSize: 0, fee: { rate: 0, exponent: 0, takerOnly: true }, delayMs: 0 } },
    'tick-changed': { tick: 3 },
  },
  tradingOpen: { 'order-accepted': pauseBefore, 'order-released': pauseBefore, trade: pauseBefore },
  transitionsLegal: {
    'order-released': (log) => {
      const { order } = nth(log, 'order-released');
      const accepted = log.find((event) => event.kind === 'order-accepted' && event.order === order);
      Object.assign(accepted ?? {}, { delayedUntil: undefined });
    },
    'order-closed': { reason: 'expired' },
  },
  wholeNumbers: {
    deposited: { amount: 1.5 },
    split: HALF,
    merged: HALF,
    redeemed: { sizes: [1.5, 0] },
    'order-accepted': HALF,
    'order-reduced': HALF,
    'order-closed': { remaining: 1.5 },
    trade: (_log, event) => Object.assign(event.kind === 'trade' ? (event.makers[0] ?? {}) : {}, HALF),
    converted: HALF,
  },
};

function pauseBefore(log: Event[], event: Event): void {
  const orders = log.filter((each) => each.kind === 'order-accepted');
  const about = event.kind === 'order-released' ? orders.find(({ order }) => order === event.order) : event;
  const market = about !== undefined && 'market' in about ? about.market : -1;
  insertBefore(log, event, { kind: 'market-state', at: event.at, market, state: 'paused' });
}

const HISTORIES = [
  () => orderHistory().log,
  () => groupHistory().log,
  () => selfTradeHistory('decrement').log,
  mergedHistory,
];

/** What was split is merged at once. */
function mergedHistory(): readonly Event[] {
  const log = [...orderHistory().log];
  const split = nth(log, 'split');
  log.splice(log.indexOf(split) + 1, 0, { ...split, kind: 'merged' });
  return log;
}

/** A history with an event of this kind, a copy; and the event. */
function historyWith(kind: Kind): readonly [log: Event[], event: Event] {
  for (const history of HISTORIES) {
    const log = structuredClone([...history()]);
    const event = log.find((each) => each.kind === kind);
    if (event !== undefined) return [log, event];
  }
  throw new Error(`no history has a ${kind}`);
}

const CASES = Object.entries(WRONGS).flatMap(([name, wrongs]) =>
  Object.entries(wrongs).map(([kind, wrong]) => [name, kind as Kind, wrong] as const),
);

/** Of which kinds each is asked. What the facts are does not matter to that. */
function kindsAsked(): ReadonlyMap<string, readonly Kind[]> {
  const asked = new Map<string, Kind[]>();
  for (const kind of EVENT_KINDS) {
    const [log, event] = historyWith(kind);
    const facts = newFacts();
    for (const earlier of log.slice(0, log.indexOf(event))) {
      const { look, learn } = handlingOf(earlier.kind);
      look(facts, earlier);
      learn(facts, earlier);
    }
    const { look, ask } = handlingOf(kind);
    look(facts, event);
    ask((name) => asked.set(name, [...(asked.get(name) ?? []), kind]), facts, event);
  }
  return asked;
}

describe('who judges several kinds of events', () => {
  test('is known here, with each of them', () => {
    const several = [...kindsAsked()].filter(([, kinds]) => kinds.length > 1);
    expect(Object.fromEntries(several.map(([name, kinds]) => [name, kinds.toSorted()]))).toEqual(
      Object.fromEntries(Object.entries(WRONGS).map(([name, wrongs]) => [name, Object.keys(wrongs).toSorted()])),
    );
  });

  test.each(CASES)('%s speaks of %s', (name, kind, wrong) => {
    const [log, event] = historyWith(kind);
    if (typeof wrong === 'function') wrong(log, event);
    else Object.assign(event, wrong);
    const at = log.indexOf(event);
    const { selfTrade } = DOCUMENT_RULES;
    const rules = { ...DOCUMENT_RULES, selfTrade: kind === 'order-reduced' ? ('decrement' as const) : selfTrade };
    const spoke = audit(log.slice(0, at + 1), rules).filter((finding) => finding.event === at);
    expect(spoke.map(({ invariant }) => invariant)).toContain(name);
  });
});
