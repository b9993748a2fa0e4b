/** spec/clauses/headers: the clauses of the five headers of section 5, on each signed route, and their forms. */
import { AUTH_HEADERS } from '../auth.ts';
import type { Route } from '../route.ts';
import { clauseIdOf, ROUTES } from '../routes.ts';
import { type ClauseRow, routeName } from './clause.ts';

const signed = ROUTES.filter((route) => route.auth === 'L2');

/** Clauses of the headers: absent from each signed route, and of another form on any. */
export function headerClauses(): ClauseRow[] {
  return [...signed.flatMap(absences), ...formats()];
}

function absences(route: Route): ClauseRow[] {
  return AUTH_HEADERS.map(({ name }) => ({
    id: clauseIdOf(route.id, `header.${name}`),
    text: `${routeName(route)} rejects a request that lacks ${name}, with any other headers.`,
    level: 'MUST',
    source: 'explicit',
    basis: `Section 5, rule 1: a request that lacks any of the headers must be rejected; the table lists ${name}.`,
    observable: 'read',
    routes: [route.id],
    looks: `The request succeeds, or fails for another reason, without ${name}.`,
    fix: `Ask for all five headers before anything else on this route.`,
  }));
}

function formats(): ClauseRow[] {
  const routes = signed.map((route) => route.id);
  return AUTH_HEADERS.map(({ name, format }) => ({
    id: `5/${name}.format`,
    text: `${name} is ${format}; a request with another form is rejected.`,
    level: 'MUST',
    source: 'derived',
    basis:
      `Section 5, table, row ${name}: ${format}. ` +
      'A value of another form cannot be the one that was issued or computed.',
    observable: 'read',
    routes,
    looks: 'The request is accepted.',
    fix: `Check the form of ${name} before using it.`,
  }));
}
