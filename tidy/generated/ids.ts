/** tidy/generated/ids: the ids of the tables, and of checks, as TypeScript types. */
import { loadRegister } from '../../spec/clauses/register.ts';
import { clobClauses, REQUIRED_HEADERS, SIGNED_CLOB_ROUTES } from '../../spec/clob/clauses.ts';
import { CLOB_ROUTES } from '../../spec/clob/routes.ts';
import { loadDecisions } from '../../spec/decisions.ts';
import type { RouteId } from '../../spec/route.ts';
import { clauseIdOf, ROUTES } from '../../spec/routes.ts';

const HEADERS = {
  L1: [...REQUIRED_HEADERS.L1, 'verified'],
  L2: [...REQUIRED_HEADERS.L2, 'verified'],
};

/** `spec/ids.generated.ts`. */
export function tableIds(): string {
  const ids = [...loadRegister().clauses, ...clobClauses()].map(({ id }) => id);
  const aspects = ROUTES.map(({ id }) => [id, aspectsOf(id, ids)] as const);
  const ofRoutes = aspects.flatMap(([route, own]) => own.map((aspect) => clauseIdOf(route, aspect)));
  const ofProfiles = CLOB_ROUTES.flatMap(({ id }) => [`${id}.exists`, `${id}.shape`]);
  const ofHeaders = SIGNED_CLOB_ROUTES.flatMap(({ id, auth }) => HEADERS[auth].map((name) => `${id}.auth.${name}`));
  const rest = without(ids, [...ofRoutes, ...ofProfiles, ...ofHeaders]);
  const typed = rest.filter((id) => rest.includes(`${id}.type`));
  const others = without(rest, [...typed, ...typed.map((id) => `${id}.type`)]);
  const subjects = new Set(ROUTES.flatMap(({ subject }) => (subject === 'none' ? [] : [subject])));
  const shared = sharedNames(aspects.flatMap(([route, own]) => own.map((aspect) => `${route}.${aspect}`)));
  const ownOf = (route: RouteId, all: readonly string[]) =>
    without(
      all,
      shared.flatMap(({ subjects, names }) => (subjects.includes(route) ? names : [])),
    );
  const prefixes = ROUTES.map(({ id }) => `  '${id}': '${clauseIdOf(id, '')}';\n`);
  const signedBy = (auth: 'L1' | 'L2') => SIGNED_CLOB_ROUTES.filter((route) => route.auth === auth).map(({ id }) => id);
  return `/** spec/ids.generated: the ids of the tables. \`npm run ids\` writes this file. */
export type ClauseId =
  | { [Id in keyof RouteAspects]: RouteClause<Id, RouteAspects[Id]> }[keyof RouteAspects]
  | \`\${ProfileRouteId}.\${'exists' | 'shape'}\`
  | \`\${LevelOneRouteId}.auth.\${${choice(HEADERS.L1)}}\`
  | \`\${LevelTwoRouteId}.auth.\${${choice(HEADERS.L2)}}\`
  | \`\${FieldId}\${'' | '.type'}\`${union(others)};

/** The clause that states an aspect of a route: \`clauseIdOf\` for the compiler. */
type RouteClause<Id extends keyof RoutePrefixes, Aspect extends string> = Aspect extends 'exists'
  ? \`4.1/\${Id}\`
  : Aspect extends 'open'
    ? \`4.1/\${Id}.open\`
    : Aspect extends \`header.\${infer Name}\`
      ? \`5/\${Id}.\${Name}\`
      : Aspect extends \`error.\${infer Condition}\`
        ? \`7/\${Id}.\${Condition}\`
        : \`\${RoutePrefixes[Id]}\${Aspect}\`;

/** The routes of profiles, and those that a key or a private key signs. */
type ProfileRouteId =${union(CLOB_ROUTES.map(({ id }) => id))};
type LevelOneRouteId =${union(signedBy('L1'))};
type LevelTwoRouteId =${union(signedBy('L2'))};

/** The clauses that a field is there. Each of these fields has one about its type, too. */
type FieldId =${union(typed)};

export type DecisionId =${union(loadDecisions().map(({ id }) => id))};

/** The kinds of things that requests name. */
export type Subject =${union([...subjects])};

/** The beginning of the clauses of each route: \`clauseOf\` adds what they state. */
export type RoutePrefixes = Readonly<{
${prefixes.join('')}}>;

/** The statements of clauses about each route. The inverse of \`clauseIdOf\` as a type costs the compiler a second. */
export type RouteAspects = { readonly [Id in keyof OwnAspects]: OwnAspects[Id] | SharedAspects<Id> };

/** The statements about one route, or about few. */
type OwnAspects = Readonly<{
${aspects.map(([id, all]) => `  '${id}':${union(ownOf(id, all))};\n`).join('')}}>;

/** The statements that several routes share. */
type SharedAspects<Id> =
${shared.map(sharedAspects).join('\n')};
`;
}

