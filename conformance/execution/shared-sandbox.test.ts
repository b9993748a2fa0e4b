/** conformance/execution/shared-sandbox tests: runs that share a deployment and its wallets with other programs. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseJson, textOrEmpty } from '../../base/json.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator, type Simulator } from '../../sim/simulator.ts';
import { headerOf, type Request, type Response, withJson } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';
import { jumpOverWaits } from '../fixtures/judged-service.ts';
import { judge } from '../judge.ts';
import type { Report } from '../report.ts';

type Handle = (request: Request) => Response;

/** Judges a deployment without control of its time by checks that write. */
async function run(
  simulator: Simulator,
  {
    runId,
    only,
    handle = simulator.handle,
  }: { readonly runId?: string; readonly only: readonly string[]; readonly handle?: Handle },
): Promise<Report> {
  const { label, close } = inProcessTarget(simulator);
  return await judge({
    target: { label, close, send: async (request) => ({ kind: 'response', response: handle(request) }) },
    credentials: simulator.credentials,
    allowWrites: true,
    targetFile: { capabilities: { limits: false } },
    profile: 'document',
    patience: 1,
    only,
    ...(runId === undefined ? {} : { runId }),
  });
}

/** Another program cancels the newest order before the next list that starts at a cursor, `times` times. */
function cancelling(simulator: Simulator, times: number): Handle {
  let newest = '';
  let left = times;
  return (request) => {
    const wallet = simulator.credentials.wallets.find(({ address }) => address === headerOf(request, 'svc_address'));
    if (newest !== '' && left > 0 && wallet !== undefined && request.query.startsWith('next_cursor=MA')) {
      left -= 1;
      const cancel = withJson('DELETE', '/order', { orderId: newest });
      newest = '';
      simulator.handle(signed(wallet, cancel, Math.floor(simulator.now() / 1_000)));
    }
    const response = simulator.handle(request);
    if (request.path === '/order' && request.method === 'POST')
      newest = textOrEmpty(parseJson(response.body), 'orderID');
    return response;
  };
}

beforeAll(jumpOverWaits);
afterAll(() => void vi.useRealTimers());

const failed = ({ checks }: Report): readonly string[] =>
  checks.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));

describe('a sandbox that others use', () => {
  const only = ['live-orders.pages'];

  it('is not accused of an order that another program cancelled in the middle of a check', async () => {
    const simulator = createSimulator();
    const report = await run(simulator, { runId: 'a', only, handle: cancelling(simulator, 1) });
    expect(failed(report)).toEqual([]);
    expect(report.fingerprint['failed-once.live-orders.pages']).toBe('4.5/next_cursor.start');
    expect(report.remarks.join('\n')).toContain(
      'live-orders.pages failed once (4.5/next_cursor.start) and not when it was repeated',
    );
  });

  it.each([
    ['that recurs', { runId: 'a' }, 9],
    ['of wallets that only this run uses', {}, 1],
  ])('is accused of a failure %s', async (_, id, times) => {
    const simulator = createSimulator();
    expect(failed(await run(simulator, { ...id, only, handle: cancelling(simulator, times) }))).toEqual(only);
  });

  it('is not accused by either of two runs at the same time with equal seeds', async () => {
    const simulator = createSimulator();
    const checks = ['live-orders.*', 'place-order.fresh-part-fill', 'place-order.salt-*'];
    const reports = await Promise.all(['a', 'b'].map((runId) => run(simulator, { runId, only: checks })));
    expect(reports.map(failed)).toEqual([[], []]);
    expect(reports.map(({ counts }) => counts.pass > 3)).toEqual([true, true]);
  });
});
