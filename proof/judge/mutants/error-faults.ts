/** proof/judge/mutants/error-faults: server errors, and refusals of callers off the allowlist, with other texts. */

import { family, type Mutant } from '../variant.ts';
import { restated, reworded } from '../wrappers/refusals.ts';
import { errors, refusals } from '../wrappers/responses.ts';

const { on } = family('decisions');

export const faultMutants: readonly Mutant[] = [
  ...on('markets', [
    [
      'internal-plain',
      '7/markets.internal',
      'a failure has no type',
      errors(({ error, type }) => (type === 'internal error' ? { error } : { type, error })),
    ],
    [
      'internal-503',
      'D/statuses.internal',
      'a failure has status 503',
      refusals((response) => (response.status === 500 ? { ...response, status: 503 } : response)),
    ],
  ]),
  ...on('positions', [
    ['internal-bare', '7/positions.internal', 'a failure has no code', reworded('internal_error: ', 'failure: ')],
  ]),
  ...on('books', [
    [
      'internal-success',
      '7/books.internal',
      'a failure returns no books',
      refusals((response) => (response.status === 500 ? { ...response, status: 200, body: '[]' } : response)),
    ],
  ]),
  ...on('holders', [
    ['allowlist-word', '7/holders.not-allowlisted', 'it is not_allowed', reworded('ip_not_allowlisted', 'not_allowed')],
  ]),
  ...on('activity', [
    ['allowlist-403', 'D/statuses.not-allowlisted', 'status is 403', restated(/ip_not_allowlisted/, 403)],
  ]),
];
