/**
 * conformance/mutants/kill-matrix: the result of the suite for each mutant, in process. A mutant counts as killed only if a
 * check fails through the clause that the mutant breaks, and does not fail through it on the unbroken service.
 */
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator, type Simulator } from '../../sim/simulator.ts';
import type { Register } from '../../spec/clauses/register.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Check, ClauseId } from '../check.ts';
import type { Report } from '../report.ts';
import { runChecks } from '../run.ts';
import { allChecks } from '../suite.ts';
import type { Mutant, Wrap } from './mutant.ts';
import { mutated } from './mutated.ts';

export type MatrixRow = Pick<Mutant, 'id' | 'title' | 'clause' | 'route' | 'family' | 'world'> & {
  /** Checks that failed through the clause; empty for a survivor. */
  readonly killedBy: readonly string[];
};

export type Matrix = {
  /** Part of the mutants that were killed, 0 to 1. */
  readonly score: number;
  readonly killed: number;
  readonly total: number;
  /** Ids of the mutants that no check detected through their clause. */
  readonly survivors: readonly string[];
  readonly rows: readonly MatrixRow[];
};

export type MatrixOptions = {
  readonly mutants: readonly Mutant[];
  /** Judges every mutant on this world; by default each on the smallest world that shows it. */
  readonly world?: Mutant['world'];
  /** Seed of worlds and checks; default `1`. */
  readonly seed?: string;
  /** The suite; by default all checks. */
  readonly checks?: readonly Check[];
  readonly onRow?: (row: MatrixRow) => void;
};

/** A failure: the check and the clause. */
type Failure = { readonly check: string; readonly clause: string };

const unbroken: Wrap = (handle) => handle;

/** From this many mutants on it is faster to judge the unbroken service once by all checks, and not after each mutant. */
const FEW = 40;

/** Judges every mutant in this thread, one after the other. */
export async function killMatrix(options: MatrixOptions): Promise<Matrix> {
  const judgeMutant = newJudge(labSettings(options), options.checks);
  const rows: MatrixRow[] = [];
  for (const mutant of options.mutants) {
    const row = await judgeMutant(mutant);
    rows.push(row);
    options.onRow?.(row);
  }
  return matrixOf(rows);
}

export function matrixOf(rows: readonly MatrixRow[]): Matrix {
  const survivors = rows.filter(({ killedBy }) => killedBy.length === 0).map(({ id }) => id);
  const killed = rows.length - survivors.length;
  return { score: rows.length === 0 ? 0 : killed / rows.length, killed, total: rows.length, survivors, rows };
}

/** Everything other than the mutants that the rows depend on. */
export type LabSettings = {
  readonly seed: string;
  readonly world?: Mutant['world'];
  /** Judges the unbroken service after each mutant, by the same checks, and not once by all. */
  readonly hasFew: boolean;
};

export function labSettings({ mutants, seed = '1', world }: MatrixOptions): LabSettings {
  return { seed, hasFew: mutants.length <= FEW, ...(world === undefined ? {} : { world }) };
}

/**
 * Runs the suite against a mutant, writes included, with the document profile claimed and warnings as failures, so that every
 * clause a mutant can break may fail. Checks that cite the clause run first; if they find nothing, the whole suite runs.
 */
export function newJudge(
  settings: LabSettings,
  checks: readonly Check[] = allChecks(),
): (mutant: Mutant) => Promise<MatrixRow> {
  const lab = createLab(settings, checks);
  return (mutant) => judgeMutant(lab, { ...mutant, world: settings.world ?? mutant.world });
}

async function judgeMutant(lab: Lab, { wrap, ...mutant }: Mutant): Promise<MatrixRow> {
  const { clause, world } = mutant;
  const citing = lab.checks.filter((check) => check.clauses.includes(clause));
  const isPassive = citing.some(({ kind }) => kind === 'shape');
  const near = isPassive
    ? lab.checks.filter((check) => citing.includes(check) || check.route === mutant.route)
    : citing;
  let killedBy: readonly string[] = [];
  for (const checks of [citing, near, lab.checks]) {
    if (checks.length > 0) killedBy = await lab.failing(clause, world, wrap, checks);
    if (killedBy.length > 0) break;
  }
  return { ...mutant, killedBy };
}

type Lab = {
  readonly checks: readonly Check[];
  /** Checks of `checks` that fail through `clause` with the wrapper and pass without it. */
  failing(clause: ClauseId, world: Mutant['world'], wrap: Wrap, checks: readonly Check[]): Promise<readonly string[]>;
};

function createLab({ seed, hasFew }: LabSettings, checks: readonly Check[]): Lab {
  const register = loadRegister();
  const simulators = new Map<string, Simulator>();
  const known = new Map<string, Promise<readonly Failure[]>>();

  /** A reset builds nothing again after runs that only read. */
  function simulatorFor(world: Mutant['world']): Simulator {
    const simulator = simulators.get(world) ?? createSimulator({ seed, world });
    simulators.set(world, simulator);
    simulator.reset();
    return simulator;
  }

  async function failures(world: Mutant['world'], wrap: Wrap, suite: readonly Check[]): Promise<readonly Failure[]> {
    return failuresIn(await judge(mutated(simulatorFor(world), wrap), suite, register, seed));
  }

  function ofWhole(world: Mutant['world']): Promise<readonly Failure[]> {
    const baseline = known.get(world) ?? failures(world, unbroken, checks);
    known.set(world, baseline);
    return baseline;
  }

  return {
    checks,
    async failing(clause, world, wrap, suite) {
      const cited = (found: readonly Failure[]): readonly string[] => [
        ...new Set(found.filter((failure) => failure.clause === clause).map(({ check }) => check)),
      ];
      const found = cited(await failures(world, wrap, suite));
      if (found.length === 0) return [];
      const before = cited(await (hasFew ? failures(world, unbroken, suite) : ofWhole(world)));
      return found.filter((check) => !before.includes(check));
    },
  };
}

function judge(simulator: Simulator, checks: readonly Check[], register: Register, seed: string): Promise<Report> {
  return runChecks({
    target: inProcessTarget(simulator),
    checks,
    register,
    seed,
    profile: simulator.profile.name,
    credentials: simulator.credentials,
    allowWrites: true,
    strict: true,
  });
}

function failuresIn(report: Report): readonly Failure[] {
  return report.checks.flatMap(({ id, findings }) =>
    findings.filter(({ severity }) => severity === 'fail').map(({ clause }) => ({ check: id, clause })),
  );
}
