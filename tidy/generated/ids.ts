/** tidy/generated/ids: the ids of clauses, decisions and checks as TypeScript types. */
import { allChecks } from '../../conformance/suite.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { loadDecisions } from '../../spec/decisions.ts';
import type { RouteId } from '../../spec/route.ts';
import { clauseIdOf, ROUTES } from '../../spec/routes.ts';

/** The generated files by path. */
export function idFiles(): Readonly<Record<string, string>> {
  const clauses = loadRegister().clauses.map(({ id }) => id);
  const aspects = ROUTES.map(({ id: route }) => {
    const own = clauses.flatMap((id) => aspectOf(route, id) ?? []);
    return `  readonly '${route}':${union(own)};`;
  });
  const decisions = loadDecisions().map(({ id }) => id);
  const checks = allChecks().map(({ id }) => id);
  return {
    'spec/ids.generated.ts': textOf(
      'spec/ids.generated: the ids of clauses and decisions',
      `export type ClauseId =${union(clauses)};`,
      `export type DecisionId =${union(decisions)};`,
      '/** The clauses of each route, in the words of `clauseOf`. */',
      `export type RouteAspects = {\n${aspects.join('\n')}\n};`,
    ),
    'conformance/check-ids.generated.ts': textOf(
      'conformance/check-ids.generated: the ids of checks',
      `export type CheckId =${union(checks)};`,
    ),
  };
}

function textOf(about: string, ...parts: readonly string[]): string {
  return [`/** ${about}. \`npm run ids\` writes this file. */`, ...parts, ''].join('\n');
}

/** What a clause states of a route; undefined if it is about something else. */
function aspectOf(route: RouteId, clause: string): string | undefined {
  const rest = clause.slice(clause.indexOf('/') + 1).replace(`${route}.`, '');
  return ['exists', 'open', `header.${rest}`, `error.${rest}`, rest].find(
    (aspect) => clauseIdOf(route, aspect) === clause,
  );
}

function union(ids: readonly string[]): string {
  return ids.map((id) => `\n  | '${id}'`).join('');
}
