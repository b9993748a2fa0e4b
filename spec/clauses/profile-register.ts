/** spec/clauses/profile-register: the clauses for a profile, which may replace some of the interface by its own. */
import { clobClauses } from '../clob/clauses.ts';
import { REPLACED_ROUTES } from '../clob/served-routes.ts';
import { loadProfile, type Profile } from '../profile.ts';
import type { RouteId } from '../route.ts';
import type { Clause } from './clause.ts';
import { fieldClauses } from './fields.ts';
import { headerClauses } from './headers.ts';
import { parameterClauses } from './parameters.ts';
import { loadRegister, type Register, type Replaced } from './register.ts';
import { responseClauses } from './responses.ts';

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
