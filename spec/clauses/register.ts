/** spec/clauses/register: every clause by id: those in prose, those that follow from tables, and decisions. */
import { clobClauses } from '../clob/clauses.ts';
import { REPLACED_ROUTES } from '../clob/served-routes.ts';
import { type Decision, type DecisionAspect, loadDecisions } from '../decisions.ts';
import { LIMITS, type LimitScope, SCOPES_WITHOUT_ROUTE, UNSEEN_SCOPES } from '../limits.ts';
import { loadProfile, type Profile } from '../profile.ts';
import type { RouteId } from '../route.ts';
import { ROUTES } from '../routes.ts';
import type { Clause, ClauseRow } from './clause.ts';
import { fieldClauses } from './fields.ts';
import { entityClauses, parameterClauses } from './parameters.ts';
import { proseClauses } from './prose.ts';
import { headerClauses, responseClauses } from './responses.ts';

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
  /** The clause with this id, or undefined: the one way from a text to a `ClauseId`, also of profiles (`P/...`). */
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
    ...responseClauses(),
    ...parameterClauses(),
    ...entityClauses(),
    ...headerClauses(),
    ...LIMITS.flatMap((scope) => scope.windows.map((_, index) => ofWindow(scope, index))),
    ...loadDecisions().flatMap((decision) => decision.aspects.map((aspect) => ofAspect(decision, aspect))),
  ]) as readonly Clause[];
  const ofProfiles = clobClauses().map((row) => ({ section: 'P', ...row })) as readonly Clause[];
  const byId = new Map<string, Clause>([...clauses, ...ofProfiles].map((clause) => [clause.id, clause]));
  return { clauses, get: (id) => byId.get(id) };
}

/** By section, numbers compared as numbers (4.2 before 4.10); the statements of decisions last in their section. */
function inOrder(rows: readonly ClauseRow[]): ClauseRow[] {
  const clauses = rows.map((row) => ({ ...row, section: row.section ?? row.id.slice(0, row.id.indexOf('/')) }));
  const bySection = Map.groupBy(clauses, (clause) => clause.section);
  const sections = [...bySection].map(([section, own]) => ({ numbers: section.split('.').map(Number), own }));
  sections.sort(({ numbers: [a = 0, b = 0] }, { numbers: [c = 0, d = 0] }) => a - c || b - d);
  return sections.flatMap(({ own }) => own);
}

/** `D/<decision>` or `D/<decision>.<aspect>`. */
function ofAspect(decision: Decision, { id, text, route, observable, excluded }: DecisionAspect): ClauseRow {
  return {
    id: id === undefined ? `D/${decision.id}` : `D/${decision.id}.${id}`,
    section: decision.section,
    text,
    level: 'UNSPECIFIED',
    source: 'derived',
    observable,
    routes: route === undefined ? [] : Array.isArray(route) ? route : [route],
    decision: decision.id,
    ...(excluded !== undefined && { excluded }),
    looks: 'The target does otherwise: a note in its fingerprint, and a failure only if it claims the profile.',
    fix: `The interface leaves this open. To claim the document profile: ${decision.choice}`,
  };
}

/** Scopes whose window cannot be filled carry the reason. */
function ofWindow(scope: LimitScope, index: number): ClauseRow {
  const window = scope.windows[index];
  const name = ['burst', 'sustained'][index] ?? '';
  const isEmpty = SCOPES_WITHOUT_ROUTE.includes(scope.id);
  const excluded = isEmpty ? 'The interface defines no route in this scope.' : UNSEEN_SCOPES[scope.id];
  return {
    id: `${scope.section}/${scope.id}${scope.windows.length > 1 ? `.${name}` : ''}`,
    text: `${scope.scope}: ${window?.max} requests in ${window?.seconds} seconds, and no more.`,
    level: excluded === undefined ? 'SHOULD' : 'UNSPECIFIED',
    source: 'explicit',
    basis:
      `Table ${scope.section}, row ${scope.scope}. ` +
      'Section 8.5 lets limits change without a version change, so other numbers are a warning.',
    observable: excluded !== undefined ? 'not-observable' : name === 'sustained' ? 'limits-sustained' : 'limits',
    routes: ROUTES.filter((route) => route.limits.includes(scope.id)).map((route) => route.id),
    ...(excluded !== undefined && { decision: 'limit-scopes', excluded }),
    looks: 'A request is throttled while the window has room, or answered when it has none.',
    fix:
      `Count the requests of this scope in a window of ${window?.seconds} seconds ` +
      `and throttle those above ${window?.max}.`,
  };
}

const replacedRoutes: readonly RouteId[] = REPLACED_ROUTES.map(({ id }) => id);

export function isReplacedRoute(register: Register, route: RouteId): boolean {
  return register.replaced !== undefined && replacedRoutes.includes(route);
}

/** True for a clause of the interface that the profile of the register replaces. */
export function isReplaced(register: Register, id: string): boolean {
  return register.replaced !== undefined && register.get(id) === undefined && loadRegister().get(id) !== undefined;
}

const registers = new Map<string, Register>();

/** The register for a run that claims `profile`. Otherwise that of the interface. */
export function registerOf(profile: string | undefined): Register {
  if (profile === undefined) return loadRegister();
  const register = registers.get(profile) ?? build(loadProfile(profile));
  registers.set(profile, register);
  return register;
}

function build(profile: Profile): Register {
  const register = loadRegister();
  if (profile.clob === undefined) return register;
  const replaced = replacedBy(profile.clob.replaces);
  const gone = new Set<string>([...replaced.ofRoutes, ...replaced.listed].map(({ id }) => id));
  const kept = register.clauses.filter(({ id }) => !gone.has(id));
  const clauses = [...kept, ...clobClauses().flatMap(({ id }) => register.get(id) ?? [])];
  const byId = new Map<string, Clause>(clauses.map((clause) => [clause.id, clause]));
  return { clauses, get: (id) => byId.get(id), replaced };
}

/** Throws an `Error` of one line for an entry that names no clause which is still judged. */
export function replacedBy(entries: readonly string[]): Replaced {
  const { clauses } = loadRegister();
  const forms = new Set(
    [...fieldClauses(), ...responseClauses(), ...parameterClauses(), ...headerClauses()].map(({ id }) => id),
  );
  // Clauses about the behaviour of these routes, such as matching and the entity that a path names, still apply.
  const ofRoutes = clauses.filter(
    ({ id, routes }) => forms.has(id) && routes.length > 0 && routes.every((route) => replacedRoutes.includes(route)),
  );
  const others = clauses.filter((clause) => !ofRoutes.includes(clause));
  const listed = new Set<Clause>();
  for (const entry of entries) {
    const start = entry.endsWith('*') ? entry.slice(0, -1) : undefined;
    const named = others.filter(({ id }) => (start === undefined ? id === entry : id.startsWith(start)));
    if (named.length === 0)
      throw new Error(`replaces: no clause has the id ${entry}, or its route is replaced already`);
    for (const clause of named) listed.add(clause);
  }
  return { ofRoutes, listed: [...listed] };
}
