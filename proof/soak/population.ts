/** proof/soak/population: how many markets and wallets a run makes, and who reads what is told of them. */
import type { Command } from '../../sim/core/command.ts';
import type { Venue } from '../../sim/core/venue.ts';

/** How many markets and wallets a run makes. */
export type Population = { readonly markets: number; readonly wallets: number };

export type ReadAudit = {
  readonly population: Population;
  /** Reads all there is. */
  readAll(): void;
  /** The first oracle that finds something wrong, and what. */
  finding(): { readonly oracle: string; readonly what: string } | undefined;
};

/** Makes the readers of a venue; brought by whoever wants it judged, since it takes the routes along. */
export type ReadAuditFactory = (venue: Venue, cast: Population) => ReadAudit;

/** What commands make, if none of them is refused. */
export function populationOf(commands: readonly unknown[]): Population {
  const count = (kind: Command['kind']): number => commands.filter((command) => kindOf(command) === kind).length;
  return { markets: count('list-market'), wallets: count('open-wallet') };
}

function kindOf(command: unknown): unknown {
  return typeof command === 'object' && command !== null && 'kind' in command ? command.kind : undefined;
}
