/** proof/oracle/gene-values: one small integer chooses one of several things. */
import type { RegisteredMarket, Registry } from './registry.ts';

/** The value the gene points at. */
export function pick<Value>(values: readonly Value[], gene = 0): Value {
  const value = values[gene % values.length];
  if (value === undefined) throw new Error('pick needs at least one value');
  return value;
}

/**
 * A market of that state where there is one, mostly. The two youngest ungrouped ones are mostly left alone, so that
 * there are markets without tokens to make groups of.
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

/** Markets from this one on can be fallow. */
const FIRST_FALLOW = 5;

/** Sizes: odd micro sizes, sizes beyond the exact integers of a product, and above all whole shares that meet again. */
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
