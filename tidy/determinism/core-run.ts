/**
 * tidy/determinism/core-run: commands of every kind, drawn from a seed, given to the exchange without anything around it; and
 * the same with a fault planted: one command that depends on the machine it runs on.
 */
import { createHash } from 'node:crypto';
import type { Exchange } from '../../sim/core/exchange.ts';
import { runDrawn } from '../../sim/core/oracle/runs.ts';
import { createRng } from '../../sim/world/rng.ts';
import type { Line } from './comparison.ts';
import { PLANTS } from './plants.ts';

const COMMANDS = 2_000;
const COMMANDS_PLANTED = 20;
/** Commands between two links of the chain of hashes. */
const LINK = 100;
const GENE_LIMIT = 2 ** 31;

/** What a run of drawn commands came to: what was asked, the hash along the way, hash and log at the end. */
export function coreLines(seed: string): readonly Line[] {
  const chain: Line[] = [];
  let done = 0;
  const { exchange, given } = draw(seed, COMMANDS, (now) => {
    done += 1;
    if (done % LINK === 0) chain.push([`core.hash after ${done} commands`, now.hash()]);
  });
  return [
    ...chain,
    ['core.commands', counted(given.map(({ command }) => command.kind))],
    ['core.events', counted(exchange.log.map(({ kind }) => kind))],
    ['core.clock', String(exchange.now)],
    ['core.log', digest(exchange.log)],
    ['core.hash', exchange.hash()],
  ];
}

/** For each plant the hash of a short run in which one deposit depends on it: these lines differ between machines. */
export function plantedLines(seed: string): readonly Line[] {
  return Object.entries(PLANTS).map(([name, read]) => {
    const { exchange } = draw(seed, COMMANDS_PLANTED);
    exchange.step({ kind: 'deposit', wallet: 0, amount: 1 + read() }, exchange.now);
    return [`planted.${name}`, exchange.hash()];
  });
}

function draw(seed: string, commands: number, watch?: (exchange: Exchange) => void): ReturnType<typeof runDrawn> {
  const rng = createRng(seed).fork('commands');
  return runDrawn(commands, () => rng.int(GENE_LIMIT), watch);
}

/** How often each text occurs, in order of the texts: `cancel 12, place 30`. */
export function counted(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const rows = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return rows.map(([text, count]) => `${text} ${count}`).join(', ');
}

/** SHA-256 of a value's JSON. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
