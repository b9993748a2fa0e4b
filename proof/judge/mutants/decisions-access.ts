/** proof/judge/mutants/decisions-access: decisions about access that differ from those of the document profile. */
import { AUTH_HEADERS } from '../../../spec/auth.ts';
import { family, type Mutant } from '../variant.ts';
import { set } from '../wrappers/responses.ts';
import { lenient } from '../wrappers/signatures.ts';

const { on } = family('decisions');

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
  ...on('live-orders', [
    [
      'stale',
      'D/timestamp-window.past',
      'a timestamp of two minutes ago is accepted',
      lenient(({ headers }, { now }) => Number(headers['svc_timestamp']) < now() / 1_000 - 60),
    ],
    ['page', 'D/live-order-list.page', 'limit is 500', set('limit', 500)],
  ]),
  ...on('heartbeat', [
    [
      'any-path',
      'D/signing-string.path',
      'the path is not signed',
      lenient(({ headers }) => headers['svc_signature'] !== undefined),
    ],
  ]),
];
