/** proof/judge/mutants/error-trading: refusals of trading routes in another shape, or missing. */

import { family, type Mutant, type Wrap } from '../variant.ts';
import { withKey } from '../wrappers/edit.ts';
import { bareText, forgiven, html, nested, silent, underMessage } from '../wrappers/refusals.ts';
import { refusal } from '../wrappers/requests.ts';
import { errors, refusals } from '../wrappers/responses.ts';

const { on } = family('error');

const asSuccess: Wrap = refusals((response) => ({ ...response, status: 200 }));
const asCrash: Wrap = refusals((response) => ({ ...response, status: 500 }));

/** Every request gets this status. */
const stub =
  (status: number): Wrap =>
  (handle) =>
  (request) =>
    refusal(handle, request, status);

/** Refused orders get a reply that reports success and has no id. */
const boasting = forgiven({
  ...{ success: true, errorMsg: 'not acceptable', orderID: '' },
  ...{ takingAmount: '', makingAmount: '', status: 'refused' },
});

export const tradingErrorMutants: readonly Mutant[] = [
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
    ['stub-405', '4.1/books', 'the route answers 405', stub(405)],
    ['error-text', '7/books.family', 'errors are plain texts', bareText],
    ['bad-body', '7/books.bad-request', 'a body of another shape returns nothing', forgiven([])],
    ['error-crash', '7/statuses.refusal', 'refusals have status 500', asCrash],
  ]),
  ...on('prices', [
    ['stub-501', '4.1/prices', 'the route answers 501', stub(501)],
    ['error-success', '7/statuses.not-success', 'errors have status 200', asSuccess],
  ]),
  ...on('live-orders', [['error-message', '7/live-orders.family', 'errors are under the key message', underMessage]]),
  ...on('builder-trades', [['error-empty', '7/builder-trades.family', 'errors have no body', silent]]),
  ...on('place-order', [
    ['error-html', '7/place-order.family', 'errors are HTML pages', html],
    ['error-success', '4.3/reply.orderID.present', 'refused orders get success true and no id', boasting],
    ['stub-500', '4.1/place-order', 'the route answers 500', stub(500)],
  ]),
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
  ...on('heartbeat-v1', [['error-message', '7/heartbeat-v1.family', 'errors are under the key message', underMessage]]),
];
