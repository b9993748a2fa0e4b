/** conformance/mutants/create-simulator: the public `createSimulator`: the faithful service, or one with a broken clause. */
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { createSimulator as createFaithful, type Simulator } from '../../sim/simulator.ts';
import type { SimulatorOptions as FaithfulOptions } from '../../sim/simulator-options.ts';
import { likely } from '../../spec/closest.ts';
import type { Mutant } from './mutant.ts';
import { internalsOf } from './mutated.ts';

export type SimulatorOptions = FaithfulOptions & {
  /** Breaks one clause: an id of `touchstone serve --list-mutants`. */
  readonly mutant?: string;
};

/** As the `createSimulator` of the simulator. Also throws an `Error` of one line for an unknown mutant. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const id: unknown = Object(options).mutant;
  if (id === undefined) return createFaithful(withoutMutant(options));
  const everyMutant = loadMutants();
  const mutant = everyMutant.find((known) => known.id === id);
  if (mutant !== undefined) {
    return createFaithful(withoutMutant(options), (handle, simulator) => mutant.wrap(handle, internalsOf(simulator)));
  }
  const [near] = likely(
    String(id),
    everyMutant.map((known) => known.id),
  );
  const advice = near === undefined ? 'touchstone serve --list-mutants lists them' : `did you mean "${near}"?`;
  throw new Error(`createSimulator: there is no mutant "${String(id)}"; ${advice}`);
}

/** On demand: the catalog would be a tenth of the time of `import 'touchstone'`. The extension is .ts here and .js in the package. */
function loadMutants(): readonly Mutant[] {
  const load = createRequire(import.meta.url);
  const catalog = load(`./catalog${extname(import.meta.url)}`) as { readonly everyMutant: readonly Mutant[] };
  return catalog.everyMutant;
}

/** Untyped callers can pass any value; the simulator reports it. */
function withoutMutant(options: SimulatorOptions): FaithfulOptions {
  if (typeof options !== 'object' || options === null || !('mutant' in options)) return options;
  const { mutant: _, ...rest } = options;
  return rest;
}
