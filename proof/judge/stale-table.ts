/** proof/judge/stale-table: the stale responses that the suite detects: unchanged, killed, excused or open. */
import { keysOf } from '../../base/record.ts';
import type { ClauseId } from '../../spec/ids.generated.ts';
import type { RouteId } from '../../spec/route.ts';
import { killMatrix, type MatrixRow } from './campaign.ts';
import { STALE_CLAUSES, type StaleCell, staleCells, UNCHANGEABLE } from './mutants/stale-reads.ts';
import { CHANGES, type ChangeKind } from './wrappers/changes.ts';

export type CellState =
  /** The change does not affect the responses. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'excused'; readonly reason: string }
  /** Checks that fail through the clause with either mutant. */
  | { readonly kind: 'killed'; readonly clause: ClauseId; readonly by: readonly string[] }
  | { readonly kind: 'open'; readonly clause: ClauseId; readonly survivors: readonly string[] };

export type TableCell = { readonly route: RouteId; readonly change: ChangeKind; readonly outcome: CellState };

type TableOptions = {
  readonly seed?: number;
  readonly onCell?: (cell: TableCell) => void;
  /** Judges the mutants; in this thread by default. */
  readonly matrix?: typeof killMatrix;
};

export const changeKinds = Object.keys(CHANGES) as readonly ChangeKind[];

/** Judges the mutants of `cells`. Other cells are in the table only if they have no clause. */
export async function staleTable(
  cells: readonly StaleCell[],
  { seed = 1, onCell, matrix = killMatrix }: TableOptions = {},
): Promise<readonly TableCell[]> {
  const rows = new Map<string, MatrixRow>();
  const judged: TableCell[] = [];
  const onRow = (row: MatrixRow) => {
    rows.set(row.id, row);
    const cell = cells.find(({ mutants }) => mutants.at(-1)?.id === row.id);
    if (cell === undefined) return;
    const { route, change } = cell;
    const placed = { route, change, outcome: outcomeOf(cell, rows) };
    judged.push(placed);
    onCell?.(placed);
  };
  await matrix({ mutants: cells.flatMap(({ mutants }) => mutants), seed, onRow });
  const routes = keysOf({ ...STALE_CLAUSES, ...UNCHANGEABLE });
  return routes.flatMap((route) =>
    changeKinds.flatMap((change) => {
      const cell = staleCells.find((one) => one.route === route && one.change === change);
      if (cell === undefined) return [{ route, change, outcome: idleOutcome(route) }];
      return judged.filter((one) => one.route === route && one.change === change);
    }),
  );
}

function outcomeOf({ clause, mutants }: StaleCell, rows: ReadonlyMap<string, MatrixRow>): CellState {
  const tried = mutants.map(({ id }) => ({ id, by: rows.get(id)?.killedBy ?? [] }));
  const survivors = tried.filter(({ by }) => by.length === 0).map(({ id }) => id);
  if (survivors.length > 0) return { kind: 'open', clause, survivors };
  const [first, ...others] = tried.map(({ by }) => by);
  const by = (first ?? []).filter((check) => others.every((other) => other.includes(check)));
  return { kind: 'killed', clause, by: by.length > 0 ? by : [...new Set(tried.flatMap((one) => one.by))] };
}

function idleOutcome(route: RouteId): CellState {
  const reason: string | undefined = { ...UNCHANGEABLE }[route as keyof typeof UNCHANGEABLE];
  return reason === undefined ? { kind: 'unchanged' } : { kind: 'excused', reason };
}
