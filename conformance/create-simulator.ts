/** conformance/create-simulator: the public `createSimulator`: the faithful service, or one with a broken clause. */
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { createSimulator as createFaithful, type Simulator } from '../sim/simulator.ts';
import type { SimulatorOptions as FaithfulOptions } from '../sim/simulator-options.ts';

export type SimulatorOptions = FaithfulOptions & {
  /** Breaks one clause: an id of `touchstone serve --list-mutants`. */
  readonly mutant?: string;
};

/** As the `createSimulator` of the simulator. Also throws an `Error` of one line for an unknown mutant. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const id: unknown = Object(options).mutant;
  return id === undefined ? createFaithful(withoutMutant(options)) : loadMutants()(withoutMutant(options), String(id));
}

type CreateMutated = (options: FaithfulOptions, mutant: string) => Simulator;

/** On demand: mutants take a tenth of `import 'touchstone'`. The extension is .js in the package. */
function loadMutants(): CreateMutated {
  const load = createRequire(import.meta.url);
  return (load(`../proof/judge/mutated${extname(import.meta.url)}`) as { createMutated: CreateMutated }).createMutated;
}

/** Untyped callers can pass any value; the simulator reports it. */
function withoutMutant(options: SimulatorOptions): FaithfulOptions {
  if (typeof options !== 'object' || options === null || !('mutant' in options)) return options;
  const { mutant: _, ...rest } = options;
  return rest;
}
