/**
 * spec/clauses/responses: the clauses of whole routes: existence, headers of callers, status and shape, errors by
 * condition.
 */

import { AUTH_HEADERS } from '../auth.ts';
import type { ErrorCondition, ErrorFamily } from '../errors.ts';
import type { Route } from '../route.ts';
import { clauseIdOf, ROUTES } from '../routes.ts';
import { type ClauseLevel, type ClauseRow, type Observable, observableOn, routeName } from './clause.ts';

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

/** Clauses of the route table: sections 4.1 and 7, and the responses of each route. */
export function responseClauses(): ClauseRow[] {
  return ROUTES.flatMap((route) => [...existence(route), ...success(route), ...errors(route)]);
}

function existence(route: Route): ClauseRow[] {
  const name = routeName(route);
  const common = { level: 'MUST', source: 'explicit', routes: [route.id] } as const;
  const exists: ClauseRow = {
    ...common,
    id: clauseIdOf(route.id, 'exists'),
    basis: `Table 4.1, row ${name}.`,
    text: `${name} exists: ${route.purpose}.`,
    observable: 'read',
    looks: 'The path is answered as an unknown route, or for another method only.',
    fix: 'Serve this method under this path.',
  };
  // Section 5, rule 4: which headers secure the builder trades is left open.
  if (route.auth !== 'none' || route.id === 'builder-trades') return [exists];
  const open: ClauseRow = {
    ...common,
    id: clauseIdOf(route.id, 'open'),
    basis: `Table 4.1, row ${name}, column Auth; section 5, rule 6.`,
    text: `${name} needs no authentication headers.`,
    observable: observableOn(route),
    looks: 'An unsigned request is refused for lack of authentication.',
    fix: 'Leave the route out of the authenticated ones.',
  };
  return [exists, open];
}

function success(route: Route): ClauseRow[] {
  const shape = route.item?.at === '' ? 'an array' : 'an object';
  const { id } = route;
  const common = { level: 'MUST', source: 'explicit', observable: observableOn(route), routes: [id] } as const;
  return [
    {
      ...common,
      id: clauseIdOf(route.id, 'response.status'),
      basis: `Section ${route.section} describes the response as Response 200.`,
      text: `A valid request to ${routeName(route)} is answered with status 200.`,
      looks: 'Status 201, 204 or another for a request that succeeded.',
      fix: 'Answer with status 200.',
    },
    {
      ...common,
      id: clauseIdOf(route.id, 'response.json'),
      basis: 'Introduction: all request and response bodies are JSON (application/json).',
      text: `The response of ${routeName(route)} is JSON, sent as application/json.`,
      looks: 'Another content type, no content type, or a body that does not parse.',
      fix: 'Set Content-Type to application/json and serialise the body as JSON.',
    },
    {
      ...common,
      id: clauseIdOf(route.id, 'response.shape'),
      basis: `Section ${route.section}, Response 200: ${shape}.`,
      text: `The response of ${routeName(route)} is ${shape}, as in its section.`,
      looks:
        shape === 'an array' ? 'The array is wrapped in an object.' : 'The object is wrapped, or comes in an array.',
      fix: `Write ${shape} at the top level.`,
    },
  ];
}

const SHAPES: Readonly<Record<ErrorFamily, string>> = {
  plain: 'an object with a string error',
  typed: 'an object with a string type and a string error',
  wallet: 'an object whose string error is a code, a colon and a detail',
};

type ConditionWords = Readonly<{
  text: string;
  /** Why the condition is an error, if no table cell says so. */
  reason: string;
  level?: ClauseLevel;
  observable?: Observable;
}>;

/** The action of a caller that gets each condition. A condition outside the table belongs to a decision alone. */
const CONDITIONS: Readonly<Record<ErrorCondition, ConditionWords | undefined>> = {
  'bad-request': {
    text: 'A request whose parameter or body is not acceptable',
    reason:
      'Section 4 gives parameters and bodies types, and section 7 gives the route an error shape. ' +
      'No other response to a value of another type is stated.',
  },
  'missing-field': {
    text: 'A request without its required parameter',
    reason: 'Section 4 calls the parameter required, and section 7 gives the route an error shape.',
  },
  'unknown-field': {
    text: 'A request with a parameter that the route does not accept',
    reason: 'Section 7, second table, row 2.',
  },
  unauthorized: {
    text: 'A request without valid authentication',
    reason: 'Section 5, rules 1 and 4: the route belongs to an authenticated caller.',
    observable: 'read',
  },
  'not-allowlisted': {
    text: 'A request from an address that is not on the allowlist',
    reason: 'Section 5, rule 5.',
    observable: 'allowlist',
  },
  'not-found': {
    text: 'A request for an entity that does not exist',
    reason:
      'The path names an entity, and Response 200 is that entity. Without it only the error of section 7 remains.',
  },
  'not-accepting': {
    text: 'An order for a market that accepts none',
    reason: 'Section 2.10: a market says in accepting_orders whether it accepts orders.',
  },
  internal: {
    text: 'A request that fails inside the service',
    reason: 'Section 7: every error of the route has the shape of its family.',
    observable: 'faults',
  },
  'too-large': {
    text: 'A request whose body the service finds too large',
    reason:
      'Section 7: every error of the route has the shape of its family. ' +
      'HTTP lets a server close the connection instead.',
    level: 'SHOULD',
  },
  'method-not-allowed': undefined,
  throttled: undefined,
};

const WALLET_FORMS: Readonly<Partial<Record<ErrorCondition, string>>> = {
  'missing-field': 'missing_field and the name of the parameter',
  'unknown-field': 'unknown_field and the name of the parameter',
  'not-allowlisted': 'unauthorized: ip_not_allowlisted',
  internal: 'internal_error and a detail',
};

function errors(route: Route): ClauseRow[] {
  const more = route.family === 'wallet' ? ', and third paragraph: error strings of wallet-data routes' : '';
  const family: ClauseRow = {
    id: clauseIdOf(route.id, 'error.family'),
    basis: `Section 7, first table${more}.`,
    text: `Every error of ${routeName(route)} is ${SHAPES[route.family]}.`,
    level: 'MUST',
    source: 'explicit',
    observable: 'read',
    routes: [route.id],
    looks: 'An HTML page, a bare text, an empty body, or the error shape of another family of routes.',
    fix: 'Write all errors of the route, those of the router and of middleware included, in this shape.',
  };
  return [family, ...route.errors.flatMap((condition) => ofCondition(route, condition))];
}

function ofCondition(route: Route, condition: ErrorCondition): ClauseRow[] {
  const words = CONDITIONS[condition];
  if (words === undefined) return [];
  const form = route.family === 'wallet' ? WALLET_FORMS[condition] : undefined;
  const response = form === undefined ? SHAPES[route.family] : `the error ${form}`;
  // A service may be lenient if only a query value can be unacceptable.
  const isOnlyByQuery =
    route.body === 'none' && route.query.some(({ type }) => type !== 'string' && type !== 'conditions');
  return [
    {
      id: clauseIdOf(route.id, `error.${condition}`),
      text: `${words.text} is answered by ${routeName(route)} with ${response}.`,
      level: words.level ?? (condition === 'bad-request' && isOnlyByQuery ? 'SHOULD' : 'MUST'),
      source: form === undefined ? 'derived' : 'explicit',
      basis: form === undefined ? words.reason : `Section 7, second table: ${form}.`,
      observable: words.observable ?? observableOn(route),
      routes: [route.id],
      looks: 'The request succeeds, or the error has another shape.',
      fix: `Refuse it with ${response}.`,
    },
  ];
}
