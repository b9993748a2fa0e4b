/** sim/oracle/fold-oracle: what a function is that says what is wrong with what is read. */
import type { Service } from '../service.ts';
import type { Views } from '../views/views.ts';
import type { World } from '../world/world.ts';

/** `anew` makes views over the whole log of a world. Undefined where nothing is wrong. */
export type FoldOracle = (service: Service, anew: (world: World) => Views) => string | undefined;
