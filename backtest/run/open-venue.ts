/** backtest/run/open-venue: the venue of a run, by its fidelity. */
import { assertNever } from '../../base/result.ts';
import type { Rng } from '../../base/rng.ts';
import { AgentsVenue } from '../agents/crowd.ts';
import { InjectedVenue } from '../injected/injected-venue.ts';
import type { Assumptions } from '../options.ts';
import { OverlayVenue } from '../overlay/overlay-venue.ts';
import type { MarketTable } from '../replay/market-table.ts';
import type { ReplaySource } from '../replay/source.ts';
import type { StrategyVenue } from './strategy-venue.ts';

type VenueParts = Readonly<{
  source: ReplaySource;
  table: MarketTable;
  assumptions: Assumptions;
  chance: Rng;
  /** Called while a recording is surveyed, with the rows so far. */
  onSurvey: ((rows: number) => void) | undefined;
}>;

/** Throws `DataError` for a recording that cannot be served, `RangeError` for a fidelity without its source. */
export function openVenue({ source, table, assumptions, chance, onSurvey }: VenueParts): StrategyVenue {
  const { fidelity } = assumptions;
  const { simulation } = source;
  if (simulation !== undefined && fidelity !== 'agents') {
    throw new RangeError(`simulated markets have the fidelity agents, not ${fidelity}`);
  }
  switch (fidelity) {
    case 'overlay':
      return new OverlayVenue({
        table,
        assumptions,
        chance,
        capabilities: source.coverage.byMarket,
        start: source.coverage.first,
      });
    case 'injected':
      return new InjectedVenue(source, assumptions, chance, onSurvey);
    case 'agents':
      if (simulation === undefined) {
        throw new RangeError('the fidelity agents has no recording: give simulatedMarkets(plan, seed) in its place');
      }
      return new AgentsVenue(simulation, assumptions, chance);
    default:
      return assertNever(fidelity);
  }
}
