/** cli/mutants/stale-reads: the work of `touchstone mutants --stale`: prints the table of routes and changes. */

import { killMatrix, type MatrixOptions } from '../../proof/judge/campaign.ts';
import { type StaleCell, staleCells, UNCHANGEABLE } from '../../proof/judge/mutants/stale-reads.ts';
import { type CellState, changeKinds, staleTable, type TableCell } from '../../proof/judge/stale-table.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { withLease } from '../lease/lease.ts';
import { jsonText } from '../terminal/json-text.ts';
import type { MutantsFlags } from './command.ts';
import { chosenFrom } from './selection.ts';

/** Judges the chosen cells and prints the table. The exit code is 1 if a cell is open. */
export async function tryStaleReads({ only, seed, json, world, core, ...flags }: MutantsFlags): Promise<ExitCode> {
  if (world !== undefined) throw new CliError('--world is not for --stale: every cell is judged on the small world');
  if (core) throw new CliError('--core and --stale are two tables: give one of them');
  for (const [route, reason] of Object.entries(UNCHANGEABLE)) {
    if (only.includes(route)) throw new CliError(`--only ${route}: its responses cannot be stale: ${reason}`);
  }
  const chosen = new Set(
    chosenFrom(
      staleCells.flatMap(({ mutants }) => mutants),
      only,
    ),
  );
  const cells = staleCells.filter(({ mutants }) => mutants.some((mutant) => chosen.has(mutant)));
  const onCell = (cell: TableCell) => {
    if (!json) process.stdout.write(lineOf(cell));
  };
  return withLease(flags, async ({ lease, interruption }) => {
    const matrix = (options: MatrixOptions) => killMatrix({ ...options, on: { lease, interruption } });
    const table = await staleTable(cells, { seed, onCell, matrix });
    const text = `\n${gridOf(table)}\n${summaryOf(table, cells)}`;
    process.stdout.write(json ? jsonText(documentOf(table)) : text);
    if (interruption.aborted) return EXIT.interrupted;
    return table.some(({ outcome }) => outcome.kind === 'open') ? EXIT.failed : EXIT.ok;
  });
}

const ROUTE_WIDTH = 'sampling-simplified-markets'.length;
const CHANGE_WIDTH = Math.max(...changeKinds.map(({ length }) => length));

function lineOf({ route, change, outcome }: TableCell) {
  return `${route.padEnd(ROUTE_WIDTH)}  ${change.padEnd(CHANGE_WIDTH)}  ${wordsFor(outcome)}\n`;
}

function wordsFor(outcome: CellState) {
  switch (outcome.kind) {
    case 'unchanged':
      return '-';
    case 'excused':
      return `excused: ${outcome.reason}`;
    case 'killed':
      return `killed by ${outcome.by.join(', ')} through ${outcome.clause}`;
    case 'open':
      return `OPEN: ${outcome.survivors.join(', ')} survived, expected a failure through ${outcome.clause}`;
  }
}

const SHORT: Readonly<Record<CellState['kind'], string>> = {
  unchanged: '-',
  excused: 'excused',
  killed: 'killed',
  open: 'OPEN',
};

/** Routes down, changes across. */
function gridOf(table: readonly TableCell[]): string {
  const widths = changeKinds.map((change) => Math.max(change.length, SHORT.excused.length));
  const line = (first: string, cells: readonly string[]) =>
    `${first.padEnd(ROUTE_WIDTH)}  ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' ')}`.trimEnd();
  const byRoute = Map.groupBy(table, ({ route }) => route);
  const rows = [...byRoute].map(([route, cells]) =>
    line(
      route,
      changeKinds.map((change) => {
        const cell = cells.find((one) => one.change === change);
        return cell === undefined ? '' : SHORT[cell.outcome.kind];
      }),
    ),
  );
  return `${[line('', changeKinds), ...rows].join('\n')}\n`;
}

function countsOf(table: readonly TableCell[]): Readonly<Record<CellState['kind'], number>> {
  const count = (kind: CellState['kind']) => table.filter(({ outcome }) => outcome.kind === kind).length;
  return { killed: count('killed'), open: count('open'), excused: count('excused'), unchanged: count('unchanged') };
}

function summaryOf(table: readonly TableCell[], cells: readonly StaleCell[]): string {
  const { killed, open, excused, unchanged } = countsOf(table);
  const reasons = new Map(
    table.flatMap(({ route, outcome }) => (outcome.kind === 'excused' ? [[route, outcome.reason]] : [])),
  );
  return [
    `${killed} of ${cells.length} cells killed, ${open} open; ${excused} excused; ` +
      `in ${unchanged} the answer does not change (-)`,
    ...[...reasons].map(([route, reason]) => `excused: ${route}: ${reason}`),
    '',
  ].join('\n');
}

function documentOf(table: readonly TableCell[]) {
  return { ...countsOf(table), cells: table.map(({ outcome, ...cell }) => ({ ...cell, ...outcome })) };
}
