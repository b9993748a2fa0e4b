/** model/gene-values: turns one small integer into a choice, a market or a size. */
import type { RegisteredMarket, Registry } from './registry.ts';

export function pick<Value>(values: readonly Value[], gene = 0): Value {
  const value = values[gene % values.length];
  if (value === undefined) throw new Error('a choice needs at least one value');
  return value;
}

/**
 * Mostly a market in that state, if there is one. The two youngest ungrouped markets are mostly left alone, so that
 * markets without tokens remain for groups.
 */
export function marketFrom(registry: Registry, gene: number, wanted: RegisteredMarket['state'] = 'open'): number {
  const { markets } = registry;
  const fitting: number[] = [];
  for (let index = 0; index < markets.length; index += 1) {
    const fallow = index >= Math.max(FIRST_FALLOW, markets.length - 2) && markets[index]?.group === undefined;
    if (markets[index]?.state === wanted && (!fallow || gene % 8 === 0)) fitting.push(index);
  }
  if (fitting.length === 0 || gene % 29 === 0) return gene % markets.length;
  return pick(fitting, gene >> 3);
}

/** Markets from this index on can be left alone. */
const FIRST_FALLOW = 5;

/** Odd micro sizes, sizes whose products exceed the exact integers, and mostly whole shares that meet again. */
export function sizeFrom(gene: number, scale = 0): number {
  switch (scale % 8) {
    case 0:
      return gene % 50;
    case 1:
      return 1 + (gene % 100_000);
    case 2:
      return gene % 5 === 0 ? 1_000_000_000_000_000 : 1 + (gene % 1_000_000) * 1_000_000_007;
    default:
      return 1_000_000 * (1 + (gene % 9));
  }
}
