/**
 * scenarios/soak/keeping: the counterexample of a property becomes a file. A property over the commands of an exchange puts
 * each run before `holds`; where it fails, the run that failed last, which is the one shrunk furthest, is made small and
 * written as a scenario, and the error says how to play it again.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { breaking } from './canary.ts';
import { type GivenRun, judgeRun } from './given-run.ts';
import { minimise } from './minimising.ts';
import { readingOf } from './reading.ts';
import { scenarioOfRun } from './run-scenario-file.ts';
import type { Trace } from './trace.ts';

export type Keeping = {
  /** What is claimed, in a few words: the file is called after it. */
  readonly property: string;
  /** The seed of its draws. */
  readonly seed: number;
  /** Where the file goes; default `failures`, below the working directory. */
  readonly folder?: string;
};

/** Throws where a run fails, with what was wrong. */
export type Holds = (run: GivenRun) => void;

type Counterexample = { readonly run: GivenRun; readonly trace: Trace };

const FOLDER = 'failures';
/** What was drawn and shrunk is small already. */
const MINIMISE_MS = 3_000;

/**
 * Checks a property, say by `fc.assert`. Throws what `check` throws; where a run failed, an error that names the file too,
 * with the first as its cause.
 */
export function keepingFailures({ property, seed, folder = FOLDER }: Keeping, check: (holds: Holds) => void): void {
  let last: Counterexample | undefined;
  try {
    check((run) => {
      const trace = judgeRun(run, { seed, property });
      if (trace === undefined) return;
      last = { run, trace };
      throw new Error(`${trace.failure.invariant}: ${trace.failure.message}`);
    });
  } catch (error) {
    if (last === undefined) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}\n\n${keep(last, folder)}`, { cause: error });
  }
}

/** Writes it, and says where it is and how to play it. */
function keep({ run, trace }: Counterexample, folder: string): string {
  const end = performance.now() + MINIMISE_MS;
  const { canary, wrap = breaking(canary) } = run;
  const small = minimise(trace, { wrap, reader: readingOf, isOver: () => performance.now() > end }) ?? trace;
  const file = join(folder, `${small.property?.replaceAll(/[^\w.-]+/g, '-').slice(0, 100)}.yaml`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, scenarioOfRun(small));
  } catch (error) {
    return `The failing run could not be kept as ${file}: ${error instanceof Error ? error.message : String(error)}`;
  }
  return `The failing run is kept as ${file}; to play it again: touchstone run ${file}`;
}
