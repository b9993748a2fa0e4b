/** tidy/generated/ids: the ids of the tables, and of checks, as TypeScript types. */
import { loadRegister } from '../../spec/clauses/register.ts';
import { clobClauses } from '../../spec/clob/clauses.ts';
import { loadDecisions } from '../../spec/decisions.ts';
import { clauseIdOf, ROUTES } from '../../spec/routes.ts';

/** `spec/ids.generated.ts`. */
export function tableIds(): string {
  const clauses = loadRegister().clauses.map(({ id }) => id);
  const subjects = new Set(ROUTES.flatMap(({ subject }) => (subject === 'none' ? [] : [subject])));
  const prefixes = ROUTES.map(({ id }) => `  readonly '${id}': '${clauseIdOf(id, '')}';\n`);
  return `/** spec/ids.generated: the ids of the tables. \`npm run ids\` writes this file. */
export type ClauseId =${union([...clauses, ...clobClauses().map(({ id }) => id)])};

export type DecisionId =${union(loadDecisions().map(({ id }) => id))};

/** The kinds of things that requests name. */
export type Subject =${union([...subjects])};

/** The beginning of the clauses of each route: \`clauseOf\` adds what they state. */
export type RoutePrefixes = {
${prefixes.join('')}};
`;
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
