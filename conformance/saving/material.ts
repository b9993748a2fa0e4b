/** conformance/saving/material: the exchanges that a scenario of a finding is built from: those of discovery, then those of the check. */
import type { Exchange } from '../../scenarios/recording/exchange.ts';
import { isRepeatable } from '../../scenarios/recording/request-words.ts';
import { matchRoute } from '../../wire/route-match.ts';
import type { Exchange as Checked } from '../check.ts';
import type { Sighting } from '../execution/history.ts';
import { isReading } from '../session/session.ts';
import { isSent } from './story.ts';
import { createSources, createSupply, type Names, type Supply } from './supply.ts';

export type Material = {
  readonly pool: readonly Exchange[];
  readonly began: number;
  readonly cited: number;
  readonly supply: Supply;
  readonly sourcesOf: ReturnType<typeof createSources>;
  readonly names: Names;
  /** The place of an exchange that the check compared with. */
  placeOf(exchange: Checked): number | undefined;
};

/** The exchanges that a scenario can repeat. */
export function materialOf({ discovered, trail, cited, placeOf }: Sighting, names: Names): Material {
  const canRepeat = ({ request }: Exchange): boolean => isRepeatable(request);
  const read = discovered.filter(canRepeat);
  const pool = [...read, ...trail.filter(canRepeat)];
  const sourcesOf = createSources(pool);
  const inPool = (index: number): number => read.length + trail.slice(0, index).filter(canRepeat).length;
  return {
    pool,
    began: read.length,
    cited: inPool(cited),
    supply: createSupply(pool, names, sourcesOf),
    sourcesOf,
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
  return { ...material, pool, supply: createSupply(pool, material.names, createSources(pool)) };
}

/** The exchanges that may have led up to the finding: none, the writes, all of the check, all of the run. */
export function levelsOf({ pool, began }: Material, judged: number): readonly (readonly number[])[] {
  const all = [...pool.entries()].slice(0, judged);
  const own = all.slice(began);
  const writes = own.filter(([, one]) => !(isSent(one) && isReading(one.request, matchRoute(one.request))));
  const levels = [[], writes, own, all].map((level) => level.map(([place]) => place));
  return levels.filter(({ length }, index) => index === 0 || length > (levels[index - 1]?.length ?? 0));
}
