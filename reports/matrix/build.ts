/** reports/matrix/build: the matrix of several reports by clauses and sections, and the schema of its JSON. */
import { z } from 'zod';
import { addTo, getOrAdd } from '../../base/record.ts';
import { Finding, type Report } from '../../conformance/report.ts';
import { demandedClauses } from '../../conformance/verdict/assemble.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { sectionTitle } from '../check-page/section-titles.ts';
import type { NamedReport } from '../comparison/compare.ts';
import { RunFacts, runFactsOf } from '../run-facts.ts';

export const MATRIX_FORMAT = 1;

const Implementation = RunFacts.extend({
  /** Unique in the matrix. */
  name: z.string(),
});
export type Implementation = z.infer<typeof Implementation>;

const Failure = Finding.pick({
  clause: true,
  level: true,
  pointer: true,
  expected: true,
  actual: true,
  request: true,
}).extend({
  check: z.string(),
  title: z.string(),
  /** An expectation of the run names the failure of this check. */
  expectedFailure: z.literal(true).optional(),
});
export type Failure = z.infer<typeof Failure>;

const Cell = z.strictObject({
  /** MUST clauses of the section that the capabilities demand; 0 if the implementation claims none of them. */
  must: z.int(),
  verified: z.int(),
  /** Verified clauses without a failure. */
  passed: z.int(),
  /** Clauses with a failure, SHOULD clauses of a strict run among them. */
  failed: z.int(),
  failures: z.array(Failure),
});
export type Cell = z.infer<typeof Cell>;

export const Matrix = z.strictObject({
  format: z.literal(MATRIX_FORMAT),
  implementations: z.array(Implementation),
  /** In the order of the interface. `cells` are in the order of `implementations`. */
  sections: z.array(z.strictObject({ section: z.string(), title: z.string(), cells: z.array(Cell) })),
  /** Reasons why an implementation is hard to compare with the others. */
  remarks: z.array(z.string()),
});
export type Matrix = z.infer<typeof Matrix>;

/** Clauses that this version does not know, and whose id names no section. */
const UNKNOWN = 'other';

export function matrixOf(reports: readonly NamedReport[]): Matrix {
  const names = distinctNames(reports.map(({ name }) => name));
  const implementations = reports.map(({ report }, index) => ({ name: names[index] ?? '', ...runFactsOf(report) }));
  const columns = reports.map(({ report }) => cellsOf(report));
  const known = new Set(loadRegister().clauses.map(({ section }) => section));
  const order = new Set([...known, ...columns.flatMap((cells) => [...cells.keys()])]);
  const shown = [...order].filter((section) => columns.some((cells) => cells.has(section)));
  return {
    format: MATRIX_FORMAT,
    implementations,
    sections: shown.map((section) => ({
      section,
      title: section === UNKNOWN ? 'Clauses of another version' : sectionTitle(section),
      cells: columns.map((cells) => cells.get(section) ?? emptyCell()),
    })),
    remarks: implementations.flatMap((each, index) => remarksOn(each, columns[index] ?? new Map())),
  };
}

/** Equal names get a number. */
function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let distinct = name;
    for (let number = 2; taken.has(distinct); number += 1) distinct = `${name} (${number})`;
    taken.add(distinct);
    return distinct;
  });
}

function emptyCell(): Cell {
  return { must: 0, verified: 0, passed: 0, failed: 0, failures: [] };
}

/** The cells of one report by section, without empty ones. */
function cellsOf(report: Report): ReadonlyMap<string, Cell> {
  const cells = new Map<string, Cell>();
  const cellOf = (section: string): Cell => getOrAdd(cells, section, emptyCell);
  const failures = failuresBySection(report);
  const failing = new Set([...failures.values()].flat().map(({ clause }) => clause));
  const unverified = new Set(report.unverified);
  const rules = { profile: report.profile, isStrict: false };
  for (const { id, section } of demandedClauses(loadRegister(), rules, report.capabilities)) {
    const cell = cellOf(section);
    cell.must += 1;
    if (unverified.has(id)) continue;
    cell.verified += 1;
    if (!failing.has(id)) cell.passed += 1;
  }
  for (const [section, found] of failures) {
    const cell = cellOf(section);
    cell.failures = found;
    cell.failed = new Set(found.map(({ clause }) => clause)).size;
  }
  return cells;
}

function failuresBySection({ checks }: Report): ReadonlyMap<string, Failure[]> {
  const bySection = new Map<string, Failure[]>();
  for (const { id, title, clauses, expected: isExpected, findings } of checks) {
    for (const { severity, clause, level, pointer, expected, actual, request } of findings) {
      if (severity !== 'fail') continue;
      const expectedFailure = isExpected === true ? { expectedFailure: true as const } : {};
      const failure = { check: id, title, clause, level, pointer, expected, actual, request, ...expectedFailure };
      const section = sectionOf(clause) ?? sectionOf(clauses[0] ?? '') ?? UNKNOWN;
      addTo(bySection, section, failure);
    }
  }
  return bySection;
}

/** The id of a clause begins with its section, also in other versions. A statement of a check about itself has none. */
function sectionOf(clause: string) {
  return loadRegister().get(clause)?.section ?? /^(\d+(?:\.\d+)?)\//.exec(clause)?.[1];
}

function remarksOn(
  { name, touchstone, complete, filtered, coverage }: Implementation,
  cells: ReadonlyMap<string, Cell>,
): string[] {
  const counted = [...cells.values()].reduce((sum, { must }) => sum + must, 0);
  return [
    ...(complete ? [] : [`${name}: the run was cut short.`]),
    ...(filtered ? [`${name}: some checks were left out on request.`] : []),
    ...(counted === coverage.must
      ? []
      : [
          `${name}: its report, of touchstone ${touchstone}, counts ${coverage.must} MUST clauses, ` +
            `and this version counts ${counted}.`,
        ]),
  ];
}
