/** reports/next-steps: what to fix next: one line for each route with failures, in the order of work. */
import type { Cause, CheckResult, Finding, Report } from '../conformance/report.ts';
import { routeName } from '../spec/clauses/subject.ts';
import { ROUTES } from '../spec/routes.ts';

/** The first cause of a route, or a cause that several routes share. */
export type NextStep = {
  /** `GET /markets`; several routes have none. */
  readonly place: string;
  readonly title: string;
  /** `(gain 41 clauses, then 2 more causes) - touchstone explain 2.5/question` */
  readonly rest: string;
  /** A finding of the cause. */
  readonly example: { readonly check: CheckResult; readonly finding: Finding } | undefined;
};

export function nextSteps({ causes = [], checks }: Report): readonly NextStep[] {
  const byId = new Map(checks.map((check) => [check.id, check]));
  // A Map keeps the order in which its keys were added.
  const groups = Map.groupBy(causes, ({ route, id }) => route ?? id);
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : stepOf(first, others, byId)));
}

function stepOf(cause: Cause, others: readonly Cause[], checks: ReadonlyMap<string, CheckResult>): NextStep {
  const { route, title, clauses, gain, severity } = cause;
  const known = ROUTES.find(({ id }) => id === route);
  const worth = severity === 'warn' ? 'a warning' : `gain ${gain} ${gain === 1 ? 'clause' : 'clauses'}`;
  const later = others.length === 0 ? '' : `, then ${others.length} more ${others.length === 1 ? 'cause' : 'causes'}`;
  const [clause] = clauses;
  return {
    place: known === undefined ? (route ?? '') : routeName(known),
    title,
    rest: `(${worth}${later})${clause === undefined ? '' : ` - touchstone explain ${clause}`}`,
    example: exampleOf(cause, checks),
  };
}

function exampleOf({ checks, clauses }: Cause, byId: ReadonlyMap<string, CheckResult>): NextStep['example'] {
  for (const id of checks) {
    const check = byId.get(id);
    const finding = check?.findings.find(({ clause }) => clauses.includes(clause));
    if (check !== undefined && finding !== undefined) return { check, finding };
  }
  return undefined;
}

/** The step in one line of at most `length` characters, if its title can be cut to that. */
export function stepLine({ place, title, rest }: NextStep, length = Infinity): string {
  const head = place === '' ? '' : `${place}: `;
  const room = Math.max(TITLE_MIN, length - head.length - rest.length - 1);
  return `${head}${title.length <= room ? title : `${title.slice(0, room - 3)}...`} ${rest}`;
}

/** Characters of a title that are kept on any screen. */
const TITLE_MIN = 24;
