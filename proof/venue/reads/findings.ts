/** proof/venue/reads/findings: oracles of reads, and comparisons that return a message about the difference. */
import type { Service } from '../../../sim/service.ts';
import type { Views } from '../../../sim/views/views.ts';
import type { World } from '../../../sim/world/world.ts';

export function same<Value>(name: string, shown: Value, expected: Value): string | undefined {
  return shown === expected ? undefined : `${name}: ${String(shown)}, not ${String(expected)}`;
}

export function near(name: string, shown: number, expected: number, within: number): string | undefined {
  return Math.abs(shown - expected) <= within ? undefined : `${name}: ${shown}, not ${expected}`;
}

export function total<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** Returns what is wrong. `rebuild` creates views over the whole log of a world. */
export type FoldOracle = (service: Service, rebuild: (world: World) => Views) => string | undefined;
