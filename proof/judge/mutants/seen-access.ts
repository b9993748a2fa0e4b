/** proof/judge/mutants/seen-access: faults of heartbeats, signatures, switches and failures, each for one check. */
import { parseJson, textAt } from '../../../base/json.ts';
import { ROUTES } from '../../../spec/routes.ts';
import { get, type Request, type Response } from '../../../wire/message.ts';
import { type Internals, on, seen, type Wrap } from '../variant.ts';
import { refusingAny } from '../wrappers/requests.ts';
import { errors, jsonOf, refusalsThat, replying, withBody } from '../wrappers/responses.ts';
import { callerOf, lenient, rebodied } from '../wrappers/signatures.ts';

const isSigned = ({ headers }: Request) => headers['svc_signature'] !== undefined;

const lettingIn = (json: unknown) =>
  refusalsThat(
    ({ status }, request) => status === 401 && isSigned(request),
    (response) => withBody(response, json, 200),
  );

const SIGNED = ROUTES.filter(({ auth }) => auth === 'L2').map(({ id }) => id);

const isRespelled = ({ body }: Request) =>
  typeof body === 'string' && parseJson(body) !== undefined && JSON.stringify(parseJson(body)) !== body;
const rewriting = on(SIGNED, refusingAny(isRespelled, 401));

const trusting = on(
  SIGNED,
  lenient(({ headers }) => headers['svc_api_key'] !== undefined),
);

const isLate = ({ headers: { svc_timestamp: stamp } }: Request, { now }: Internals) =>
  stamp !== undefined && Number(stamp) !== Math.floor(now() / 1_000);
const punctual = on(SIGNED, refusingAny(isLate, 401));

const anyId: Wrap = (handle, internals) => (request) =>
  handle(callerOf(request, internals) === undefined ? request : rebodied(request, internals, '{}'));

const namesId = refusingAny((request) => (textAt(jsonOf(request), 'heartbeat_id') ?? '') !== '');

const whileShut =
  (change: (response: Response) => Response): Wrap =>
  (handle, { credentials }) =>
  (request) => {
    const response = handle(request);
    const isShut = handle(get('/positions', { user: credentials.wallets[0]?.address ?? '' })).status !== 200;
    return isShut ? change(response) : response;
  };

export const seenInAccess = seen({
  heartbeat: [
    ['.altered-signature', '5/SVC_SIGNATURE.verified', 'any signature is accepted', lettingIn({ status: 'ok' })],
    ['signing.query', 'D/signing-string.query', 'signatures are not verified', trusting],
    ['signing.method', 'D/signing-string.method', 'signatures are not verified', trusting],
    ['signing.timestamp-future', 'D/timestamp-window.future', 'timestamps are ignored', trusting],
    ['signing.timestamp-within', 'D/timestamp-window.within', 'a window of no width', punctual],
    ['signing.body-bytes', 'D/signing-string.accepted', 'the body is serialized again', rewriting],
  ],
  'live-orders': [
    [
      '.altered-signature',
      'D/live-orders-auth.SVC_SIGNATURE',
      'any signature is accepted',
      lettingIn({ data: [], next_cursor: '', limit: 100, count: 0 }),
    ],
  ],
  'heartbeat-v1': [
    [
      'signing.everywhere',
      '5/headers.everywhere',
      '/v1/heartbeats refuses everybody',
      (handle) => (request) => handle({ ...request, headers: {} }),
    ],
    ['.bodiless', 'D/heartbeat-chain.bodiless', 'the id is used up', namesId],
    ['.lapse', 'D/heartbeat-chain.lapse', 'the id lapses', namesId],
    ['.malformed', '7/heartbeat-v1.bad-request', 'any payload is right', replying({ heartbeat_id: 'one' })],
    ['heartbeat-expiry.wrong-id', 'D/heartbeat-expiry.wrong-id-counts-not', 'a wrong id counts', anyId],
  ],
  markets: [
    ['.internal-error', 'D/internal-typed', 'bad request', errors((json) => ({ ...json, type: 'bad request' }))],
  ],
  'place-order': [
    ['.internal-error', 'D/statuses.internal', 'status 503', whileShut((response) => ({ ...response, status: 503 }))],
  ],
  'event-creators': [
    [
      'allowlist.other-routes',
      'D/allowlist.four-routes',
      'the catalog requires the allowlist as well',
      whileShut((response) => ({ ...response, status: 403 })),
    ],
  ],
});
