/**
 * sim/world-command: commands of the author of a test to the world of a running service, in the words of a written history. Markets,
 * wallets, trades and orders are named, or identified as on the wire.
 */
import { likely } from '../spec/closest.ts';
import type { Command } from './core/command.ts';
import { fillCommands } from './fill-command.ts';
import { marketName, walletName } from './named.ts';
import type { Service } from './service.ts';
import { WorldError } from './world/world-error.ts';
import { readCommand } from './world/written/description-file.ts';
import type { Directory, Lookup } from './world/written/directory.ts';
import { commandOf } from './world/written/history.ts';
import { refusalText } from './world/written/refusal-text.ts';

/**
 * Performs a command at `now`. Throws a `WorldError` of one line that begins with the verb for an invalid command, for an unknown name and
 * for one that the venue refuses; the state is then as it was.
 */
export function performCommand(service: Service, now: number, value: unknown): void {
  const command = readCommand(value);
  const place = Object.keys(command).join();
  const commands =
    'fill' in command ? fillCommands(service, command.fill) : [commandOf(command, place, directoryOf(service))];
  for (const one of commands) perform(service, one, now, place);
}

function perform({ world }: Service, command: Command, now: number, place: string): void {
  const result = world.venue.step(command, now);
  if (!result.ok) throw new WorldError(`${place}: ${refusalText(result.refusal)}`);
}

/** The numbers of names and wire ids. */
export function directoryOf(service: Service): Directory {
  return {
    wallet: walletLookup(service),
    market: marketLookup(service),
    trade: (trade, place) => (typeof trade === 'number' ? trade - 1 : tradeNumber(service, trade, place)),
  };
}

function walletLookup({ world }: Service): Lookup {
  const { accounts, names } = world;
  const keyed = accounts.filter(({ key }) => key !== undefined);
  const named = keyed.map(({ index }, position) => [names?.wallets[position] ?? walletName(position), index] as const);
  return lookupOf(
    'wallet',
    named,
    (id) => accounts.find(({ address }) => address.toLowerCase() === id.toLowerCase())?.index,
  );
}

function marketLookup({ world }: Service): Lookup {
  const { markets, names, writeMarkets } = world;
  const own = names === undefined ? writeMarkets : markets.map(({ catalog }) => catalog.conditionId);
  const indexOf = (id: string): number | undefined =>
    markets.find(({ catalog }) => catalog.conditionId === id || catalog.slug === id)?.index;
  const named = own.flatMap((id, position) => {
    const index = indexOf(id);
    return index === undefined ? [] : [[names?.markets[position] ?? marketName(position), index] as const];
  });
  return lookupOf('market', named, indexOf);
}

function lookupOf(
  kind: string,
  named: readonly (readonly [name: string, number: number])[],
  byId: (id: string) => number | undefined,
): Lookup {
  const numbers = new Map(named);
  return (name, place) => {
    const number = numbers.get(name) ?? byId(name);
    if (number !== undefined) return number;
    const known = [...numbers.keys()];
    const [near] = likely(name, known);
    const hint = near === undefined ? `there are ${known.join(', ') || 'none'}` : `did you mean ${near}?`;
    throw new WorldError(`${place}: no ${kind} "${name}": ${hint}`);
  };
}

function tradeNumber({ views }: Service, id: string, place: string): number {
  const trade = views.ids.trade.decode(id);
  views.catchUp();
  if (trade === undefined || views.trades.newestFirst({ trade }, 0, 1).length === 0)
    throw new WorldError(`${place}: no trade "${id}"`);
  return trade;
}