function sharedAspects({ subjects, names }: Shared) {
  return `  | (Id extends ${subjectType(subjects, 'keyof OwnAspects')} ?${union(names, '    ')} : never)`;
}

function without(ids: readonly string[], others: readonly string[]): readonly string[] {
  const gone = new Set(others);
  return ids.filter((id) => !gone.has(id));
}

/** The aspects of a route that are stated: the inverse of `clauseIdOf`. */
function aspectsOf(route: RouteId, ids: readonly string[]): readonly string[] {
  const beginnings = ['', 'header.', 'error.'].map((first) => [first, clauseIdOf(route, first)] as const);
  const rest = beginnings.flatMap(([first, beginning]) =>
    ids.filter((id) => id.startsWith(beginning)).map((id) => first + id.slice(beginning.length)),
  );
  return [...rest, ...['exists', 'open'].filter((aspect) => ids.includes(clauseIdOf(route, aspect)))];
}

/** `conformance/check-ids.generated.ts`. */
export function checkIds(checks: readonly { readonly id: string }[]): string {
  const ids = [...new Set(checks.map(({ id }) => id))];
  const shared = sharedNames(ids);
  const ofShared = shared.flatMap(({ subjects, names }) =>
    subjects.flatMap((one) => names.map((name) => `${one}.${name}`)),
  );
  const rows = shared.map(
    ({ subjects, names }) => `\n  | \`\${${subjectType(subjects, 'RouteId')}}.\${${union(names, '    ')}}\``,
  );
  return `/** conformance/check-ids.generated: the ids of checks. \`npm run ids\` writes this file. */
import type { RouteId } from '../spec/route.ts';

export type CheckId =${rows.join('')}${union(without(ids, ofShared))};
`;
}

/** Subjects, such as routes, and the names that exactly these have. */
type Shared = { readonly subjects: readonly string[]; readonly names: readonly string[] };

/** The parts of ids `subject.name` that are shorter as subjects and names than as a list. */
function sharedNames(ids: readonly string[]): readonly Shared[] {
  const parts = ids.map((id) => [id.slice(0, id.indexOf('.')), id.slice(id.indexOf('.') + 1)] as const);
  const named = [...Map.groupBy(parts, ([, name]) => name)];
  const groups = Map.groupBy(named, ([, having]) => having.map(([subject]) => subject).join());
  return [...groups]
    .map(([subjects, rows]) => ({ subjects: subjects.split(','), names: rows.map(([name]) => name) }))
    .filter(({ subjects, names }) => (subjects.length - 1) * (names.length - 1) > 4);
}

/** The type of these subjects; `every` is the type of all routes. */
function subjectType(subjects: readonly string[], every: string) {
  return subjects.length === ROUTES.length ? every : choice(subjects);
}

function union(ids: readonly string[], indent = '  ') {
  return ids.map((id) => `\n${indent}| '${id}'`).join('');
}

function choice(names: readonly string[]) {
  return names.map((name) => `'${name}'`).join(' | ');
}
