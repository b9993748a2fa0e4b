/** conformance/mistakes/waits tests: a change that never shows is waited for once, and not again by every check. */
import { expect, it } from 'vitest';
import type { Progress } from '../execution/progress.ts';
import { brokenIn, judgeNew, problemsIn } from '../fixtures/judged-service.ts';
import type { Mistake, ServiceReply } from '../fixtures/second-service/mistake.ts';

/** FOK orders are reported as filled and change nothing. */
const fokWithoutEffect: Mistake = (reply) => {
  let orders = 0;
  return (request) => {
    if (request.method !== 'POST' || request.path !== '/order' || !request.body.includes('"FOK"'))
      return reply(request);
    orders += 1;
    const amounts = { takingAmount: '20', makingAmount: '10' };
    const body = { success: true, errorMsg: '', orderID: `fok-${orders}`, ...amounts, status: 'matched' };
    return { status: 200, body: JSON.stringify(body) };
  };
};

/** Wallet data and trades come from a cache of fifteen seconds, which is lawful. */
const walletCache: Mistake = (reply) => {
  const cache = new Map<string, { readonly at: number; readonly kept: ServiceReply }>();
  return (request) => {
    const { path, query } = request;
    if (!['/positions', '/closed-positions', '/activity', '/holders', '/builder/trades'].includes(path))
      return reply(request);
    const key = `${path}?${query}`;
    const found = cache.get(key);
    if (found !== undefined && Date.now() - found.at < 15_000) return found.kept;
    const kept = reply(request);
    cache.set(key, { at: Date.now(), kept });
    return kept;
  };
};

const FILLS = [
  'place-order.fok-filled',
  'place-order.partial-fill',
  'place-order.fill-*',
  'place-order.fresh-*',
] as const;

it('waits twice for fills that no view shows, and then briefly', async () => {
  const waits: string[] = [];
  const began = Date.now();
  let ended = began;
  const onProgress = (progress: Progress): void => {
    ended = Math.max(ended, Date.now());
    if (progress.kind === 'late') waits.push(`${progress.check} ${progress.views} ${progress.milliseconds > 20_000}`);
  };
  const report = await judgeNew({ mistake: fokWithoutEffect }, { only: FILLS, onProgress });
  expect(brokenIn(report)).toEqual(expect.arrayContaining(['fail 4.3/fill.book', 'fail 4.3/fill.position']));
  expect(waits.filter((wait) => wait.endsWith(' true'))).toEqual([
    'place-order.fok-filled books true',
    'place-order.partial-fill live-orders true',
  ]);
  expect((ended - began) / 1_000).toBeLessThan(150);
});

it('accuses no service whose wallet data is fifteen seconds late on real time', async () => {
  const only = [...FILLS, 'place-order.fok-killed-*', 'place-order.sale-average', 'place-order.price-first'] as const;
  expect(problemsIn(await judgeNew({ mistake: walletCache }, { only }))).toEqual([]);
});
