/** proof/judge/mutants/heartbeat: heartbeats that are answered and not counted, the reverse, or mislabelled. */
import { get, type Request } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { family, type Internals, type Mutant, type Wrap } from '../variant.ts';
import { isPlacing } from '../wrappers/orders.ts';
import { refusingAny } from '../wrappers/requests.ts';
import { jsonOf, replies, set, withBody } from '../wrappers/responses.ts';
import { callerOf, rebodied, signedBy } from '../wrappers/signatures.ts';

const { table, wide } = family('heartbeat');

const BEAT: Request = { method: 'POST', path: '/heartbeats', query: '', headers: {} };

const isBeat = (request: Request) => matchRoute(request)?.id.startsWith('heartbeat') === true;

/** A heartbeat of the caller; undefined if the caller is unknown. */
function beatFor(request: Request, internals: Internals): Request | undefined {
  const caller = callerOf(request, internals);
  return caller === undefined ? undefined : signedBy(caller, BEAT, internals);
}

function uncounted(json: unknown): Wrap {
  return (handle, internals) => (request) =>
    callerOf(request, internals) === undefined
      ? handle(request)
      : withBody(handle(get('/markets', { limit: '1' })), json);
}

const anyId = replies((response, request, handle, internals) => {
  const isWrong = response.status === 400 && jsonOf(response)['heartbeat_id'] !== undefined;
  return isWrong ? handle(rebodied(request, internals, '{}')) : response;
});

const ordersBeat: Wrap = (handle, internals) => (request) => {
  const beat = isPlacing(request) ? beatFor(request, internals) : undefined;
  if (beat !== undefined) handle(beat);
  return handle(request);
};

const beatsShared: Wrap = (handle, internals) => (request) => {
  if (isBeat(request)) for (const wallet of internals.credentials.wallets) handle(signedBy(wallet, BEAT, internals));
  return handle(request);
};

export const heartbeatMutants: readonly Mutant[] = [
  ...table({
    heartbeat: [
      ['word', '4.2/ok', 'the status is OK', set('status', 'OK')],
      [
        'body-needed',
        '4.2/heartbeat.no-body',
        'a request without a body is refused',
        refusingAny(({ body }) => body === undefined || body === ''),
      ],
      ['uncounted', '4.2/keep-alive', 'heartbeats are answered and not counted', uncounted({ status: 'ok' })],
      [
        'own-timer',
        'D/heartbeat-expiry.one-timer',
        'heartbeats on this route do not restart the timer',
        uncounted({ status: 'ok' }),
      ],
    ],
    'heartbeat-v1': [
      ['any-id', 'D/heartbeat-payload.wrong-id', 'an id that is not the latest is accepted', anyId],
      ['id-empty', '4.2/heartbeat-v1.id', 'heartbeat_id is empty', set('heartbeat_id', '')],
      [
        'null-refused',
        'D/heartbeat-payload.start-null',
        'an id of null is refused',
        refusingAny((request) => jsonOf(request)['heartbeat_id'] === null),
      ],
    ],
  }),
  ...wide('live-orders', [
    ['orders-beat', 'D/heartbeat-expiry.opt-in', 'placing an order starts a session', ordersBeat],
    ['beats-shared', 'D/heartbeat-expiry.own-key', 'all keys share one session', beatsShared],
  ]),
];
