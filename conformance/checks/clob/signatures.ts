/** conformance/checks/clob/signatures: the id follows from the order, and no other signature is accepted. */

import { isObject, parseJson } from '../../../base/json.ts';
import type { UnsignedOrder } from '../../../spec/clob/order.ts';
import { orderIdOf, signOrder, withUpperS } from '../../../wire/clob-signer/signer.ts';
import { withJson } from '../../../wire/message.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { fieldLike } from '../assertions.ts';
import { cancel, orderBody, place, placedId, refusedWords, withdraw } from '../orders/plan.ts';
import { farPlan } from '../orders/resting-orders.ts';
import { clobCheck } from './statements.ts';
import { domainsOf, type KeyedWallet, keyedWallet, withHeadersOf } from './wallets.ts';

const writes = { safety: 'write-reversible', capability: 'trading', kind: 'auth', needs: ['write-market'] } as const;

const idCheck = clobCheck('place-order.id', {
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
});

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

async function judgeFault(
  context: CheckContext,
  wallet: KeyedWallet,
  { clause, because, must, change }: Fault,
): Promise<void> {
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

export const clobSignatureChecks = [idCheck, ...faultChecks];
