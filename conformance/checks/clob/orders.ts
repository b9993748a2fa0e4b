/** conformance/checks/clob/orders: orders of a profile: placed, read in both views, and cancelled in each way. */

import { isObject, textAt } from '../../../base/json.ts';
import { CURSOR_START } from '../../../spec/cursor.ts';
import type { Profile } from '../../../spec/profile.ts';
import { bare, get, withJson } from '../../../wire/message.ts';
import { type Check, type CheckContext, type ClauseId, type Exchange, SameAs } from '../../check.ts';
import { fieldLike } from '../assertions.ts';
import { cursorPages } from '../cursor-pages.ts';
import { cancel, farPlan, type OrderPlan, orderBody, place, placedId, refusedWords } from '../orders/plan.ts';
import { listing, notListing } from '../orders/wallet-reads.ts';
import { clobCheck, clobRoute, judgeResponse, responseClauses } from './statements.ts';
import { type KeyedWallet, keyedWallet } from './wallets.ts';

const writes = {
  safety: 'write-reversible',
  capability: 'trading',
  kind: 'stateful',
  needs: ['write-market'],
} as const;

/** Runs `work` while an order rests, and cancels it afterwards even if it was cancelled already. */
async function whileResting<Result>(
  context: CheckContext,
  wallet: KeyedWallet,
  plan: OrderPlan,
  work: (id: string) => Promise<Result>,
  onPlaced: (placed: Exchange) => void = () => undefined,
): Promise<Result> {
  const placed = await place(context, wallet, plan);
  onPlaced(placed);
  const id = placedId(placed) ?? context.notTestable(...refusedWords(plan, placed));
  try {
    return await work(id);
  } finally {
    await cancel(context, wallet, id);
  }
}

const openOrders = (context: CheckContext, wallet: KeyedWallet, id: string) =>
  context.send(get('/data/orders', { id }), wallet);

/** The canceled ids of a reply, and the orders that are still listed. */
async function judgeCancelled(
  context: CheckContext,
  wallet: KeyedWallet,
  clauses: ClauseId,
  of: Exchange,
  ids: readonly string[],
) {
  const because = 'it cancels these orders';
  context.judge(fieldLike(clauses, of, '/canceled', { $contains: ids }, because));
  for (const id of ids) {
    const after = await context.eventually(
      () => openOrders(context, wallet, id),
      ({ text }) => !text.includes(id),
    );
    context.judge({ clauses, of: after, must: notListing(id), because: 'the order is cancelled' });
  }
}

const lifeCheck = clobCheck('order-life', {
  title: 'a resting order is in both views with all fields, and its cancellation is confirmed',
  clauses: [
    ...['place-order', 'order', 'open-orders', 'cancel-order'].flatMap((name) =>
      responseClauses(clobRoute(`P/${name}`)),
    ),
    'P/order.row',
  ],
  ...writes,
  async run(context) {
    const wallet = keyedWallet(context);
    const judgePlaced = (placed: Exchange): void => void judgeResponse(context, clobRoute('P/place-order'), placed);
    const judgeViews = async (id: string) => {
      const row = await context.send(get(`/data/order/${id}`), wallet);
      const isServed = judgeResponse(context, clobRoute('P/order'), row);
      const list = await context.eventually(
        () => openOrders(context, wallet, id),
        ({ text }) => text.includes(id),
      );
      judgeResponse(context, clobRoute('P/open-orders'), list);
      if (isServed && context.judge({ clauses: 'P/open-orders.data.id', of: list, must: listing(id) }))
        context.judge(fieldLike('P/order.row', list, '/data', [new SameAs(row, '')]));
      judgeResponse(context, clobRoute('P/cancel-order'), await cancel(context, wallet, id));
    };
    await whileResting(context, wallet, farPlan(context), judgeViews, judgePlaced);
  },
});

const batchCheck = clobCheck('order-batch', {
  title: 'several orders are placed by one request and cancelled by another',
  clauses: [
    ...['place-orders', 'cancel-orders'].flatMap((name) => responseClauses(clobRoute(`P/${name}`))),
    'P/cancel-orders.effect',
  ],
  ...writes,
  async run(context) {
    const wallet = keyedWallet(context);
    const plan = farPlan(context);
    const bodies = [0, 1].map(() => orderBody(context, wallet, plan));
    const placed = await context.send(withJson('POST', '/orders', bodies), wallet);
    const rows = Array.isArray(placed.json) ? placed.json.filter(isObject) : [];
    const ids = rows.flatMap((row) => textAt(row, 'orderID') ?? []);
    try {
      judgeResponse(context, clobRoute('P/place-orders'), placed);
      if (ids.length === 0) return;
      const reply = await context.send(withJson('DELETE', '/orders', ids), wallet);
      if (!judgeResponse(context, clobRoute('P/cancel-orders'), reply)) return;
      await judgeCancelled(context, wallet, 'P/cancel-orders.effect', reply, ids);
    } finally {
      for (const id of ids) await cancel(context, wallet, id);
    }
  },
});

