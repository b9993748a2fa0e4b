/** conformance/saving/material: the exchanges that a scenario of a finding is made of: those of discovery, then those of the check. */
import type { Exchange } from '../../scenarios/recording/exchange.ts';
import { isSayable } from '../../scenarios/recording/request-words.ts';
import type { Exchange as Checked } from '../check.ts';
import type { Sighting } from '../execution/history.ts';
import { createSupply, createTellers, type Names, type Supply } from './supply.ts';

export type Material = {
  readonly pool: readonly Exchange[];
  /** The place of the first exchange of the check. */
  readonly began: number;
  /** The place of the exchange that the finding cites. */
  readonly cited: number;
  readonly supply: Supply;
  readonly tellersOf: ReturnType<typeof createTellers>;
  readonly names: Names;
  /** The place of an exchange that the check compared with. */
  placeOf(exchange: Checked): number | undefined;
};

/** The exchanges that a scenario can repeat. */
export function materialOf({ discovered, trail, cited, placeOf }: Sighting, names: Names): Material {
  const isRepeatable = ({ request }: Exchange): boolean => isSayable(request);
  const read = discovered.filter(isRepeatable);
  const pool = [...read, ...trail.filter(isRepeatable)];
  const tellersOf = createTellers(pool);
  const inPool = (index: number): number => read.length + trail.slice(0, index).filter(isRepeatable).length;
  return {
    pool,
    began: read.length,
    cited: inPool(cited),
    supply: createSupply(pool, names, tellersOf),
    tellersOf,
    names,
    placeOf(exchange) {
      const index = placeOf(exchange);
      return index === undefined ? undefined : inPool(index);
    },
  };
}

/** The same with another body of one request. */
export function withBody(material: Material, place: number, body: string): Material {
  const exchange = material.pool[place];
  if (exchange === undefined) return material;
  const pool = material.pool.with(place, { ...exchange, request: { ...exchange.request, body } });
  return { ...material, pool, supply: createSupply(pool, material.names, createTellers(pool)) };
}
