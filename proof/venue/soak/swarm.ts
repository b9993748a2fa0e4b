/** proof/venue/soak/swarm: the clients of a run: options, random streams, planned commands. */
import { drawFunds } from '../../../model/draw-command.ts';
import { oneIn, type Stream } from '../../../model/draws.ts';
import { drawTerms } from '../../../model/habits.ts';
import { Registry } from '../../../model/registry.ts';
import type { Command } from '../../../spec/venue/command.ts';
import type { Marks } from './marks.ts';
import { drawOptions, FAULTS, type Fault, type SoakOptions, streamOf } from './options.ts';

export type Step = {
  /** Milliseconds before it; negative if the client has a slow clock. */
  readonly wait: number;
  readonly command: Command;
  /** The command with the names of its hostile values, if it has any. */
  readonly template?: unknown;
};

export type Swarm = Readonly<{
  options: SoakOptions;
  /** The objects that exist, by the events so far. */
  view: Registry;
  commands: Stream;
  chances: Stream;
  isActive: Readonly<Record<Fault, boolean>>;
  marks: Marks;
  /** Planned commands, each after so many others. */
  pending: { readonly command: Command; after: number }[];
  /** Deadline of the next heartbeat of each key. */
  deadlines: Map<number, number>;
  /** Initial commands, in reverse order. */
  opening: Command[];
}>;

export function newSwarm(seed: number, marks: Marks): Swarm {
  const options = drawOptions(seed);
  const commands = streamOf(seed, 'commands');
  return {
    options,
    view: new Registry(),
    commands,
    chances: streamOf(seed, 'faults'),
    isActive: Object.fromEntries(FAULTS.map((fault) => [fault, options.faults.includes(fault)])) as Record<
      Fault,
      boolean
    >,
    marks,
    pending: [],
    deadlines: new Map(),
    opening: openingOf(options, commands),
  };
}

/** Initial markets, groups and wallets with cash and tokens, in reverse order. */
function openingOf(options: SoakOptions, commands: Stream): Command[] {
  const opening: Command[] = [];
  const sizes = [...Array.from({ length: options.markets }, () => 1), ...options.groups];
  let markets = 0;
  for (const size of sizes) {
    const members = Array.from({ length: size }, (_, index) => markets + index);
    for (const _ of members) opening.push({ kind: 'list-market', terms: drawTerms(options, commands) });
    if (size > 1) opening.push({ kind: 'group-markets', markets: members });
    markets += size;
  }
  for (let wallet = 0; wallet < options.wallets; wallet += 1) {
    const amount = drawFunds(options, commands);
    opening.push({ kind: 'open-wallet' }, { kind: 'deposit', wallet, amount });
    for (let market = 0; market < markets; market += 1) {
      if (oneIn(commands, 4)) continue;
      opening.push({ kind: 'split', wallet, market, size: Math.ceil(amount / (3 * markets)) });
    }
  }
  return opening.reverse();
}
