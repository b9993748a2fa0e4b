/** spec/clauses/register: every clause by id: those in prose, those that follow from tables, and decisions. */
import { clobClauses } from '../clob/clauses.ts';
import { loadDecisions } from '../decisions.ts';
import { answerClauses } from './answers.ts';
import type { Clause, ClauseRow } from './clause.ts';
import { decidedClauses } from './decided.ts';
import { fieldClauses } from './fields.ts';
import { headerClauses } from './headers.ts';
import { limitClauses } from './limits.ts';
import { entityClauses, parameterClauses } from './parameters.ts';
import { proseClauses } from './prose.ts';

/** The clauses that a run does not judge, by their origin. */
export type Replaced = {
  /** Forms of the routes that the profile serves otherwise. */
  readonly ofRoutes: readonly Clause[];
  /** Further clauses that the profile contradicts. */
  readonly listed: readonly Clause[];
};

export type Register = {
  /** In order of section; within a section as written, then as generated. */
  readonly clauses: readonly Clause[];
  /** The clause with this id, or undefined: the one way from a text to a `ClauseId`. Those of profiles (`P/...`) are found, too. */
  get(id: string): Clause | undefined;
  /** Only in the register of a profile with the order book of real clients. */
  readonly replaced?: Replaced;
};

let loaded: Register | undefined;

export function loadRegister(): Register {
  loaded ??= buildRegister();
  return loaded;
}

function buildRegister(): Register {
  // These ids are the ones in `ids.generated.ts`; tidy/generated compares them.
  const clauses = inOrder([
    ...proseClauses(),
    ...fieldClauses(),
    ...answerClauses(),
    ...parameterClauses(),
    ...entityClauses(),
    ...headerClauses(),
    ...limitClauses(),
    ...decidedClauses(loadDecisions()),
  ]) as readonly Clause[];
  const ofProfiles = clobClauses().map((row) => ({ section: 'P', ...row })) as readonly Clause[];
  const byId = new Map<string, Clause>([...clauses, ...ofProfiles].map((clause) => [clause.id, clause]));
  return { clauses, get: (id) => byId.get(id) };
}

/** By section, numbers compared as numbers (4.2 before 4.10); the statements of decisions last in their section. */
function inOrder(rows: readonly ClauseRow[]): ClauseRow[] {
  const clauses = rows.map((row) => ({ ...row, section: row.section ?? row.id.slice(0, row.id.indexOf('/')) }));
  const bySection = Map.groupBy(clauses, (clause) => clause.section);
  const sections = [...bySection.keys()].sort(compareSections);
  return sections.flatMap((section) => bySection.get(section) ?? []);
}

function compareSections(a: string, b: string): number {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number);
  const [majorB = 0, minorB = 0] = b.split('.').map(Number);
  return majorA - majorB || minorA - minorB;
}
