/** proof/judge/mutants/auth: signed routes that ignore one of the five headers, or compare it loosely. */
import { invariant } from '../../../base/result.ts';
import { AUTH_HEADERS } from '../../../spec/auth.ts';
import { clauseOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import { CURSOR_START } from '../../../spec/cursor.ts';
import type { Request } from '../../../wire/message.ts';
import { family, type Internals, type Mutant, type Wrap } from '../variant.ts';
import { refusingAny } from '../wrappers/requests.ts';
import { queryOf } from '../wrappers/responses.ts';
import { callerOf, lenient, signedBy } from '../wrappers/signatures.ts';

const { on, table } = family('auth');

const signedRoutes = routesWith('header.SVC_ADDRESS').map(({ id }) => id);

const header = (request: Request, name: string) => request.headers[name.toLowerCase()];

/** Every header on every signed route: a request without it passes if the other headers identify the caller. */
const absences = signedRoutes.flatMap((route) =>
  on(
    route,
    AUTH_HEADERS.map(({ name }) => {
      const isAbsent = (request: Request) => header(request, name) === undefined;
      const clause = clauseOf(route, `header.${name}`);
      return [`without-${name.toLowerCase()}`, clause, `${name} is optional`, lenient(isAbsent)];
    }),
  ),
);

/** Every header in another form, one route each. */
const formats = AUTH_HEADERS.flatMap(({ name, pattern }, index) => {
  const isMalformed = (request: Request) => !pattern.test(header(request, name) ?? '');
  const title = `the form of ${name} is ignored`;
  const route = signedRoutes[index % signedRoutes.length] ?? 'heartbeat';
  return on(route, [[`malformed-${name.toLowerCase()}`, `5/${name}.format`, title, lenient(isMalformed)]]);
});

/** The header has the right form but is not the caller's own. */
function notTied(name: string, field: 'address' | 'passphrase') {
  return lenient((request, internals) => {
    const value = header(request, name);
    return value !== undefined && value.toLowerCase() !== callerOf(request, internals)?.[field].toLowerCase();
  });
}

const passphraseBegun = lenient((request, internals) => {
  const value = header(request, 'SVC_PASSPHRASE');
  return value !== undefined && callerOf(request, internals)?.passphrase.startsWith(value) === true;
});

const signatureBegun = lenient(
  (request, internals) =>
    /^[0-9a-f]{1,63}$/.test(header(request, 'SVC_SIGNATURE') ?? '') && !isStale(request, internals),
);

/** More than a minute from the service clock. */
function isStale(request: Request, { now }: Internals) {
  return Math.abs(Number(header(request, 'SVC_TIMESTAMP')) - now() / 1_000) > 60;
}

const isInMilliseconds = (request: Request, { now }: Internals) =>
  Math.abs(Number(header(request, 'SVC_TIMESTAMP')) - now()) < 60_000;

const isFresh = (request: Request, internals: Internals) =>
  header(request, 'SVC_SIGNATURE') !== undefined && !isStale(request, internals);

const anonymous: Wrap = (handle, internals) => (request) => {
  const [first] = internals.credentials.wallets;
  invariant(first !== undefined, 'a simulator has keys');
  const isUnsigned = AUTH_HEADERS.every(({ name }) => header(request, name) === undefined);
  return handle(isUnsigned ? signedBy(first, request, internals) : request);
};

const anyKey: Wrap = (handle, internals) => (request) => {
  const [first] = internals.credentials.wallets;
  invariant(first !== undefined, 'a simulator has keys');
  const isStranger = header(request, 'SVC_API_KEY') !== undefined && callerOf(request, internals) === undefined;
  return handle(isStranger ? signedBy(first, request, internals) : request);
};

function shut(when: (query: URLSearchParams) => boolean = () => true) {
  return refusingAny((request) => when(queryOf(request)), 401);
}

const bodyLoose: Wrap = (handle) => (request) =>
  handle(typeof request.body === 'string' ? { ...request, body: request.body.trim() } : request);

export const authMutants: readonly Mutant[] = [
  ...absences,
  ...formats,
  ...table({
    heartbeat: [
      ['unsigned', '5/rule-1', 'an unsigned heartbeat is accepted', anonymous],
      ['stale', '5/SVC_TIMESTAMP.fresh', 'a timestamp of yesterday is accepted', lenient(isStale)],
      ['milliseconds', '5/SVC_TIMESTAMP.fresh', 'a timestamp in milliseconds is accepted', lenient(isInMilliseconds)],
      ['passphrase-begun', '5/SVC_PASSPHRASE.tied', 'a prefix of a passphrase is accepted', passphraseBegun],
      ['signature-begun', '5/SVC_SIGNATURE.verified', 'a prefix of a signature is accepted', signatureBegun],
    ],
    'cancel-order': [
      ['unsigned', '7/cancel-order.unauthorized', 'an unsigned cancel is accepted', anonymous],
      [
        'any-passphrase',
        '5/SVC_PASSPHRASE.tied',
        'the passphrase of another key is accepted',
        notTied('SVC_PASSPHRASE', 'passphrase'),
      ],
      ['loose-body', '5/SVC_SIGNATURE.body', 'the signature does not cover the end of the body', bodyLoose],
    ],
    'live-orders': [
      ['unsigned', '5/live-orders.account', 'an unsigned request lists orders', anonymous],
      [
        'cursors-shut',
        '4.5/next_cursor.walk',
        'every cursor but the first is refused with status 401',
        shut((query) => ![null, CURSOR_START].includes(query.get('next_cursor'))),
        'medium',
      ],
      ['market-shut', '4.5/market.filter', 'market is refused with status 401', shut((query) => query.has('market'))],
    ],
    'heartbeat-v1': [['any-key', '5/SVC_API_KEY.known', 'an API key that was never issued is accepted', anyKey]],
    'place-order': [
      ['any-address', '5/SVC_ADDRESS.caller', 'any known address is accepted', notTied('SVC_ADDRESS', 'address')],
      ['any-signature', '5/SVC_SIGNATURE.verified', 'signatures are not verified', lenient(isFresh)],
    ],
  }),
];
