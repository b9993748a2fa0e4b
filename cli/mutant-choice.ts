/** cli/mutant-choice: the mutants that `touchstone serve` can be told to be, listed and found by id. */
import { allMutants, mutantById } from '../conformance/mutants/catalogue.ts';
import type { Mutant } from '../conformance/mutants/mutant.ts';
import { likely } from '../spec/closest.ts';
import { CliError } from './exit.ts';

const SUGGESTIONS_MAX = 3;

/** The mutant with this id. A `CliError` names the ids most like an unknown one. */
export function chooseMutant(id: string): Mutant {
  const mutant = mutantById(id);
  if (mutant !== undefined) return mutant;
  const ids = allMutants.map((known) => known.id);
  const near = likely(id, ids, SUGGESTIONS_MAX);
  const advice = near.length === 0 ? '' : ` did you mean ${near.join(', ')}?`;
  throw new CliError(`there is no mutant "${id}";${advice} --list-mutants shows all`);
}

/** One line for each mutant: id, the clause it breaks, what is wrong; or all as a JSON array. */
export function mutantList(isJson: boolean): string {
  const rows = allMutants.map(({ id, clause, title, world }) => ({ id, clause, title, world }));
  if (isJson) return `${JSON.stringify(rows, null, 2)}\n`;
  const [idWidth, clauseWidth] = [widest(rows.map(({ id }) => id)), widest(rows.map(({ clause }) => clause))];
  const lines = rows.map(({ id, clause, title, world }) => {
    const need = world === 'small' ? '' : ` (needs --world ${world})`;
    return `${id.padEnd(idWidth)}  ${clause.padEnd(clauseWidth)}  ${title}${need}\n`;
  });
  return lines.join('');
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}