const allCheck = clobCheck('cancel-all.effect', {
  title: 'one request cancels every order of the caller',
  clauses: [...responseClauses(clobRoute('P/cancel-all')), 'P/cancel-all.effect'],
  ...writes,
  async run(context) {
    const wallet = keyedWallet(context);
    await whileResting(context, wallet, farPlan(context), async (id) => {
      const reply = await context.send(bare('DELETE', '/cancel-all'), wallet);
      if (judgeResponse(context, clobRoute('P/cancel-all'), reply))
        await judgeCancelled(context, wallet, 'P/cancel-all.effect', reply, [id]);
    });
  },
});

const marketCheck = clobCheck('cancel-market-orders.effect', {
  title: 'one request cancels the orders of a market and no others',
  clauses: [...responseClauses(clobRoute('P/cancel-market-orders')), 'P/cancel-market-orders.effect'],
  ...writes,
  async run(context) {
    const wallet = keyedWallet(context);
    const plan = farPlan(context);
    const elsewhere = context.bindings.writeMarkets.find(({ conditionId }) => conditionId !== plan.market.conditionId);
    const market = plan.market.conditionId;
    await whileResting(context, wallet, plan, async (id) => {
      const judgeAll = async () => {
        const reply = await context.send(withJson('DELETE', '/cancel-market-orders', { market }), wallet);
        if (judgeResponse(context, clobRoute('P/cancel-market-orders'), reply))
          await judgeCancelled(context, wallet, 'P/cancel-market-orders.effect', reply, [id]);
      };
      if (elsewhere === undefined) return await judgeAll();
      await whileResting(
        context,
        wallet,
        farPlan(context, { market: elsewhere, price: elsewhere.tick }),
        async (other) => {
          await judgeAll();
          const still = await openOrders(context, wallet, other);
          const because = 'the order is in another market';
          context.judge({ clauses: 'P/cancel-market-orders.effect', of: still, must: listing(other), because });
        },
      );
    });
  },
});

const PAGES = 50;

function pagesCheck(name: 'open-orders' | 'own-trades', path: string, end: string) {
  const [ends, pages] = [`P/${name}.end`, `P/${name}.pages`] as const;
  return clobCheck(`${name}.pages`, {
    title: `the pages of GET ${path} end with the marker of the profile, and have each row once`,
    clauses: [ends, pages],
    safety: 'session',
    capability: 'trading',
    kind: 'pagination',
    async run(context) {
      const wallet = keyedWallet(context);
      const seen: unknown[] = [];
      let last: Exchange | undefined;
      for await (const { response } of cursorPages((query) => context.send(get(path, query), wallet), PAGES)) {
        const fresh = seen.length === 0 ? [] : [{ $every: { id: { $not: { $in: [...seen] } } } }];
        if (
          !context.judge(
            fieldLike(pages, response, '/data', { $all: [{ $unique: '/id' }, ...fresh] }, 'earlier rows come once'),
          )
        )
          return;
        const { data } = isObject(response.json) ? response.json : {};
        if (Array.isArray(data)) seen.push(...data.map((row) => textAt(row, 'id')));
        last = response;
      }
      if (last !== undefined) context.judge(fieldLike(ends, last, '/next_cursor', end));
      const first = await context.send(get(path), wallet);
      const start = await context.send(get(path, { next_cursor: CURSOR_START }), wallet);
      context.judge(
        fieldLike(pages, start, '/data', new SameAs(first, '/data'), `${CURSOR_START} is the start of the list`),
      );
    },
  });
}

export function clobOrderChecks({ cursorEnds }: Profile): readonly Check[] {
  return [
    lifeCheck,
    batchCheck,
    allCheck,
    marketCheck,
    pagesCheck('open-orders', '/data/orders', cursorEnds.liveOrders),
    pagesCheck('own-trades', '/data/trades', cursorEnds.liveOrders),
  ];
}
