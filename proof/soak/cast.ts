/** proof/soak/cast: how many markets and wallets a run makes, and who reads what is told of them. */
import type { Command } from '../../sim/core/command.ts';
import type { Venue } from '../../sim/core/venue.ts';

/** How many markets and wallets a run makes. */
export type Cast = { readonly markets: number; readonly wallets: number };

export type Reading = {
  readonly cast: Cast;
  /** Reads all there is. */
  look(): void;
  /** The first oracle that finds something wrong, and what. */
  wrong(): { readonly oracle: string; readonly what: string } | undefined;
};

/** Makes the readers of a venue; brought by whoever wants it judged, since it takes the routes along. */
export type Reader = (venue: Venue, cast: Cast) => Reading;

/** What commands make, if none of them is refused. */
export function castOf(commands: readonly unknown[]): Cast {
  const count = (kind: Command['kind']): number => commands.filter((command) => kindOf(command) === kind).length;
  return { markets: count('list-market'), wallets: count('open-wallet') };
}

function kindOf(command: unknown): unknown {
  return typeof command === 'object' && command !== null && 'kind' in command ? command.kind : undefined;
}
