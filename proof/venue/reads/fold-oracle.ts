/** proof/venue/reads/fold-oracle: the type of functions that judge reads. */
import type { Service } from '../../../sim/service.ts';
import type { Views } from '../../../sim/views/views.ts';
import type { World } from '../../../sim/world/world.ts';

/** Returns what is wrong. `rebuild` creates views over the whole log of a world. */
export type FoldOracle = (service: Service, rebuild: (world: World) => Views) => string | undefined;
