/** tidy/generated/ids: the ids of the tables, and of checks, as TypeScript types. */
import { loadRegister } from '../../spec/clauses/register.ts';
import { clobClauses } from '../../spec/clob/clauses.ts';
import { loadDecisions } from '../../spec/decisions.ts';
import type { RouteId } from '../../spec/route.ts';
import { clauseIdOf, ROUTES } from '../../spec/routes.ts';

/** `spec/ids.generated.ts`. */
export function tableIds(): string {
  const clauses = loadRegister().clauses.map(({ id }) => id);
  const subjects = new Set(ROUTES.flatMap(({ subject }) => (subject === 'none' ? [] : [subject])));
  const aspects = ROUTES.map(({ id: route }) => {
    const own = clauses.flatMap((id) => aspectOf(route, id) ?? []);
    return `  readonly '${route}':${union(own)};\n`;
  });
  return `/** spec/ids.generated: the ids of the tables. \`npm run ids\` writes this file. */
export type ClauseId =${union([...clauses, ...clobClauses().map(({ id }) => id)])};

export type DecisionId =${union(loadDecisions().map(({ id }) => id))};

/** The kinds of things that requests name. */
export type Subject =${union([...subjects])};

/** The clauses of each route, in the words of \`clauseOf\`. */
export type RouteAspects = {
${aspects.join('')}};
`;
}

/** `conformance/check-ids.generated.ts`. */
export function checkIds(checks: readonly { readonly id: string }[]): string {
  return `/** conformance/check-ids.generated: the ids of checks. \`npm run ids\` writes this file. */
export type CheckId =${union(checks.map(({ id }) => id))};
`;
}

/** What a clause states of a route; undefined if it is about something else. */
function aspectOf(route: RouteId, clause: string): string | undefined {
  const rest = clause.slice(clause.indexOf('/') + 1).replace(`${route}.`, '');
  const aspects = ['exists', 'open', `header.${rest}`, `error.${rest}`, rest];
  return aspects.find((aspect) => clauseIdOf(route, aspect) === clause);
}

function union(ids: readonly string[]): string {
  return ids.map((id) => `\n  | '${id}'`).join('');
}
