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
  const prefixes = ROUTES.map(({ id }) => `  readonly '${id}': '${clauseIdOf(id, '')}';\n`);
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
export type RoutePrefixes = {
${prefixes.join('')}};

/** The statements of clauses about each route. The inverse of \`clauseIdOf\` as a type costs the compiler a second. */
export type RouteAspects = {
${aspects.map(([id, own]) => `  readonly '${id}':${union(own)};\n`).join('')}};
`;
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

/** `conformance/check-ids.generated.ts`. The checks that every route has are one line. */
export function checkIds(checks: readonly { readonly id: string }[]): string {
  const ids = new Set(checks.map(({ id }) => id));
  const [first, ...others] = ROUTES.map(({ id }) => id);
  const names = [...ids].flatMap((id) => (id.startsWith(`${first}.`) ? [id.slice(`${first}.`.length)] : []));
  const shared = names.filter((name) => others.every((route) => ids.has(`${route}.${name}`)));
  const ofRoutes = ROUTES.flatMap(({ id }) => shared.map((name) => `${id}.${name}`));
  return `/** conformance/check-ids.generated: the ids of checks. \`npm run ids\` writes this file. */
import type { RouteId } from '../spec/route.ts';

export type CheckId =
  | \`\${RouteId}.\${${choice(shared)}}\`${union(without([...ids], ofRoutes))};
`;
}

function union(ids: readonly string[]) {
  return ids.map((id) => `\n  | '${id}'`).join('');
}

function choice(names: readonly string[]) {
  return names.map((name) => `'${name}'`).join(' | ');
}
