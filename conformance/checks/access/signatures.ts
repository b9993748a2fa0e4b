/** conformance/checks/access/signatures: how requests are signed, how old they may be, and who reads live orders (5) */
import { AUTH_HEADERS } from '../../../spec/auth.ts';
import { bare, get, isCallerRefused, type Request, withJson } from '../../../wire/message.ts';
import { signed } from '../../../wire/signer.ts';
import type { Check, Exchange } from '../../check.ts';
import { NO_CONDITION, NO_ORDER, refusal, refusalOf, STRANGER, statusOf, success, successOf } from '../assertions.ts';
import { check, claimCheck } from '../definition.ts';
import { endSession } from '../heartbeats/session.ts';
import { firstWallet } from '../orders/plan.ts';
import { signedAs, withAlteredEnd } from './auth-probe.ts';

const LIVE_ORDERS = get('/data/orders');
const UNKNOWN_CANCEL = withJson('DELETE', '/order', { orderId: NO_ORDER });
const BARE_BEAT = bare('POST', '/heartbeats');
const BEAT = withJson('POST', '/v1/heartbeats', {});

/** Requests to the four L2 routes that change nothing but a session: an unknown cancel, and an order without fields. */
const SIGNED = [UNKNOWN_CANCEL, BARE_BEAT, BEAT, withJson('POST', '/order', {})];

/** True if headers are refused; an order may be refused for its parties, in other words. */
function isLockedOut(response: Exchange, unsigned: Exchange) {
  const isAboutHeaders =
    response.text === unsigned.text || (response.status === 401 && response.request.path !== '/order');
  return isCallerRefused(response) && isAboutHeaders;
}

function borrowedCheck(what: 'method' | 'path', request: Request, signedOne: Request) {
  const clause = `D/signing-string.${what}` as const;
  return claimCheck('signing', `${what}`, {
    title: `a signature made for another ${what} is rejected`,
    clauses: [clause],
    route: what === 'method' ? 'cancel-order' : 'heartbeat',
    async claim(context) {
      const borrowed = signedAs(firstWallet(context), request, signedOne, context.serviceSeconds());
      return refusalOf(await context.send(borrowed), `its signature was made for another ${what}`);
    },
  });
}

/** Offset from the service clock in seconds, and whether such a timestamp is accepted. */
const stamps = [
  ['within', [-50, 50], true],
  ['past', [-120], false],
  ['future', [120], false],
] as const;

function stampCheck([what, offsets, isLetIn]: (typeof stamps)[number]) {
  const clause = `D/timestamp-window.${what}` as const;
  return check('signing', `timestamp-${what}`, {
    title: `a timestamp ${offsets.join(' or ')} seconds off is ${isLetIn ? 'accepted' : 'rejected'}`,
    clauses: [clause],
    route: 'live-orders',
    cost: { 'live-orders': offsets.length },
    async run(context) {
      const wallet = firstWallet(context);
      for (const offset of offsets) {
        const response = await context.send(signed(wallet, LIVE_ORDERS, context.serviceSeconds() + offset));
        const why = `its timestamp is ${Math.abs(offset)} seconds ${offset < 0 ? 'old' : 'ahead'}`;
        if (isLetIn) context.judge(success(clause, response, why));
        else context.judge(refusal(clause, response, why));
      }
    },
  });
}

const withoutChecks: readonly Check[] = (['required', ...AUTH_HEADERS.map(({ name }) => name)] as const).map((what) => {
  const clause = `D/live-orders-auth.${what}` as const;
  return claimCheck('live-orders', `without-${what === 'required' ? 'any-header' : what.toLowerCase()}`, {
    title: `a request for live orders without ${what === 'required' ? 'the headers' : what} is rejected`,
    clauses: [clause],
    kind: 'auth',
    capability: 'read',
    async claim(context) {
      const whole = signed(context.wallets[0] ?? STRANGER, LIVE_ORDERS, context.serviceSeconds());
      const left = Object.entries(whole.headers).filter(([name]) => what !== 'required' && name !== what.toLowerCase());
      const of = await context.send({ ...whole, headers: Object.fromEntries(left) });
      return refusalOf(of, `it lacks ${what === 'required' ? 'the headers' : what}`);
    },
  });
});

