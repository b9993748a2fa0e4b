/** cli/check/saved-scenarios: `check --save-scenarios`: findings as scenarios, which failed again when played. */
import { join } from 'node:path';
import { counted } from '../../base/counted.ts';
import type { Check } from '../../conformance/check.ts';
import { cut } from '../../conformance/evidence/excerpt.ts';
import { createRedactor, type Redactor } from '../../conformance/evidence/redact.ts';
import type { Sighting } from '../../conformance/execution/trail.ts';
import { type Report, type SavedScenario, SCENARIO_TEXT_MAX } from '../../conformance/report.ts';
import type { Bench } from '../../conformance/saving/bench.ts';
import { type ReportedScenario, withScenarios } from '../../conformance/saving/reported.ts';
import { type Saved, saveSighting } from '../../conformance/saving/saved-finding.ts';
import { visible } from '../../reports/untrusted.ts';
import type { Register } from '../../spec/clauses/register.ts';
import { CliError } from '../exit.ts';
import { writeWhole } from '../files/whole-file.ts';
import { openBench, type SavingPlace } from './saving-bench.ts';

export type ScenarioSaver = {
  readonly see: (sighting: Sighting) => void;
  /** Writes one file for each clause through which a check failed, and prints one line about each. Never throws. */
  save(report: Report, say: (line: string) => void): Promise<{ readonly report: Report; readonly error: unknown }>;
};

export type Saving = Readonly<{
  /** It has to be there. */
  folder: string;
  place: SavingPlace;
  register: Register;
  checks: readonly Pick<Check, 'id'>[];
}>;

/** `skipped`: the run or its target came to an end. */
type Attempt = Saved | { readonly kind: 'skipped'; readonly reason: string };

export function createScenarioSaver(saving: Saving): ScenarioSaver {
  const { folder, place, checks } = saving;
  const { firstOf, see } = createSightings(checks);
  const redactor = createRedactor(place.credentials?.wallets ?? []);
  return {
    see,
    async save(report, say) {
      const sightings = failuresOf(report).flatMap((failure) => firstOf(failure) ?? []);
      if (sightings.length === 0) return { report, error: undefined };
      const sayClean = (line: string) => say(visible(redactor.text(line)));
      const stopped = report.stopped === undefined ? undefined : 'the run was stopped';
      const { gone, stop } = place;
      const end = () => gone() ?? (stop.why() === undefined ? stopped : stop.sentence());
      if (end() === undefined)
        sayClean(`looks for the shortest trace of ${counted(sightings.length, 'finding')}; Ctrl-C skips the rest`);
      const attempts = createAttempts(saving, redactor, end);
      const scenarios: ReportedScenario[] = [];
      const skipped: string[] = [];
      for (const sighting of sightings) {
        const { id, check, clause } = sighting;
        const name = fileName(sighting);
        const attempt = await attempts.save(sighting, join(folder, name));
        scenarios.push({ id, check, clause, scenario: scenarioOf(attempt, name, redactor) });
        if (attempt.kind === 'skipped') skipped.push(attempt.reason);
        else sayClean(lineOf(attempt, sighting, join(folder, name)));
      }
      if (skipped.length > 0) sayClean(`not saved: ${counted(skipped.length, 'finding')}: ${skipped[0]}`);
      return { report: withScenarios(report, scenarios), error: attempts.error() };
    },
  };
}

/** Keeps one finding of each check and clause: that of the first source in the order of the suite, as in the report. */
function createSightings(checks: Saving['checks']) {
  const order = new Map(checks.map(({ id }, index) => [id, index]));
  const rank = ({ source }: Sighting) => (source === undefined ? -1 : (order.get(source) ?? order.size));
  const first = new Map<string, Sighting>();
  const keyOf = ({ check, clause }: Pick<Sighting, 'check' | 'clause'>) => `${check} ${clause}`;
  return {
    see(sighting: Sighting): void {
      const known = first.get(keyOf(sighting));
      if (known === undefined || rank(sighting) < rank(known)) first.set(keyOf(sighting), sighting);
    },
    firstOf: (failure: Pick<Sighting, 'check' | 'clause'>) => first.get(keyOf(failure)),
  };
}

/** The clauses through which checks failed, each once. */
function failuresOf(report: Report): readonly Pick<Sighting, 'check' | 'clause'>[] {
  return report.checks.flatMap(({ id, findings }) => {
    const clauses = findings.filter(({ severity }) => severity === 'fail').map(({ clause }) => clause);
    return [...new Set(clauses)].map((clause) => ({ check: id, clause }));
  });
}

class Ended extends Error {}

/** The bench, which throws `Ended` once nothing can be played: a lifeline would send it as clean-up. */
function until(bench: Bench, end: () => string | undefined): Bench {
  const target: Bench['target'] = async (loaded) => {
    const reason = end();
    if (reason !== undefined) throw new Ended(reason);
    return await bench.target(loaded);
  };
  return { ...bench, target };
}

/** `save` writes the file of a finding. `end`: why nothing can be played any more. */
function createAttempts({ place, register }: Saving, redactor: Redactor, end: () => string | undefined) {
  let [bench, first]: [Bench | undefined, unknown] = [undefined, undefined];
  const saved = async (sighting: Sighting, file: string): Promise<Attempt> => {
    bench ??= until(await openBench(place), end);
    const found = await saveSighting(sighting, bench, { redactor, clause: register.get(sighting.clause) });
    const reason = end();
    // A scenario that was played on a target without responses proves nothing.
    if (reason !== undefined) return { kind: 'skipped', reason };
    if (found.kind === 'saved') writeWhole(file, found.text);
    return found;
  };
  return {
    error: () => first,
    async save(sighting: Sighting, file: string): Promise<Attempt> {
      const reason = end();
      if (reason !== undefined) return { kind: 'skipped', reason };
      try {
        return await saved(sighting, file);
      } catch (error) {
        if (error instanceof Ended) return { kind: 'skipped', reason: error.message };
        first ??= error;
        // The message has paths of this machine, which a report must not have.
        const trouble = error instanceof CliError ? 'its file cannot be written' : 'an error of Touchstone';
        return { kind: 'not-saved', reason: trouble };
      }
    },
  };
}

/** Characters of a reason in the report. */
const REASON_LENGTH = 300;

function scenarioOf(attempt: Attempt, file: string, redactor: Redactor): SavedScenario {
  if (attempt.kind !== 'saved') return { reason: cut(redactor.text(attempt.reason), REASON_LENGTH) };
  return { file, ...(attempt.text.length <= SCENARIO_TEXT_MAX && { text: attempt.text }) };
}

function lineOf(saved: Saved, { check, clause }: Sighting, file: string) {
  if (saved.kind === 'not-saved') return `not saved: ${check}, ${clause}: ${saved.reason}`;
  const sound = saved.isHeldAgainstSimulator
    ? 'passes on the simulator'
    : 'was not played on the simulator, because it names data of this target';
  return `saved ${file}: fails again on the target, ${sound}`;
}

/** `positions.bounds--4.8-limit.max.yaml` */
function fileName({ check, clause }: Sighting) {
  return `${check}--${clause}.yaml`.replaceAll(/[^\w.-]/g, '-');
}
