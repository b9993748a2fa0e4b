/** proof/reads/fold-oracle: what a function is that says what is wrong with what is read. */
import type { Service } from '../../sim/service.ts';
import type { Views } from '../../sim/views/views.ts';
import type { World } from '../../sim/world/world.ts';

/** `anew` makes views over the whole log of a world. Undefined where nothing is wrong. */
export type FoldOracle = (service: Service, anew: (world: World) => Views) => string | undefined;
