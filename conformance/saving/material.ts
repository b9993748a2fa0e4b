/**
 * conformance/saving/material: what the stories of a finding are made of: what discovery read, then what the check did, in one
 * list, and which of it tells of what.
 */
import type { Exchange } from '../../scenarios/recording/exchange.ts';
import { isSayable } from '../../scenarios/recording/request-words.ts';
import type { Sighting } from '../execution/history.ts';
import { createSupply, type Names, type Supply } from './supply.ts';

export type Material = {
  readonly pool: readonly Exchange[];
  /** Where the check began. */
  readonly began: number;
  /** What the finding is about. */
  readonly cited: number;
  readonly supply: Supply;
  readonly names: Names;
};

/** What can be told of it. */
export function materialOf({ discovered, trail, cited }: Sighting, names: Names): Material {
  const isTold = ({ request }: Exchange): boolean => isSayable(request);
  const read = discovered.filter(isTold);
  const pool = [...read, ...trail.filter(isTold)];
  const skipped = trail.slice(0, cited).filter((exchange) => !isTold(exchange)).length;
  return { pool, began: read.length, cited: read.length + cited - skipped, supply: createSupply(pool, names), names };
}

/** The same with another body of one request. */
export function withBody(material: Material, place: number, body: string): Material {
  const exchange = material.pool[place];
  if (exchange === undefined) return material;
  const pool = material.pool.with(place, { ...exchange, request: { ...exchange.request, body } });
  return { ...material, pool, supply: createSupply(pool, material.names) };
}
