/**
 * spec/clauses/register: every clause under its id: those written in prose, those that follow from the tables, and those of the
 * decisions. What a conformance run covers is counted against this.
 */
import { loadDecisions } from '../decisions.ts';
import { invariant } from '../result.ts';
import { answerClauses } from './answers.ts';
import type { Clause } from './clause.ts';
import { decidedClauses } from './decided.ts';
import { fieldClauses } from './fields.ts';
import { headerFormatClauses, limitClauses } from './limits.ts';
import { parameterClauses } from './parameters.ts';
import { proseClauses } from './prose.ts';

export type Register = {
  /** In order of section; within a section as written, then as generated. */
  readonly clauses: readonly Clause[];
  /** The clause with this id, or undefined. */
  get(id: string): Clause | undefined;
};

let loaded: Register | undefined;

/**
 * The register. Read once per process; throws a `TableError` naming file and line where a table file is not right.
 */
export function loadRegister(): Register {
  loaded ??= buildRegister();
  return loaded;
}

function buildRegister(): Register {
  const clauses = [
    ...proseClauses(),
    ...fieldClauses(),
    ...answerClauses(),
    ...parameterClauses(),
    ...headerFormatClauses(),
    ...limitClauses(),
    ...decidedClauses(loadDecisions()),
  ].sort((a, b) => compareSections(a.section, b.section) || Number(isDecided(a)) - Number(isDecided(b)));
  const byId = new Map(clauses.map((clause) => [clause.id, clause]));
  invariant(byId.size === clauses.length, `clause ids are unique; twice: ${firstRepeated(clauses)}`);
  return { clauses, get: (id) => byId.get(id) };
}

function isDecided(clause: Clause): boolean {
  return clause.id.startsWith('D/');
}

/** Numeric order of section numbers: 4.2 before 4.10. */
export function compareSections(a: string, b: string): number {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number);
  const [majorB = 0, minorB = 0] = b.split('.').map(Number);
  return majorA - majorB || minorA - minorB;
}

function firstRepeated(clauses: readonly Clause[]): string {
  return clauses.find(({ id }, index) => clauses.findIndex((other) => other.id === id) < index)?.id ?? '';
}
