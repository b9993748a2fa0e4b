/** proof/judge/mutants/error-trading: refusals of trading routes in another shape, or missing. */
import { family, type Mutant, type Wrap } from '../variant.ts';
import { withKey } from '../wrappers/edit.ts';
import { forgiven } from '../wrappers/refusals.ts';
import { errors, refusals } from '../wrappers/responses.ts';

const { on } = family('error');

const asSuccess: Wrap = refusals((response) => ({ ...response, status: 200 }));
const asCrash: Wrap = refusals((response) => ({ ...response, status: 500 }));

const boasting = forgiven({
  success: true,
  errorMsg: 'not acceptable',
  orderID: '',
  takingAmount: '',
  makingAmount: '',
  status: 'refused',
});

export const tradingErrorMutants: readonly Mutant[] = [
  ...on('simplified-markets', [
    [
      'error-typed',
      '7/plain.no-type',
      'errors carry a type',
      errors((json) => withKey('type', () => 'bad request')(json, {})),
    ],
  ]),
  ...on('books', [
    ['bad-body', '7/books.bad-request', 'a body of another shape returns nothing', forgiven([])],
    ['error-crash', '7/statuses.refusal', 'refusals have status 500', asCrash],
  ]),
  ...on('prices', [['error-success', '7/statuses.not-success', 'errors have status 200', asSuccess]]),
  ...on('place-order', [
    ['error-success', '4.3/reply.orderID.present', 'refused orders get success true and no id', boasting],
  ]),
  ...on('cancel-order', [
    [
      'bad-body',
      '7/cancel-order.bad-request',
      'a body without orderId cancels nothing',
      forgiven({ canceled: [], not_canceled: {} }, (json) => String(json['error']).includes('orderId')),
    ],
  ]),
];
