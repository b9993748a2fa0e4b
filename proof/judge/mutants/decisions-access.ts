/** proof/judge/mutants/decisions-access: decisions about access and errors, unlike the document profile. */
import { AUTH_HEADERS } from '../../../spec/auth.ts';
import { family, type Mutant } from '../variant.ts';
import { errors, otherStatus, reworded, set, succeeding } from '../wrappers/responses.ts';
import { lenient } from '../wrappers/signatures.ts';

const { on, table } = family('decisions');

export const accessDecisionMutants: readonly Mutant[] = [
  ...on(
    'live-orders',
    AUTH_HEADERS.map(({ name }) => [
      `without-${name.toLowerCase()}`,
      `D/live-orders-auth.${name}`,
      `${name} is optional`,
      lenient(({ headers }) => headers[name.toLowerCase()] === undefined),
    ]),
  ),
  ...table({
    markets: [
      [
        'internal-plain',
        '7/markets.internal',
        'a failure has no type',
        errors(({ error, type }) => (type === 'internal error' ? { error } : { type, error })),
      ],
      ['internal-503', 'D/statuses.internal', 'a failure has status 503', otherStatus(500, 503)],
    ],
    positions: [
      ['internal-bare', '7/positions.internal', 'a failure has no code', reworded('internal_error: ', 'failure: ')],
    ],
    books: [['internal-success', '7/books.internal', 'a failure returns no books', succeeding(500, [])]],
    holders: [
      [
        'allowlist-word',
        '7/holders.not-allowlisted',
        'the code is not_allowed',
        reworded('ip_not_allowlisted', 'not_allowed'),
      ],
    ],
    activity: [
      ['allowlist-403', 'D/statuses.not-allowlisted', 'status is 403', otherStatus(/ip_not_allowlisted/, 403)],
    ],
    'live-orders': [
      [
        'stale',
        'D/timestamp-window.past',
        'a timestamp of two minutes ago is accepted',
        lenient(({ headers }, { now }) => Number(headers['svc_timestamp']) < now() / 1_000 - 60),
      ],
      ['page', 'D/live-order-list.page', 'limit is 500', set('limit', 500)],
    ],
    heartbeat: [
      [
        'any-path',
        'D/signing-string.path',
        'the path is not signed',
        lenient(({ headers }) => headers['svc_signature'] !== undefined),
      ],
    ],
  }),
];
