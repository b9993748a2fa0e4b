/** conformance/checks/routes/unlisted: the responses to unlisted paths and methods (interface 4.1, 7, 8). */
import { LIMITS, SCOPES_WITHOUT_ROUTE } from '../../../spec/limits.ts';
import { bare, get } from '../../../wire/message.ts';
import { bodyLike, NO_SUCCESS, statusLike } from '../assertions.ts';
import { check, claimCheck } from '../definition.ts';
import { NOWHERE } from './existence.ts';

/** Requests that section 8 limits although no route of the interface takes them. */
const limitedNowhere = LIMITS.filter(({ id }) => SCOPES_WITHOUT_ROUTE.includes(id)).map(({ scope }) => {
  const [method = 'GET', path = '/'] = scope.split(' ');
  return bare(method, path);
});

const TYPED = { type: { $match: '[^]' } };
const CODED = { error: { $match: '^[a-z][a-z0-9_]*: \\S' } };

/** Paths between listed ones, and the extra content of their errors: a type in the catalog, a code in wallet data. */
const besides: readonly (readonly [path: string, body: unknown])[] = [
  ['/events', TYPED],
  ['/comments', TYPED],
  ['/profiles/user_address', TYPED],
  ['/markets/slug/a/b', TYPED],
  ['/positions/all', CODED],
  ['/holders/all', CODED],
];

/** Requests with a method that their route does not have, and the method that it has. */
const otherMethods = [
  { request: bare('DELETE', '/markets'), allowed: 'GET' },
  { request: get('/books'), allowed: 'POST' },
  { request: get('/order'), allowed: 'POST' },
];

export const unlistedChecks = [
  check('routes', 'unlisted-path', {
    title: 'an unlisted path returns a JSON error',
    clauses: [
      'D/unlisted-routes.family',
      'D/statuses.unknown-route',
      'D/limit-scopes.unlisted',
      '7/statuses.not-success',
    ],
    kind: 'error',
    async run(context) {
      const response = await context.send(get(NOWHERE));
      context.fact('status.unknown-route', String(response.status));
      context.judge(statusLike('7/statuses.not-success', response, NO_SUCCESS));
      context.judge(bodyLike('D/unlisted-routes.family', response, { error: { $type: 'string' } }));
      context.judge(statusLike('D/statuses.unknown-route', response, 404));
      const others = await Promise.all(limitedNowhere.map((request) => context.send(request)));
      for (const other of others) context.judge(statusLike('D/limit-scopes.unlisted', other, response.status));
    },
  }),
  check('routes', 'unlisted-path-beside', {
    title: 'an unlisted path next to listed ones returns their error family',
    clauses: ['D/unlisted-routes.nearest'],
    kind: 'error',
    cost: { 'market-by-slug': 1, event: 1 },
    async run(context) {
      for (const [path, body] of besides) {
        const response = await context.send(get(path));
        const because = 'the paths beside it are of this error family';
        context.judge({
          clauses: 'D/unlisted-routes.nearest',
          of: response,
          must: { status: NO_SUCCESS, body },
          because,
        });
      }
    },
  }),
  check('routes', 'unlisted-method', {
    title: 'an unlisted method returns status 405 with the header Allow',
    clauses: ['D/unlisted-routes.allow', 'D/statuses.method-not-allowed'],
    kind: 'error',
    cost: { markets: 1, books: 1 },
    async run(context) {
      for (const { request, allowed } of otherMethods) {
        const response = await context.send(request);
        context.judge(statusLike('D/statuses.method-not-allowed', response, 405));
        const must = { headers: { allow: { $match: `${allowed}|${allowed.toLowerCase()}` } } };
        context.judge({ clauses: 'D/unlisted-routes.allow', of: response, must });
      }
    },
  }),
  claimCheck('routes', 'date', {
    title: 'responses have a Date header',
    clauses: ['D/timestamp-window.date'],
    kind: 'error',
    cost: { markets: 1 },
    async claim(context) {
      const must = { headers: { date: { $match: '\\d{4}.*\\d\\d:\\d\\d:\\d\\d' } } };
      return { of: await context.send(get('/markets', { limit: '1' })), must };
    },
  }),
];
