/**
 * cli/saving-scenarios: `touchstone check --save-scenarios FOLDER`: every finding that makes a check fail, as a scenario that
 * `touchstone run` plays again.
 */
import { join } from 'node:path';
import { createRedactor } from '../conformance/evidence/redact.ts';
import type { Sighting } from '../conformance/execution/history.ts';
import type { Report } from '../conformance/report.ts';
import { scenarioOfSighting } from '../conformance/saving/scenario-of-sighting.ts';
import { asking } from '../scenarios/stages/asking.ts';
import { namedMarkets, namedWallets } from '../scenarios/stages/naming.ts';
import type { Register } from '../spec/clauses/register.ts';
import type { Credentials } from '../wire/credentials.ts';
import type { Target } from '../wire/target.ts';
import { writeWhole } from './report-files.ts';

/** How many files were written, and how many findings could not be told as scenarios. */
export type Saved = { readonly saved: number; readonly untold: number };

export type ScenarioSaver = {
  /** Takes in a finding. */
  readonly see: (sighting: Sighting) => void;
  /** Writes one file for each clause through which a check failed. */
  save(report: Report): Promise<Saved>;
};

/** Keeps the first finding of each check and clause. `folder` has to be there. */
export function createScenarioSaver(
  folder: string,
  target: Target,
  credentials: Credentials | undefined,
  register: Register,
): ScenarioSaver {
  const first = new Map<string, Sighting>();
  const keyOf = (check: string, clause: string): string => `${check} ${clause}`;
  return {
    see(sighting) {
      const key = keyOf(sighting.check, sighting.clause);
      if (!first.has(key)) first.set(key, sighting);
    },
    async save(report) {
      const failing = report.checks.flatMap(({ id, findings }) =>
        findings.filter(({ severity }) => severity === 'fail').map(({ clause }) => keyOf(id, clause)),
      );
      const sightings = [...new Set(failing)].flatMap((key) => first.get(key) ?? []);
      if (sightings.length === 0) return { saved: 0, untold: 0 };
      const wallets = namedWallets(credentials?.wallets ?? []);
      const markets = await namedMarkets(asking(target.send), credentials?.markets ?? []);
      const redactor = createRedactor(Object.values(wallets));
      let saved = 0;
      for (const sighting of sightings) {
        const clause = register.get(sighting.clause);
        const text = scenarioOfSighting(sighting, { wallets, markets, redactor, clause });
        if (text === undefined) continue;
        saved += 1;
        writeWhole(join(folder, fileName(sighting)), text);
      }
      return { saved, untold: sightings.length - saved };
    },
  };
}

/** `positions.bounds--4.8-limit.max.yaml` */
function fileName({ check, clause }: Sighting): string {
  return `${check}--${clause}.yaml`.replaceAll(/[^\w.-]/g, '-');
}
