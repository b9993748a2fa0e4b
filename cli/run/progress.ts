/** cli/run/progress: the progress of a run of scenarios on stderr. */
import { visible } from '../../reports/untrusted.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import { createTextProgress } from '../terminal/text-progress.ts';
import { counted } from './files.ts';

/** Starts the progress line of a run of `total` cases. `show` is called with each result. */
export function createRunProgress(total: number): { show(result: ScenarioResult): void; end(): void } {
  const progress = createTextProgress(process.stderr, `playing ${counted(total, 'scenario')}`);
  let [done, failed] = [0, 0];
  return {
    show({ verdict, scenario }) {
      done += 1;
      if (verdict === 'fail' || verdict === 'error') failed += 1;
      progress.show(() => `${done}/${total} scenarios, ${failed} failed  ${visible(scenario)}`);
    },
    end: progress.end,
  };
}
