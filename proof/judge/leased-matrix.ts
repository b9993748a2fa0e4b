/** proof/judge/leased-matrix: a kill matrix of mutants of the catalog on a lease, with the same rows for any number of workers. */
import type { ItemEnd, Lease } from '../../lease/work.ts';
import { everyMutant } from './catalog.ts';
import {
  type LabSettings,
  labSettings,
  type Matrix,
  type MatrixOptions,
  type MatrixRow,
  matrixOf,
} from './kill-matrix.ts';
import { mutantProgram } from './mutant-program.ts';

type LeasedOptions = MatrixOptions & {
  readonly lease: Lease;
  /** Ends the work; the matrix has the rows before the first missing one. */
  readonly interruption?: AbortSignal;
};

/** Far more milliseconds than a mutant takes. */
const SILENCE_MS = 600_000;

/** `onRow` is called in order of the mutants. Rejects if a mutant hangs, or ends its thread. */
export async function leasedMatrix(options: LeasedOptions): Promise<Matrix> {
  const { lease, mutants, onRow, interruption } = options;
  const places = new Map(everyMutant.map((mutant, place) => [mutant, place]));
  const items = mutants.flatMap((mutant) => places.get(mutant) ?? []);
  const early = new Map<number, MatrixRow>();
  const rows: MatrixRow[] = [];
  const onOutcome = (place: number, outcome: ItemEnd<MatrixRow>): void => {
    if (outcome.kind !== 'done')
      throw new Error(`the mutant ${everyMutant[place]?.id} has no row: ${troubleOf(outcome)}`);
    early.set(place, outcome.result);
    for (let row = early.get(items[rows.length] ?? -1); row !== undefined; row = early.get(items[rows.length] ?? -1)) {
      rows.push(row);
      onRow?.(row);
    }
  };
  const settings: LabSettings = labSettings(options);
  const work = { program: mutantProgram, settings, items, rangeSize: settings.hasFew ? 1 : 4, silenceMs: SILENCE_MS };
  await lease.run(work, { onOutcome, ...(interruption === undefined ? {} : { interruption }) });
  return matrixOf(rows);
}

function troubleOf(outcome: Exclude<ItemEnd<MatrixRow>, { kind: 'done' }>): string {
  return outcome.kind === 'lost' ? outcome.why : outcome.message;
}
