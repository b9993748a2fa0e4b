/**
 * cli/check/saved-scenarios: `touchstone check --save-scenarios FOLDER`: every finding that makes a check fail, as a scenario that
 * `touchstone run` plays again. Each was played on the target and failed again before it is written.
 */
import { join } from 'node:path';
import { createRedactor } from '../../conformance/evidence/redact.ts';
import type { Sighting } from '../../conformance/execution/history.ts';
import type { Report } from '../../conformance/report.ts';
import { type Saved, saveSighting } from '../../conformance/saving/saved-finding.ts';
import { visible } from '../../reports/untrusted.ts';
import type { Register } from '../../spec/clauses/register.ts';
import { writeWhole } from '../files/whole-file.ts';
import { counted } from '../run/files.ts';
import { openBench, type SavingPlace } from './saving-bench.ts';

export type ScenarioSaver = {
  /** Takes in a finding. */
  readonly see: (sighting: Sighting) => void;
  /** Writes one file for each clause through which a check failed, and returns one line about each. */
  save(report: Report, say: (line: string) => void): Promise<void>;
};

/** Keeps the first finding of each check and clause. `folder` has to be there. */
export function createScenarioSaver(folder: string, place: SavingPlace, register: Register): ScenarioSaver {
  const first = new Map<string, Sighting>();
  const keyOf = (check: string, clause: string): string => `${check} ${clause}`;
  return {
    see(sighting) {
      const key = keyOf(sighting.check, sighting.clause);
      if (!first.has(key)) first.set(key, sighting);
    },
    async save(report, say) {
      const failing = report.checks.flatMap(({ id, findings }) =>
        findings.filter(({ severity }) => severity === 'fail').map(({ clause }) => keyOf(id, clause)),
      );
      const sightings = [...new Set(failing)].flatMap((key) => first.get(key) ?? []);
      if (sightings.length === 0) return;
      if (report.stopped !== undefined) {
        say(
          `nothing is saved: ${counted(sightings.length, 'finding')} would have to be played again, and the run was stopped`,
        );
        return;
      }
      const bench = await openBench(place);
      const redactor = createRedactor(place.credentials?.wallets ?? []);
      for (const [index, sighting] of sightings.entries()) {
        const why = place.gone() ?? (place.stop.why() === undefined ? undefined : place.stop.sentence());
        if (why !== undefined) {
          say(visible(redactor.text(`not saved: ${counted(sightings.length - index, 'finding')}: ${why}`)));
          return;
        }
        const clause = register.get(sighting.clause);
        const saved = await saveSighting(sighting, bench, { redactor, clause });
        const file = join(folder, fileName(sighting));
        if (saved.kind === 'saved') writeWhole(file, saved.text);
        say(visible(redactor.text(lineOf(saved, sighting, file))));
      }
    },
  };
}

function lineOf(saved: Saved, { check, clause }: Sighting, file: string): string {
  if (saved.kind === 'not-saved') return `not saved: ${check}, ${clause}: ${saved.reason}`;
  const sound = saved.isHeldAgainstSimulator
    ? 'passes on the simulator'
    : 'was not played on the simulator, for it names data of this target';
  return `saved ${file}: fails again on the target, ${sound}`;
}

/** `positions.bounds--4.8-limit.max.yaml` */
function fileName({ check, clause }: Sighting): string {
  return `${check}--${clause}.yaml`.replaceAll(/[^\w.-]/g, '-');
}
