/** proof/judge/planted/faults: all planted faults, each for one check. The mutants break further clauses. */
import { accessFaults } from './access.ts';
import { catalogFaults } from './catalog.ts';
import { limitFaults } from './limits.ts';
import { marketDataFaults } from './market-data.ts';
import type { PlantedFault } from './plants.ts';
import { queryFaults } from './queries.ts';
import { recordFaults } from './records.ts';
import { tradingFaults } from './trading.ts';

export const plantedFaults: readonly PlantedFault[] = [
  ...accessFaults,
  ...catalogFaults,
  ...limitFaults,
  ...marketDataFaults,
  ...queryFaults,
  ...recordFaults,
  ...tradingFaults,
];
