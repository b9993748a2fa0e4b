/** tidy/generated/ids: the ids of the tables, and of checks, as TypeScript types. */
import { loadRegister } from '../../spec/clauses/register.ts';
import { clobClauses } from '../../spec/clob/clauses.ts';
import { loadDecisions } from '../../spec/decisions.ts';
import type { RouteId } from '../../spec/route.ts';
import { clauseIdOf, ROUTES } from '../../spec/routes.ts';

/** What the clauses of every route state, in the words of `clauseOf`: as a template of their ids, and the aspects in it. */
const OF_EVERY_ROUTE = [
  [`4.1/\${keyof RoutePrefixes}`, ['exists']],
  [`7/\${keyof RoutePrefixes}.\${'family' | 'internal'}`, ['error.family', 'error.internal']],
  [
    `\${RoutePrefixes[keyof RoutePrefixes]}response.\${'status' | 'json' | 'shape'}`,
    ['response.status', 'response.json', 'response.shape'],
  ],
] as const;

/** `spec/ids.generated.ts`. */
export function tableIds(): string {
  const ids = [...loadRegister().clauses, ...clobClauses()].map(({ id }) => id);
  const typed = ids.filter((id) => ids.includes(`${id}.type`));
  const ofRoutes = ROUTES.flatMap(({ id }) =>
    OF_EVERY_ROUTE.flatMap(([, all]) => all.map((each) => clauseIdOf(id, each))),
  );
  const covered = new Set([...typed.flatMap((id) => [id, `${id}.type`]), ...ofRoutes]);
  const templates = [`\${FieldId}\${'' | '.type'}`, ...OF_EVERY_ROUTE.map(([template]) => template)];
  const subjects = new Set(ROUTES.flatMap(({ subject }) => (subject === 'none' ? [] : [subject])));
  const prefixes = ROUTES.map(({ id }) => `  readonly '${id}': '${clauseIdOf(id, '')}';\n`);
  return `/** spec/ids.generated: the ids of the tables. \`npm run ids\` writes this file. */
export type ClauseId =${templates.map((template) => `\n  | \`${template}\``).join('')}${union(ids.filter((id) => !covered.has(id)))};

/** The clauses that a field is there. Each of these fields has one about its type, too. */
type FieldId =${union(typed)};

export type DecisionId =${union(loadDecisions().map(({ id }) => id))};

/** The kinds of things that requests name. */
export type Subject =${union([...subjects])};

/** The beginning of the clauses of each route: \`clauseOf\` adds what they state. */
export type RoutePrefixes = {
${prefixes.join('')}};

/** What clauses state of each route. The inverse of \`clauseIdOf\` as types of the compiler would take it a second. */
export type RouteAspects = {
${ROUTES.map(({ id }) => `  readonly '${id}':${union(aspectsOf(id, ids))};\n`).join('')}};
`;
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
  return `/** conformance/check-ids.generated: the ids of checks. \`npm run ids\` writes this file. */
export type CheckId =${union(checks.map(({ id }) => id))};
`;
}

function union(ids: readonly string[]): string {
  return ids.map((id) => `\n  | '${id}'`).join('');
}
