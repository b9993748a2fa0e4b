/** conformance/checks/clob/signatures: ids and signatures of orders, and the headers of signed requests. */
import { isObject, parseJson } from '../../../base/json.ts';
import { clauseNamed } from '../../../spec/clauses/clause-of.ts';
import { REQUIRED_HEADERS, SIGNED_CLOB_ROUTES, type SignedClobRoute } from '../../../spec/clob/clauses.ts';
import type { UnsignedOrder } from '../../../spec/clob/order.ts';
import { orderIdOf, signOrder, withUpperS } from '../../../wire/clob-signer/signer.ts';
import { isSuccess, type Request, withJson } from '../../../wire/message.ts';
import { signed } from '../../../wire/signer.ts';
import type { CheckContext, ClauseId, Exchange, Expectation } from '../../check.ts';
import { fieldLike } from '../assertions.ts';
import { cancel, farPlan, orderBody, place, placedId, refusedWords, withdraw } from '../orders/plan.ts';
import { acceptable } from './requests.ts';
import { clobCheck, ERROR_TEXT } from './statements.ts';
import { byKey, domainsOf, drawNonce, type KeyedWallet, keyedWallet, withHeadersOf, withOwnKey } from './wallets.ts';

const writes = { safety: 'write-reversible', capability: 'trading', kind: 'auth', needs: ['write-market'] } as const;

type Fault = {
  readonly clause: ClauseId;
  readonly because: string;
  readonly must?: Expectation;
  change(order: UnsignedOrder, wallet: KeyedWallet): Readonly<Record<string, unknown>>;
};

const OTHER_KEY = `0x${'5b'.repeat(32)}`;
const own = (order: UnsignedOrder, wallet: KeyedWallet) => domainsOf(wallet, String(order.tokenId)).own;

const faults: readonly Fault[] = [
  {
    clause: 'P/place-order.signature',
    because: 'another key signed it',
    change: (order, wallet) => ({ ...order, signature: signOrder(OTHER_KEY, order, own(order, wallet)) }),
  },
  {
    clause: 'P/place-order.contract',
    because: 'it is signed for the exchange of the other kind of market',
    change: (order, wallet) => {
      const { other } = domainsOf(wallet, String(order.tokenId));
      return { ...order, signature: signOrder(wallet.privateKey, order, other) };
    },
  },
  {
    clause: 'P/place-order.malleable',
    because: 's of its signature is in the upper half',
    change: (order, wallet) => ({
      ...order,
      signature: withUpperS(signOrder(wallet.privateKey, order, own(order, wallet))),
    }),
  },
  {
    clause: 'P/place-order.version',
    because: 'it is an order of version 1',
    must: { status: 400, body: { error: 'order_version_mismatch' } },
    change: ({ timestamp: _, metadata: __, builder: ___, ...rest }) => ({
      ...rest,
      taker: `0x${'00'.repeat(20)}`,
      nonce: '0',
      feeRateBps: '0',
      expiration: '0',
      signature: `0x${'5a'.repeat(65)}`,
    }),
  },
];

async function judgeFault(context: CheckContext, wallet: KeyedWallet, { clause, because, must, change }: Fault) {
  const body = orderBody(context, wallet, farPlan(context));
  const order = change(body.order as UnsignedOrder, wallet);
  const request = withHeadersOf(context, wallet, withJson('POST', '/order', { ...body, order }));
  const of = await context.send(request);
  context.judge({ clauses: clause, of, must: must ?? { status: 400, body: { error: { $match: '\\S' } } }, because });
  await withdraw(context, wallet, of);
}

const faultChecks = faults.map((fault) =>
  clobCheck(`place-order.${fault.clause.slice('P/place-order.'.length)}`, {
    title: `an order is refused if ${fault.because}`,
    clauses: [fault.clause],
    ...writes,
    run: async (context) => await judgeFault(context, keyedWallet(context), fault),
  }),
);

