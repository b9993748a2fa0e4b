/** proof/judge/mutants/errors: refusals in another form, or missing. */

import { ROUTES } from '../../../spec/routes.ts';
import { family, type Wrap } from '../variant.ts';
import { editQuery } from '../wrappers/requests.ts';
import { errors, forgiven, otherStatus, reworded, withKey } from '../wrappers/responses.ts';

const { table } = family('error');

const sentence = errors(({ error }) => ({ error: String(error).split(': ').at(-1) }));

function forgetful(id: string): Wrap {
  const known = new Set(ROUTES.find((route) => route.id === id)?.query.map(({ name }) => name));
  return editQuery((query) => {
    for (const name of [...query.keys()]) if (!known.has(name)) query.delete(name);
  });
}

const typeless = errors(({ error }) => ({ error }));

function retyped(from: string, to: string) {
  return errors((json) => (json['type'] === from ? { ...json, type: to } : json));
}

const boasting = forgiven({
  success: true,
  errorMsg: 'not acceptable',
  orderID: '',
  takingAmount: '',
  makingAmount: '',
  status: 'refused',
});

export const errorMutants = table({
  markets: [
    ['error-typeless', '7/markets.family', 'errors have no type', typeless],
    [
      'bad-request-word',
      '7/typed.bad-request',
      'the type is validation error',
      retyped('bad request', 'validation error'),
    ],
  ],
  'market-by-slug': [
    ['not-found-word', '7/typed.not-found', 'the type is not found', retyped('not found error', 'not found')],
    ['not-found-null', '7/market-by-slug.not-found', 'an unknown slug returns null', forgiven(null)],
  ],
  profile: [
    [
      'not-found-mislabelled',
      '7/typed.not-found',
      'the type is bad request',
      retyped('not found error', 'bad request'),
    ],
  ],
  'simplified-markets': [
    [
      'error-typed',
      '7/plain.no-type',
      'errors carry a type',
      errors((json) => withKey('type', () => 'bad request')(json, {})),
    ],
  ],
  books: [
    ['bad-body', '7/books.bad-request', 'a body of another shape returns nothing', forgiven([])],
    ['error-crash', '7/statuses.refusal', 'refusals have status 500', otherStatus(/^/, 500)],
  ],
  prices: [['error-success', '7/statuses.not-success', 'errors have status 200', otherStatus(/^/, 200)]],
  'place-order': [
    ['error-success', '4.3/reply.orderID.present', 'refused orders get success true and no id', boasting],
  ],
  'cancel-order': [
    [
      'bad-body',
      '7/cancel-order.bad-request',
      'a body without orderId cancels nothing',
      forgiven({ canceled: [], not_canceled: {} }, (json) => String(json['error']).includes('orderId')),
    ],
  ],
  positions: [
    ['error-sentence', '7/positions.family', 'errors are sentences without a code', sentence],
    ['unknown-ignored', '7/positions.unknown-field', 'unknown parameters are ignored', forgetful('positions')],
  ],
  'closed-positions': [
    [
      'missing-nameless',
      '7/wallet.missing-first',
      'missing_field names no parameter',
      reworded('missing_field: user', 'missing_field: parameter'),
    ],
    [
      'missing-code',
      '7/closed-positions.missing-field',
      'the code is required_field',
      reworded('missing_field', 'required_field'),
    ],
  ],
  activity: [
    [
      'missing-wrong',
      '7/wallet.missing-first',
      'missing_field names another parameter',
      reworded('missing_field: user', 'missing_field: limit'),
    ],
    [
      'unknown-code',
      '7/activity.unknown-field',
      'the code is invalid_field',
      reworded('unknown_field', 'invalid_field'),
    ],
    [
      'status-other',
      'D/statuses.missing-field',
      'a missing parameter has status 422',
      otherStatus(/missing_field/, 422),
    ],
  ],
  holders: [
    ['unknown-ignored', '7/holders.unknown-field', 'unknown parameters are ignored', forgetful('holders')],
    [
      'unknown-wrong',
      '7/wallet.unknown-name',
      'unknown_field names no parameter',
      reworded('unknown_field: ', 'unknown_field: a parameter, not '),
    ],
  ],
});
