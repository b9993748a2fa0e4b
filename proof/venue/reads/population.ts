/** proof/venue/reads/population: how many markets and wallets a run creates. */
import type { Command } from '../../../spec/venue/command.ts';

export type Population = { readonly markets: number; readonly wallets: number };

/** The markets and wallets that the commands create, if none is refused. */
export function populationOf(commands: readonly unknown[]): Population {
  const count = (kind: Command['kind']): number => commands.filter((command) => kindOf(command) === kind).length;
  return { markets: count('list-market'), wallets: count('open-wallet') };
}

function kindOf(command: unknown): unknown {
  return typeof command === 'object' && command !== null && 'kind' in command ? command.kind : undefined;
}
