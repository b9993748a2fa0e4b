/** proof/venue/oracle/differential: applies the same commands to two venues and finds their first difference. */
import { commandFrom, corruptCommand, OPENING, waitFrom } from '../../../model/commands.ts';
import { Registry, register } from '../../../model/registry.ts';
import type { Command, OutcomeIndex } from '../../../spec/venue/command.ts';
import type { Port } from './port.ts';

export type Difference = Readonly<{
  step: number;
  command: Command | undefined;
  what: string;
  one: unknown;
  other: unknown;
}>;

export type Pair = {
  one: Port;
  readonly other: Port;
  readonly registry: Registry;
  /** Commands so far (those of the opening are below 0), and compared events. */
  step: number;
  seen: number;
  command: Command | undefined;
};

export const OUTCOMES: readonly OutcomeIndex[] = [0, 1];
const START = 1_000;
/** Milliseconds after the last command for the work that is still due. */
const AFTERMATH = 200_000;

/** Deep equality; a field that is undefined equals a missing one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  for (const name of Object.keys(a)) if (a[name] !== b[name] && !isSame(a[name], b[name])) return false;
  for (const name of Object.keys(b)) if (a[name] === undefined && b[name] !== undefined) return false;
  return true;
}

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

export function newPair(one: Port, other: Port, step: number): Pair {
  return { one, other, registry: new Registry(), step, seen: 0, command: undefined };
}

/** Two new venues after the opening of every run, or their difference. */
function openBoth(one: Port, other: Port): Pair | Difference {
  const pair = newPair(one, other, -OPENING.length);
  for (const command of OPENING) {
    const difference = stepBoth(pair, command, START, 1);
    if (difference !== undefined) return difference;
  }
  return pair;
}

/** Gives both the same drawn commands, some of them corrupted; returns their first difference. */
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
    const command = commandFrom(genes, pair.registry, now);
    const [where = 0, what = 0] = genes.slice(-2);
    const given = where % 59 === 0 ? corruptCommand(command, where, what) : command;
    // The venue ignores a clock that is behind its own.
    const difference = stepBoth(pair, given, where % 59 === 1 ? now - (what % 5_000) : now, every);
    if (difference !== undefined) return difference;
  }
  pair.command = undefined;
  for (const venue of [one, other]) venue.advanceTo(now + AFTERMATH);
  return compareEvents(pair) ?? compareState(pair);
}

/** Gives both the command and returns their difference. The whole state is compared every `every` commands. */
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

export function compareState(pair: Pair): Difference | undefined {
  const [what, one, other] = stateDifference(pair.one, pair.other, pair.registry) ?? [];
  return what === undefined ? undefined : differ(pair, what, one, other);
}

export function stateDifference(
  one: Port,
  other: Port,
  registry: Registry,
): readonly [what: string, one: unknown, other: unknown] | undefined {
  const others = stateOf(other, registry);
  for (const [what, value] of stateOf(one, registry)) {
    const own = others.next().value?.[1];
    if (!isSame(value, own)) return [what, value, own];
  }
  return undefined;
}

function differ({ step, command }: Pair, what: string, one: unknown, other: unknown): Difference {
  return { step, command, what, one, other };
}

export function differenceText({ what, one, other }: Difference): string {
  return `${what}: ${JSON.stringify(one)}, not ${JSON.stringify(other)}`;
}