export const clobSignatureChecks = [
  clobCheck('place-order.id', {
    title: 'the id of an order is the hash of its typed data',
    clauses: ['P/place-order.id'],
    ...writes,
    async run(context) {
      const wallet = keyedWallet(context);
      const plan = farPlan(context);
      const placed = await place(context, wallet, plan);
      const id = placedId(placed) ?? context.notTestable(...refusedWords(plan, placed));
      await cancel(context, wallet, id);
      const sent = parseJson(String(placed.request.body));
      const order = isObject(sent) ? (sent['order'] as UnsignedOrder) : undefined;
      if (order === undefined) return;
      const hash = orderIdOf(order, domainsOf(wallet, String(order.tokenId)).own);
      context.judge(fieldLike('P/place-order.id', placed, '/orderID', { $caseless: hash }));
    },
  }),
  ...faultChecks,
];

const OTHER_SECRET = Buffer.from('another secret').toString('base64');

/** The acceptable request with its headers, signed by the wallet or wrongly. */
function signedBy(context: CheckContext, route: SignedClobRoute, wallet: KeyedWallet, isWrong: boolean): Request {
  const request = acceptable(route, context, wallet);
  if (route.auth === 'L1') {
    const right = byKey(context, wallet, request, drawNonce(context));
    if (!isWrong) return right;
    const other = byKey(context, { ...wallet, privateKey: OTHER_KEY }, request, drawNonce(context));
    const address = `${wallet.dialect.prefix.toLowerCase()}address`;
    return { ...other, headers: { ...other.headers, [address]: right.headers[address] ?? '' } };
  }
  return signed(isWrong ? { ...wallet, secret: OTHER_SECRET } : wallet, request, context.serviceSeconds());
}

function withoutHeader(request: Request, { dialect }: KeyedWallet, part: string): Request {
  const { [`${dialect.prefix}${part}`.toLowerCase()]: _, ...headers } = request.headers;
  return { ...request, headers };
}

async function undo(context: CheckContext, wallet: KeyedWallet, response: Exchange) {
  if (!isSuccess(response)) return;
  const placed = Array.isArray(response.json) ? response.json.filter(isObject) : [response.json];
  for (const json of placed) await withdraw(context, wallet, { ...response, json });
}

function authCheck(route: SignedClobRoute) {
  const { id, auth, method, path } = route;
  const name = id.slice('P/'.length);
  const parts = REQUIRED_HEADERS[auth];
  const isOrder = name.startsWith('place-');
  return clobCheck(`${name}.auth`, {
    title: `${method} ${path} refuses requests without a header or with a wrong signature`,
    clauses: [...parts, 'verified'].map((part) => clauseNamed(`${id}.auth.${part}`)),
    safety: 'session',
    capability: 'trading',
    kind: 'auth',
    needs: isOrder ? ['write-market'] : [],
    async run(context) {
      const probeAll = async (wallet: KeyedWallet) => {
        const probe = async (part: string, request: Request, because: string) => {
          const of = await context.send(request);
          context.judge({
            clauses: clauseNamed(`${id}.auth.${part}`),
            of,
            must: { status: 401, ...ERROR_TEXT },
            because,
          });
          await undo(context, wallet, of);
        };
        for (const part of parts) {
          const request = withoutHeader(signedBy(context, route, wallet, false), wallet, part);
          await probe(part, request, `it lacks ${wallet.dialect.prefix}${part}`);
        }
        await probe('verified', signedBy(context, route, wallet, true), 'its signature is wrong');
      };
      const wallet = keyedWallet(context);
      // A service that accepts such a request must not revoke the key of the credentials file.
      if (name === 'delete-api-key') await withOwnKey(context, wallet, probeAll);
      else await probeAll(wallet);
    },
  });
}

export const clobAuthChecks = SIGNED_CLOB_ROUTES.map(authCheck);
