/** cli/mutating: the work of `touchstone mutants`: chooses the mutants, lets the matrix run, prints what was killed by what. */

import { matches } from '../conformance/execution/schedule.ts';
import { allMutants } from '../conformance/mutants/catalogue.ts';
import { killMatrix, type Matrix, type MatrixRow } from '../conformance/mutants/kill-matrix.ts';
import type { Mutant } from '../conformance/mutants/mutant.ts';
import { loadRegister } from '../spec/clauses/register.ts';
import { likely } from '../spec/closest.ts';
import type { MutantsFlags } from './commands/mutants.ts';
import { CliError, EXIT, type ExitCode } from './exit.ts';

/** Tries the chosen mutants and prints the matrix, or one line and exit code 2 where nothing is chosen. */
export async function tryMutants({ only, world, seed, ...flags }: MutantsFlags): Promise<ExitCode> {
  const isJson = flags.json === true;
  const mutants = chosen(only);
  const width = Math.max(...mutants.map(({ id }) => id.length));
  const clauseWidth = Math.max(...mutants.map(({ clause }) => clause.length));
  let done = 0;
  const onRow = (row: MatrixRow): void => {
    done += 1;
    if (isJson) showProgress(`${done}/${mutants.length} ${row.id}`);
    else process.stdout.write(`${row.id.padEnd(width)}  ${row.clause.padEnd(clauseWidth)}  ${outcome(row)}\n`);
  };
  const matrix = await killMatrix({ mutants, seed: String(seed), onRow, ...(world === undefined ? {} : { world }) });
  if (isJson) showProgress('');
  process.stdout.write(isJson ? `${JSON.stringify(matrix, null, 2)}\n` : summary(matrix));
  return matrix.survivors.length === 0 ? EXIT.ok : EXIT.failed;
}

/** The mutants that patterns name, all where there is none. */
function chosen(patterns: readonly string[]): readonly Mutant[] {
  const isNamed = (mutant: Mutant, pattern: string): boolean =>
    matches([pattern], mutant.id) || [mutant.clause, mutant.family, mutant.route].includes(pattern);
  const idle = patterns.find((pattern) => !allMutants.some((mutant) => isNamed(mutant, pattern)));
  if (idle !== undefined) throw unknownMutant(idle);
  if (patterns.length === 0) return allMutants;
  return allMutants.filter((mutant) => patterns.some((pattern) => isNamed(mutant, pattern)));
}

/** What to say of a name that no mutant has. */
function unknownMutant(name: string): CliError {
  const ids = likely(
    name,
    allMutants.map(({ id }) => id),
    3,
  );
  const nearest = ids.length === 0 ? '' : ` the nearest are ${ids.join(', ')};`;
  return new CliError(`no mutant is named by "${name}";${nearest} see touchstone serve --list-mutants`);
}

const KILLERS_SHOWN = 2;

function outcome({ killedBy }: MatrixRow): string {
  if (killedBy.length === 0) return 'SURVIVED';
  const more = killedBy.length - KILLERS_SHOWN;
  return `killed by ${killedBy.slice(0, KILLERS_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function summary({ killed, total, score, survivors, rows }: Matrix): string {
  const lines = [`\n${killed} of ${total} mutants killed through their clause, score ${score.toFixed(3)}`];
  const register = loadRegister();
  for (const row of rows.filter(({ id }) => survivors.includes(id))) {
    lines.push(`survived: ${row.id} (${row.title})`);
    lines.push(`  expected a check to fail through ${row.clause}: ${register.get(row.clause)?.text ?? ''}`);
  }
  return `${lines.join('\n')}\n`;
}

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text.slice(0, 79)}`);
}
