/** cli/mutants/campaign: the work of `touchstone mutants`: chooses mutants, runs the matrix, prints the kills. */

import type { Report } from '../../conformance/report.ts';
import { killMatrix, type Matrix, type MatrixRow } from '../../proof/judge/campaign.ts';
import { mutantsForProperties, mutantsOf } from '../../proof/judge/catalog.ts';
import { REQUESTS } from '../../proof/judge/program.ts';
import { type Row, rowReport } from '../../reports/row-report.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { assertWritten, writeEach } from '../files/output-files.ts';
import { outputsOf, parseReportFiles } from '../files/report-files.ts';
import { withLease } from '../lease/lease.ts';
import { jsonText } from '../terminal/json-text.ts';
import { version } from '../version.ts';
import type { MutantsFlags } from './command.ts';
import { chosenFrom } from './selection.ts';

/** Tries the mutants that the flags are about: of clauses, of responses that miss a change, or of the venue. */
export async function tryAnyMutants(flags: MutantsFlags): Promise<ExitCode> {
  if (!flags.stale && !flags.core) return tryMutants(flags);
  if (flags.report !== undefined)
    throw new CliError('--report has rows for mutants of clauses only: leave out --stale and --core, or use --json');
  if (flags.stale) return (await import('./stale-reads.ts')).tryStaleReads(flags);
  return (await import('./core-campaign.ts')).tryCoreMutants(flags);
}

/** Tries the chosen mutants and prints the matrix, or one line and exit code 2 if nothing is chosen. */
async function tryMutants({ only, world, seed, properties, profile, ...flags }: MutantsFlags): Promise<ExitCode> {
  const isJson = flags.json === true;
  const reports = parseReportFiles(flags.report);
  const mutants = chosenFrom(properties ? mutantsForProperties : mutantsOf(profile), only);
  const width = Math.max(...mutants.map(({ id }) => id.length));
  const clauseWidth = Math.max(...mutants.map(({ breaks }) => breaks.length));
  let done = 0;
  const onRow = (row: MatrixRow, seconds?: number) => {
    done += 1;
    if (isJson) showProgress(`${done}/${mutants.length} ${row.id}`);
    else process.stdout.write(`${row.id.padEnd(width)}  ${row.clause.padEnd(clauseWidth)}  ${outcome(row, seconds)}\n`);
  };
  return withLease(flags, async ({ lease, interruption }) => {
    const matrix = await killMatrix({
      on: { lease, interruption },
      mutants,
      seed,
      onRow,
      requests: properties ? REQUESTS.mutant : undefined,
      ...(world && { world }),
      ...(profile && { profile }),
    });
    if (isJson) showProgress('');
    process.stdout.write(isJson ? jsonText(matrix) : summary(matrix));
    const isCut = interruption.aborted;
    const code = isCut ? EXIT.interrupted : matrix.survivors.length === 0 ? EXIT.ok : EXIT.failed;
    const words = `${profile === undefined ? '' : ` --profile ${profile}`} --seed ${seed}`;
    const report = (): Report =>
      rowReport({
        command: 'mutants',
        touchstone: version(),
        target: 'built-in simulator',
        seed: String(seed),
        rows: matrix.rows.map((row) => rowOf(row, words)),
        stopped: isCut ? 'interrupted' : undefined,
      });
    assertWritten(writeEach(outputsOf(reports, report)), code);
    return code;
  });
}

const KILLERS_SHOWN = 2;

function outcome({ killedBy, drawn }: MatrixRow, seconds = 0): string {
  if (killedBy.length === 0) return 'SURVIVED';
  const more = killedBy.length - KILLERS_SHOWN;
  const found = drawn === undefined ? '' : `: seed ${drawn.seed}, case ${drawn.runs}, size ${drawn.sizes.join(' to ')}`;
  const time = drawn === undefined ? '' : `, ${seconds.toFixed(1)} s`;
  const killers = killedBy.slice(0, KILLERS_SHOWN).join(', ');
  return `killed by ${killers}${more > 0 ? ` and ${more} more` : ''}${found}${time}`;
}

function summary({ killed, total, score, survivors, rows }: Matrix): string {
  const lines = [`\n${killed} of ${total} mutants killed through their clause, score ${score.toFixed(3)}`];
  for (const [family, { of, dead }] of scores(rows, ({ family }) => family))
    lines.push(`  ${family.padEnd(12)} ${`${dead} of ${of}`.padEnd(14)} ${(dead / of).toFixed(3)}`);
  const clauses = [...scores(rows, ({ clause }) => clause).values()];
  lines.push(`${clauses.filter(({ dead }) => dead > 0).length} of ${clauses.length} clauses killed a mutant`);
  const register = loadRegister();
  for (const row of rows.filter(({ id }) => survivors.includes(id))) {
    lines.push(`survived: ${row.id} (${row.title})`);
    lines.push(`  expected a check to fail through ${row.clause}: ${register.get(row.clause)?.text ?? ''}`);
  }
  return `${lines.join('\n')}\n`;
}

function scores(
  rows: readonly MatrixRow[],
  groupOf: (row: MatrixRow) => string,
): ReadonlyMap<string, { readonly of: number; readonly dead: number }> {
  const groups = Map.groupBy(rows, groupOf);
  const isDead = ({ killedBy }: MatrixRow) => killedBy.length > 0;
  return new Map([...groups].map(([name, own]) => [name, { of: own.length, dead: own.filter(isDead).length }]));
}

function showProgress(text: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text.slice(0, 79)}`);
}

function rowOf({ id, title, clause, family, world, killedBy }: MatrixRow, words: string): Row {
  const failure = {
    expected: `a check to fail through ${clause}`,
    actual: 'no check did',
    again: `touchstone mutants --only ${id}${words} --world ${world}`,
  };
  return { id, title, clauses: [clause], kind: family, failures: killedBy.length === 0 ? [failure] : [] };
}
