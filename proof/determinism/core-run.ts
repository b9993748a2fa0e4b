/** proof/determinism/core-run: drawn commands of every kind on a bare venue, or one that depends on the machine. */

import { createHash } from 'node:crypto';
import { getHeapStatistics } from 'node:v8';
import { addCount } from '../../base/record.ts';
import { createRng } from '../../base/rng.ts';
import { createVenue, type Venue } from '../../sim/core/venue.ts';
import { createHoldings } from '../../sim/views/holdings.ts';
import { movementsOf } from '../../sim/views/movement.ts';
import { valueAt } from '../../sim/views/position-maths.ts';
import { DOCUMENT_RULES, SELF_TRADE_MODES, type SelfTradeMode } from '../../spec/venue/rules.ts';
import { applyAll, runGenes } from '../venue/oracle/runs.ts';
import type { Line } from './comparison.ts';

const LETTERS = ['z', 'i', 'ä', 'I', 'a', 'ı', 'å', 'İ'];
const BASE = LETTERS.length;

export const PLANTS: Readonly<Record<string, () => number>> = {
  // Two programs can read the same millisecond.
  clock: () => Math.floor((performance.timeOrigin + performance.now()) * 1_000),
  chance: () => Math.floor(Math.random() * 1_000_000_000),
  timer: () => Math.floor(performance.now() * 1_000),
  'time-zone': () => new Date(2026, 0, 15).getTime(),
  /** The letters in the order of the locale, as the digits of a number. */
  'order-of-letters': () =>
    [...LETTERS]
      .sort((one, other) => one.localeCompare(other))
      .reduce((sum, letter) => sum * BASE + LETTERS.indexOf(letter), 0),
  'form-of-numbers': () => (1_234.5).toLocaleString().charCodeAt(1),
  runtime: () => Number(process.versions.node.split('.')[0]),
  compiler: () => ('WebAssembly' in globalThis ? 0 : 1),
  directory: () => process.cwd().length,
  memory: () => getHeapStatistics().heap_size_limit,
};

/** Commands of the run in each mode, and between two links of its chain of hashes. */
const COMMANDS = 600;
const LINK = 100;
const COMMANDS_PLANTED = 20;
const GENE_LIMIT = 2 ** 31;
/** Micro dollars. */
const SHARE_PRICE = 333_333;

export function coreLines(seed: string): readonly Line[] {
  const kinds: string[] = [];
  const replies: string[] = [];
  const happened: string[] = [];
  const lines = SELF_TRADE_MODES.flatMap((mode) => {
    const { venue, records, unread } = run(seed, mode, COMMANDS);
    kinds.push(...records.map(({ kind }) => kind));
    replies.push(...records.map(({ outcome }) => outcome));
    happened.push(...venue.log.map(({ kind }) => kind));
    const chain = records
      .map(({ hash }, index): Line => [`core.${mode} after ${index + 1} commands`, hash])
      .filter((_, index) => (index + 1) % LINK === 0);
    return [
      ...chain,
      [`core.${mode} clock`, String(venue.now)],
      [`core.${mode} replies`, digest(records)],
      [`core.${mode} log`, digest(venue.log)],
      [`core.${mode} snapshot`, createHash('sha256').update(venue.snapshot()).digest('hex')],
      [`core.${mode} folds`, digest(folds(venue))],
      [`core.${mode} hash, read once`, unread],
      [`core.${mode} hash`, venue.hash()],
    ] satisfies Line[];
  });
  return [
    ...lines,
    ['core.commands', counted(kinds)],
    ['core.outcomes', counted(replies)],
    ['core.events', counted(happened)],
  ];
}

/** Every movement of the log, and the value of each account at a third of a dollar after it. */
function folds(venue: Venue): unknown {
  const holdings = createHoldings();
  return venue.log.flatMap(movementsOf).map((movement) => {
    holdings.apply(movement);
    const { all } = holdings.ofToken(movement.market, movement.outcome);
    return [movement, all.map((holding) => [holding.wallet, holding.size, valueAt(holding, SHARE_PRICE)])];
  });
}

/** For each plant the hash of a short run in which one deposit depends on it; these lines differ between machines. */
export function plantedLines(seed: string): readonly Line[] {
  return Object.entries(PLANTS).map(([name, read]) => {
    const { venue } = run(seed, 'cancel-newest', COMMANDS_PLANTED);
    venue.step({ kind: 'deposit', wallet: 0, amount: 1 + read() }, venue.now);
    return [`planted.${name}`, venue.hash()];
  });
}

type CommandRecord = Readonly<{
  kind: string;
  outcome: string;
  reply: unknown;
  hash: string;
}>;

/** `unread` is the hash of another venue after the same commands, without reads in between. */
type Outcome = { readonly venue: Venue; readonly records: readonly CommandRecord[]; readonly unread: string };

function run(seed: string, selfTrade: SelfTradeMode, commands: number): Outcome {
  const rules = { ...DOCUMENT_RULES, selfTrade };
  const venue = createVenue(rules);
  const records: CommandRecord[] = [];
  const recorder: Pick<Venue, 'step' | 'log'> = {
    get log() {
      return venue.log;
    },
    step(command, now) {
      const reply = venue.step(command, now);
      const outcome = reply.ok ? reply.value.kind : reply.refusal.kind;
      records.push({ kind: command.kind, outcome, reply, hash: venue.hash() });
      return reply;
    },
  };
  const rng = createRng(seed).fork(`commands/${selfTrade}`);
  const { given } = runGenes(recorder, commands, () => rng.int(GENE_LIMIT));
  return { venue, records, unread: applyAll(createVenue(rules), given).hash() };
}

/** How often each text occurs, in order of the texts: `cancel 12, place 30`. */
export function counted(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) addCount(counts, text);
  const rows = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return rows.map(([text, count]) => `${text} ${count}`).join(', ');
}

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
