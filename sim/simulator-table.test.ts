/** sim/simulator-table.test: the tables of docs/simulator.md name exactly the options, members, events, commands. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Command } from '../spec/venue/command.ts';
import type { Event } from '../spec/venue/event.ts';
import { createSimulator } from './simulator.ts';
import { OPTION_NAMES } from './simulator-options.ts';

const TEXT = readFileSync(new URL('../docs/simulator.md', import.meta.url), 'utf8');

/** The names in code in each cell of the table that begins with these words, row by row. */
function rowsOf(head: string): string[][][] {
  const [, table = ''] = TEXT.split(`\n${head}\n`);
  const rows = table.split('\n\n')[0]?.split('\n').slice(1) ?? [];
  return rows.map((row) =>
    row.split(' | ').map((cell) => [...cell.matchAll(/`([\w-]+)[^`]*`/g)].map(([, name = '']) => name)),
  );
}

const namesIn = (head: string): string[] => rowsOf(head).flatMap(([names = []]) => names);

type Kind = Event['kind'];
type FieldsOf<K extends Kind> = Exclude<keyof Extract<Event, { kind: K }>, 'kind' | 'at'>;

/** The compiler ensures that no field is missing. */
const TRADE: Record<FieldsOf<'trade'>, 0> = {
  trade: 0,
  market: 0,
  takerOrder: 0,
  takerWallet: 0,
  takerKey: 0,
  outcome: 0,
  side: 0,
  size: 0,
  cash: 0,
  fee: 0,
  makers: 0,
};
const FIELDS: { readonly [K in Kind]: Record<FieldsOf<K>, 0> } = {
  'market-listed': { market: 0, terms: 0 },
  'wallet-opened': { wallet: 0 },
  deposited: { wallet: 0, amount: 0 },
  split: { wallet: 0, market: 0, size: 0 },
  merged: { wallet: 0, market: 0, size: 0 },
  redeemed: { wallet: 0, market: 0, sizes: 0, paid: 0 },
  'order-accepted': {
    order: 0,
    wallet: 0,
    key: 0,
    market: 0,
    outcome: 0,
    side: 0,
    type: 0,
    price: 0,
    size: 0,
    postOnly: 0,
    expiresAt: 0,
    salt: 0,
    delayedUntil: 0,
  },
  'order-released': { order: 0 },
  'order-reduced': { order: 0, size: 0 },
  'order-closed': { order: 0, reason: 0, remaining: 0 },
  trade: TRADE,
  'trade-status': { trade: 0, status: 0 },
  'trade-reversed': TRADE,
  'heartbeat-kept': { key: 0 },
  'heartbeat-lost': { key: 0 },
  'market-state': { market: 0, state: 0 },
  'market-resolved': { market: 0, payout: 0 },
  'tick-changed': { market: 0, tick: 0 },
  'markets-grouped': { group: 0, markets: 0 },
  converted: { wallet: 0, group: 0, markets: 0, others: 0, size: 0, paid: 0 },
  transferred: { wallet: 0, to: 0, amount: 0, market: 0, outcome: 0 },
  noted: { text: 0 },
};

type CommandKind = Command['kind'];
type CommandFields<K extends CommandKind> = Exclude<keyof Extract<Command, { kind: K }>, 'kind'>;

const COMMANDS: { readonly [K in CommandKind]: Record<CommandFields<K>, 0> } = {
  'list-market': { terms: 0 },
  'open-wallet': {},
  deposit: { wallet: 0, amount: 0 },
  split: { wallet: 0, market: 0, size: 0 },
  merge: { wallet: 0, market: 0, size: 0 },
  redeem: { wallet: 0, market: 0 },
  place: {
    wallet: 0,
    key: 0,
    market: 0,
    outcome: 0,
    side: 0,
    type: 0,
    price: 0,
    size: 0,
    postOnly: 0,
    expiresAt: 0,
    salt: 0,
  },
  cancel: { wallet: 0, order: 0 },
  heartbeat: { key: 0 },
  'pause-market': { market: 0 },
  'resume-market': { market: 0 },
  'close-market': { market: 0 },
  'resolve-market': { market: 0, payout: 0 },
  'change-tick': { market: 0, tick: 0 },
  'group-markets': { markets: 0 },
  convert: { wallet: 0, group: 0, markets: 0, size: 0 },
  'disturb-settlement': { trade: 0, outcome: 0 },
  transfer: { wallet: 0, to: 0, amount: 0, market: 0, outcome: 0 },
  note: { text: 0 },
};

describe('the tables of docs/simulator.md', () => {
  it('have every option, in order', () => {
    expect(namesIn('| option | |')).toEqual([...OPTION_NAMES, 'mutant']);
  });

  it('have every member', () => {
    expect(namesIn('| member | |').sort()).toEqual(Object.keys(createSimulator()).sort());
  });

  it('have every kind of event with its fields', () => {
    const documented = rowsOf('| kind | fields | |').flatMap(([kinds = [], fields = []]) =>
      kinds.map((kind) => [kind, fields.join() === 'trade' && kind === 'trade-reversed' ? Object.keys(TRADE) : fields]),
    );
    const all = Object.entries(FIELDS).map(([kind, fields]) => [kind, Object.keys(fields)]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(all));
    expect(documented.length).toBe(all.length);
  });

  it('have every command with its fields', () => {
    const documented = rowsOf('| command | fields | |').flatMap(([kinds = [], fields = []]) =>
      kinds.map((kind) => [kind, fields]),
    );
    const all = Object.entries(COMMANDS).map(([kind, fields]) => [kind, Object.keys(fields)]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(all));
    expect(documented.length).toBe(all.length);
  });
});
