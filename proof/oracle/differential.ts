/**
 * proof/oracle/differential: two venues given the same commands, and the first point in which they differ. Replies,
 * events and the next due moment are compared after every command, everything else that can be asked every so often.
 */
import type { Command, OutcomeIndex } from '../../sim/core/command.ts';
import { commandFrom, OPENING, saltOf, waitFrom } from './commands.ts';
import { corruptCommand } from './corrupt-command.ts';
import type { Port } from './port.ts';
import { newRegistry, type Registry, register } from './registry.ts';

/** Where the two part: at which command, in what, and what each of them says. */
export type Difference = {
  readonly step: number;
  readonly command: Command | undefined;
  readonly what: string;
  readonly one: unknown;
  readonly other: unknown;
};

/** Two venues on the same way, and how far they have come. */
export type Pair = {
  readonly one: Port;
  readonly other: Port;
  readonly registry: Registry;
  /** Commands so far, the opening's being below 0, and events that have been compared. */
  step: number;
  seen: number;
  command: Command | undefined;
};

const OUTCOMES: readonly OutcomeIndex[] = [0, 1];
/** The moment of a run's first command. */
export const START = 1_000;
/** After the last command both are given this long to do what is still due, milliseconds. */
const AFTERMATH = 200_000;

/** Whether two values are equal in all their parts; a field that is undefined is as good as none. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  for (const name of Object.keys(a)) if (a[name] !== b[name] && !isSame(a[name], b[name])) return false;
  for (const name of Object.keys(b)) if (a[name] === undefined && b[name] !== undefined) return false;
  return true;
}

/** Everything that can be asked of a venue, by name. */
export function* stateOf(venue: Port, registry: Registry): Generator<readonly [what: string, value: unknown]> {
  yield ['clock', venue.now];
  yield ['treasury', venue.treasury()];
  for (let wallet = 0; wallet <= registry.wallets; wallet += 1) yield [`cash of ${wallet}`, venue.cash(wallet)];
  for (let market = 0; market <= registry.markets.length; market += 1) {
    const view = venue.market(market);
    const { terms, state, payout, lastPrice, group } = view ?? {};
    yield [`market ${market}`, { terms, state, payout, lastPrice, group }];
    const { tokens, collateral, vault } = venue.supply(market);
    yield [`supply of ${market}`, { tokens, collateral, vault }];
    for (const outcome of OUTCOMES) {
      yield [`bids of ${market}/${outcome}`, venue.bids(market, outcome)];
      yield [`asks of ${market}/${outcome}`, venue.asks(market, outcome)];
      for (let wallet = 0; wallet < registry.wallets; wallet += 1)
        yield [`tokens of ${wallet} in ${market}/${outcome}`, venue.tokens(wallet, market, outcome)];
    }
  }
  for (let group = 0; group <= registry.groups.length; group += 1) yield [`group ${group}`, venue.group(group)];
  for (let order = 0; order <= registry.owners.length; order += 1) yield [`order ${order}`, venue.order(order)];
}

/** Two new venues with the opening of every run behind them, or how they differ already. */
export function openBoth(one: Port, other: Port): Pair | Difference {
  const pair: Pair = { one, other, registry: newRegistry(), step: -OPENING.length, seen: 0, command: undefined };
  for (const command of OPENING) {
    const difference = stepBoth(pair, command, START, 1);
    if (difference !== undefined) return difference;
  }
  return pair;
}

/** Gives both the same drawn commands, some of them garbled; the difference, if they ever differ. */
export function runBoth(
  one: Port,
  other: Port,
  steps: Iterable<readonly number[]>,
  every: number,
): Difference | undefined {
  const opened = openBoth(one, other);
  if ('what' in opened) return opened;
  const pair = opened;
  let now = START;
  for (const genes of steps) {
    now += waitFrom(genes);
    const command = commandFrom(genes, pair.registry, now, saltOf(pair.step));
    const [where = 0, what = 0] = genes.slice(-2);
    const given = where % 59 === 0 ? corruptCommand(command, where, what) : command;
    // A clock that is behind is not believed.
    const difference = stepBoth(pair, given, where % 59 === 1 ? now - (what % 5_000) : now, every);
    if (difference !== undefined) return difference;
  }
  pair.command = undefined;
  for (const venue of [one, other]) venue.advanceTo(now + AFTERMATH);
  return compareEvents(pair) ?? compareState(pair);
}

/** Gives both the command; how they differ then. Every so many commands all that can be asked is compared. */
export function stepBoth(pair: Pair, command: Command, now: number, every: number): Difference | undefined {
  pair.command = command;
  const [reply, otherReply] = [pair.one.step(command, now), pair.other.step(command, now)];
  if (!isSame(reply, otherReply)) return differ(pair, 'reply', reply, otherReply);
  const difference = compareEvents(pair) ?? (pair.step % every === 0 ? compareState(pair) : undefined);
  pair.step += 1;
  return difference;
}

function compareEvents(pair: Pair): Difference | undefined {
  const [log, otherLog] = [pair.one.log, pair.other.log];
  for (; pair.seen < log.length || pair.seen < otherLog.length; pair.seen += 1) {
    const [event, otherEvent] = [log[pair.seen], otherLog[pair.seen]];
    if (!isSame(event, otherEvent)) return differ(pair, `event ${pair.seen}`, event, otherEvent);
    if (event !== undefined) register(pair.registry, event);
  }
  const [due, otherDue] = [pair.one.nextDue(), pair.other.nextDue()];
  return due === otherDue ? undefined : differ(pair, 'next due', due, otherDue);
}

function compareState(pair: Pair): Difference | undefined {
  const others = stateOf(pair.other, pair.registry);
  for (const [what, value] of stateOf(pair.one, pair.registry)) {
    const other = others.next().value?.[1];
    if (!isSame(value, other)) return differ(pair, what, value, other);
  }
  return undefined;
}

function differ({ step, command }: Pair, what: string, one: unknown, other: unknown): Difference {
  return { step, command, what, one, other };
}