export const signatureChecks = [
  ...withoutChecks,
  check('signing', 'accepted', {
    title: 'a request is accepted if timestamp, method, path and body are signed with the decoded secret, in hex',
    clauses: ['D/signing-string.accepted', 'D/live-orders-auth.accepted'],
    route: 'live-orders',
    cost: { 'live-orders': 1, heartbeat: 1, 'heartbeat-v1': 1, 'cancel-order': 1 },
    async run(context) {
      const wallet = firstWallet(context);
      for (const request of [LIVE_ORDERS, BARE_BEAT, BEAT]) {
        const response = await context.send(request, wallet);
        context.judge(success('D/signing-string.accepted', response, `${request.path} is signed`));
        if (request === LIVE_ORDERS)
          context.judge(success('D/live-orders-auth.accepted', response, 'it carries the five headers'));
      }
      await endSession(context);
    },
  }),
  check('signing', 'everywhere', {
    title: 'a wallet that one signed route accepts is accepted by all of them',
    clauses: ['5/headers.everywhere'],
    cost: { 'cancel-order': 2, heartbeat: 2, 'heartbeat-v1': 2, 'place-order': 2 },
    async run(context) {
      const wallet = firstWallet(context);
      const pairs: { readonly response: Exchange; readonly unsigned: Exchange }[] = [];
      for (const request of SIGNED)
        pairs.push({ response: await context.send(request, wallet), unsigned: await context.send(request) });
      await endSession(context);
      const isKnown = pairs.some(({ response, unsigned }) => isCallerRefused(unsigned) && !isCallerRefused(response));
      if (!isKnown)
        context.notTestable('no signed route accepts the first wallet', 'use credentials that the service knows');
      for (const { response, unsigned } of pairs) {
        const expected = 'no refusal of the caller, because another signed route accepts the same wallet';
        const fault = isLockedOut(response, unsigned) ? { expected, actual: statusOf(response) } : undefined;
        context.judgeBy('5/headers.everywhere', response, fault, 'a status alone does not show who is refused');
      }
    },
  }),
  check('signing', 'query', {
    title: 'the query is not part of the signed path',
    clauses: ['D/signing-string.query'],
    route: 'live-orders',
    cost: { 'live-orders': 2 },
    async run(context) {
      const wallet = firstWallet(context);
      const request = get('/data/orders', { market: NO_CONDITION });
      const clause = 'D/signing-string.query';
      context.judge(success(clause, await context.send(request, wallet), 'its path is signed without the query'));
      const whole = { ...request, path: `${request.path}?${request.query}` };
      const borrowed = signedAs(wallet, request, whole, context.serviceSeconds());
      context.judge(refusal(clause, await context.send(borrowed), 'its query was signed as well'));
    },
  }),
  borrowedCheck('method', UNKNOWN_CANCEL, { ...UNKNOWN_CANCEL, method: 'POST' }),
  borrowedCheck('path', BARE_BEAT, { ...BARE_BEAT, path: '/v1/heartbeats' }),
  ...stamps.map(stampCheck),
  claimCheck('signing', 'body-bytes', {
    title: 'the signature covers the exact bytes of the body, spaces included',
    clauses: ['D/signing-string.accepted'],
    route: 'cancel-order',
    async claim(context) {
      const body = ` { "orderId"\t: ${JSON.stringify(NO_ORDER)} }\n`;
      const of = await context.send({ ...UNKNOWN_CANCEL, body }, firstWallet(context));
      return successOf(of, 'its body is signed byte by byte');
    },
  }),
  claimCheck('live-orders', 'altered-signature', {
    title: 'a request for live orders whose signature has a wrong last digit is rejected',
    clauses: ['D/live-orders-auth.SVC_SIGNATURE'],
    kind: 'auth',
    safety: 'session',
    async claim(context) {
      const request = withAlteredEnd(
        signed(firstWallet(context), LIVE_ORDERS, context.serviceSeconds()),
        'SVC_SIGNATURE',
      );
      return refusalOf(await context.send(request), 'its signature is wrong');
    },
  }),
];
