/** conformance/mutants/families/error: refusals in another shape, under another name, or not made at all. */
import type { JsonObject } from '../../../spec/json.ts';
import { textAt } from '../../../spec/json.ts';
import { ROUTES } from '../../../spec/routes.ts';
import type { Response } from '../../../wire/message.ts';
import { asked, errors, refusals, withBody } from '../change.ts';
import { withKey } from '../edit.ts';
import { family, type Mutant, type Wrap } from '../mutant.ts';

const { on } = family('error');

const html: Wrap = refusals((response) => ({
  ...response,
  headers: { ...response.headers, 'content-type': 'text/html' },
  body: '<!doctype html><title>Error</title><h1>Something went wrong</h1>',
}));
const nested = errors(({ error }) => ({ error: { message: error } }));
const message = errors(({ error }) => ({ message: error }));
const typeless = errors(({ error }) => ({ error }));
const sentence = errors(({ error }) => ({ error: String(error).split(': ').at(-1) }));
const text: Wrap = refusals((response) => ({ ...response, body: 'bad request' }));
const silent: Wrap = refusals((response) => ({ ...response, body: '' }));
const asSuccess: Wrap = refusals((response) => ({ ...response, status: 200 }));

/** `from` in error texts becomes `to`. */
function reworded(from: string, to: string): Wrap {
  return errors((json) => ({ ...json, error: String(json['error']).replace(from, to) }));
}

/** Another type in errors of this type. */
function retyped(from: string, to: string): Wrap {
  return errors((json) => (json['type'] === from ? { ...json, type: to } : json));
}

/** Refusals for which `when` holds become an answer of success. */
function forgiven(body: unknown, when: (json: JsonObject) => boolean = () => true): Wrap {
  return refusals((response) => {
    const json = JSON.parse(response.body) as JsonObject;
    return when(json) ? { ...withBody(response, body), status: 200 } : response;
  });
}

/** Refusals that say `code` have another status. */
function restated(code: string, status: number): Wrap {
  return refusals((response: Response) => (response.body.includes(code) ? { ...response, status } : response));
}

/** Parameters the route does not list are not looked at. */
function forgetful(id: string): Wrap {
  const known = new Set(ROUTES.find((route) => route.id === id)?.query.map(({ name }) => name));
  return asked((query) => {
    for (const name of [...query.keys()]) if (!known.has(name)) query.delete(name);
  });
}

const isMissing = (json: JsonObject): boolean => (textAt(json, 'error') ?? '').startsWith('missing_field');

const walletErrors: readonly Mutant[] = [
  ...on('positions', [
    ['error-sentence', '7/positions.family', 'errors are sentences without a code', sentence],
    ['unknown-ignored', '7/positions.unknown-field', 'unknown parameters are not looked at', forgetful('positions')],
    ['user-optional', '4.8/user.required', 'a request without user lists nothing', forgiven([], isMissing)],
  ]),
  ...on('closed-positions', [
    [
      'missing-nameless',
      '7/wallet.missing-first',
      'missing_field names no parameter',
      reworded('missing_field: user', 'missing_field: parameter'),
    ],
    ['error-html', '7/closed-positions.family', 'errors are HTML pages', html],
  ]),
  ...on('activity', [
    [
      'missing-wrong',
      '7/wallet.missing-first',
      'missing_field names another parameter',
      reworded('missing_field: user', 'missing_field: limit'),
    ],
  ]),
  ...on('closed-positions', [
    [
      'missing-code',
      '7/closed-positions.missing-field',
      'the code is required_field',
      reworded('missing_field', 'required_field'),
    ],
  ]),
  ...on('activity', [
    [
      'unknown-code',
      '7/activity.unknown-field',
      'the code is invalid_field',
      reworded('unknown_field', 'invalid_field'),
    ],
  ]),
  ...on('holders', [
    ['unknown-ignored', '7/holders.unknown-field', 'unknown parameters are not looked at', forgetful('holders')],
  ]),
  ...on('activity', [
    ['status-other', 'D/statuses.missing-field', 'a missing parameter has status 422', restated('missing_field', 422)],
  ]),
  ...on('holders', [
    [
      'unknown-wrong',
      '7/wallet.unknown-name',
      'unknown_field names no parameter',
      reworded('unknown_field: ', 'unknown_field: a parameter, not '),
    ],
    ['error-nested', '7/holders.family', 'error is an object', nested],
  ]),
];

