/** conformance/checks/routes/unlisted: the response of a deployment to unlisted paths and methods (interface 4.1, 7, 8). */
import { WALLET_ERROR } from '../../../spec/errors.ts';
import { isObject, textAt } from '../../../spec/json.ts';
import { LIMITS, SCOPES_WITHOUT_ROUTE } from '../../../spec/limits.ts';
import { bare, get, isSuccess } from '../../../wire/message.ts';
import type { Check } from '../../check.ts';
import { statusOf } from '../assertions.ts';
import { check } from '../definition.ts';
import { NOWHERE } from './existence.ts';

/** Requests that section 8 limits although no route of the interface takes them. */
const limitedNowhere = LIMITS.filter(({ id }) => SCOPES_WITHOUT_ROUTE.includes(id)).map(({ scope }) => {
  const [method = 'GET', path = '/'] = scope.split(' ');
  return bare(method, path);
});

const pathCheck: Check = check('routes', 'unlisted-path', {
  title: 'an unlisted path returns a JSON error',
  clauses: [
    'D/unlisted-routes.family',
    'D/statuses.unknown-route',
    'D/limit-scopes.unlisted',
    '7/statuses.not-success',
  ],
  kind: 'error',
  cost: {},
  run: async (context) => {
    const response = await context.send(get(NOWHERE));
    context.fact('status.unknown-route', String(response.status));
    context.expect('7/statuses.not-success', !isSuccess(response), response, {
      expected: 'an error status',
      expectation: { status: ['4xx', '5xx'] },
      actual: statusOf(response),
    });
    const isError = isObject(response.json) && textAt(response.json, 'error') !== undefined;
    context.expect('D/unlisted-routes.family', isError, response, {
      pointer: '/error',
      expected: 'a text',
      expectation: { at: { '/error': { $type: 'string' } } },
      actual: response.text.slice(0, 80),
    });
    context.judge({ clauses: 'D/statuses.unknown-route', of: response, must: { status: 404 } });
    const others = await Promise.all(limitedNowhere.map((request) => context.send(request)));
    for (const other of others)
      context.judge({ clauses: 'D/limit-scopes.unlisted', of: other, must: { status: response.status } });
  },
});

/** Paths between listed ones, and the extra content of their errors: the type of the catalog, the code of wallet data. */
const besides: readonly (readonly [path: string, mark: 'type' | 'code'])[] = [
  ['/events', 'type'],
  ['/comments', 'type'],
  ['/profiles/user_address', 'type'],
  ['/markets/slug/a/b', 'type'],
  ['/positions/all', 'code'],
  ['/holders/all', 'code'],
];

const nearestCheck: Check = check('routes', 'unlisted-path-beside', {
  title: 'an unlisted path next to listed ones returns their error family',
  clauses: ['D/unlisted-routes.nearest'],
  kind: 'error',
  cost: { 'market-by-slug': 1, event: 1 },
  run: async (context) => {
    for (const [path, mark] of besides) {
      const response = await context.send(get(path));
      const text = textAt(response.json, mark === 'type' ? 'type' : 'error') ?? '';
      const holds = !isSuccess(response) && (mark === 'type' ? text !== '' : WALLET_ERROR.test(text));
      context.expect('D/unlisted-routes.nearest', holds, response, {
        pointer: mark === 'type' ? '/type' : '/error',
        expected:
          mark === 'type' ? 'a type, as in catalog errors' : 'a code and a colon, as in errors of wallet routes',
        actual: isSuccess(response) ? statusOf(response) : text,
      });
    }
  },
});

/** Requests with a method that their route does not have, and the method that it has. */
const otherMethods = [
  { request: bare('DELETE', '/markets'), allowed: 'GET' },
  { request: get('/books'), allowed: 'POST' },
  { request: get('/order'), allowed: 'POST' },
];

const methodCheck: Check = check('routes', 'unlisted-method', {
  title: 'an unlisted method returns status 405 with the header Allow',
  clauses: ['D/unlisted-routes.allow', 'D/statuses.method-not-allowed'],
  kind: 'error',
  cost: { markets: 1, books: 1 },
  run: async (context) => {
    for (const { request, allowed } of otherMethods) {
      const response = await context.send(request);
      const named = (response.headers['allow'] ?? '').toUpperCase();
      context.judge({ clauses: 'D/statuses.method-not-allowed', of: response, must: { status: 405 } });
      context.expect('D/unlisted-routes.allow', named.includes(allowed), response, {
        expected: `Allow: ${allowed}`,
        expectation: { headers: { allow: { $contains: [allowed] } } },
        actual: named === '' ? 'no Allow header' : named,
      });
    }
  },
});

const dateCheck: Check = check('routes', 'date', {
  title: 'responses have a Date header',
  clauses: ['D/timestamp-window.date'],
  kind: 'error',
  cost: { markets: 1 },
  run: async (context) => {
    const response = await context.send(get('/markets', { limit: '1' }));
    const date = response.headers['date'] ?? '';
    context.expect('D/timestamp-window.date', !Number.isNaN(Date.parse(date)), response, {
      expected: 'Date: <moment>',
      actual: date,
      expectation: {
        headers: { date: { $match: '^[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT$' } },
      },
    });
  },
});

export const unlistedChecks: readonly Check[] = [pathCheck, nearestCheck, methodCheck, dateCheck];