const catalogueErrors: readonly Mutant[] = [
  ...on('markets', [
    ['error-typeless', '7/markets.family', 'errors have no type', typeless],
    [
      'bad-request-word',
      '7/typed.bad-request',
      'the type is validation error',
      retyped('bad request', 'validation error'),
    ],
  ]),
  ...on('market-by-slug', [
    ['not-found-word', '7/typed.not-found', 'the type is not found', retyped('not found error', 'not found')],
    ['not-found-null', '7/market-by-slug.not-found', 'an unknown slug is answered with null', forgiven(null)],
  ]),
  ...on('event', [
    ['text-bad-request', '7/event.bad-request', 'an id that is text is answered with an empty object', forgiven({})],
    ['error-text', '7/event.family', 'errors are bare texts', text],
  ]),
  ...on('event-by-slug', [
    ['not-found-empty', '7/event-by-slug.not-found', 'an unknown slug is answered with an empty object', forgiven({})],
  ]),
  ...on('event-creators', [['error-message', '7/event-creators.family', 'errors stand under message', message]]),
  ...on('comment-replies', [
    [
      'not-found-list',
      '7/comment-replies.not-found',
      'an unknown comment has no replies',
      forgiven([], (json) => json['type'] === 'not found error'),
    ],
  ]),
  ...on('profile', [
    [
      'not-found-mislabelled',
      '7/typed.not-found',
      'a missing profile is a bad request',
      retyped('not found error', 'bad request'),
    ],
    ['error-empty', '7/profile.family', 'errors have no body', silent],
  ]),
];

const tradingErrors: readonly Mutant[] = [
  ...on('trading-market', [
    ['not-found-empty', '7/trading-market.not-found', 'an unknown market is an empty object', forgiven({})],
  ]),
  ...on('trading-settings', [['error-nested', '7/trading-settings.family', 'error is an object', nested]]),
  ...on('sampling-markets', [['error-html', '7/sampling-markets.family', 'errors are HTML pages', html]]),
  ...on('simplified-markets', [
    [
      'error-typed',
      '7/plain.no-type',
      'errors carry a type',
      errors((json) => withKey('type', () => 'bad request')(json, {})),
    ],
  ]),
  ...on('books', [
    ['error-text', '7/books.family', 'errors are bare texts', text],
    ['bad-body', '7/books.bad-request', 'a body of another shape asks for nothing', forgiven([])],
  ]),
  ...on('prices', [['error-success', '7/statuses.not-success', 'errors have status 200', asSuccess]]),
  ...on('live-orders', [['error-message', '7/live-orders.family', 'errors stand under message', message]]),
  ...on('builder-trades', [['error-empty', '7/builder-trades.family', 'errors have no body', silent]]),
  ...on('place-order', [['error-html', '7/place-order.family', 'errors are HTML pages', html]]),
  ...on('cancel-order', [
    ['error-array', '7/cancel-order.family', 'errors come in an array', errors((json) => [json])],
    [
      'bad-body',
      '7/cancel-order.bad-request',
      'a body without orderId cancels nothing',
      forgiven({ canceled: [], not_canceled: {} }, (json) => String(json['error']).includes('orderId')),
    ],
  ]),
  ...on('heartbeat', [['error-nested', '7/heartbeat.family', 'error is an object', nested]]),
  ...on('heartbeat-v1', [['error-message', '7/heartbeat-v1.family', 'errors stand under message', message]]),
];

/** Broken errors. */
export const errorMutants: readonly Mutant[] = [...walletErrors, ...catalogueErrors, ...tradingErrors];
