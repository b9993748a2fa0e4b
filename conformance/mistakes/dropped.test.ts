/** conformance/mistakes/dropped tests: a service that hangs up or dies at a request fails with that request. */
import { afterEach, expect, it, vi } from 'vitest';
import type { Request, SendOutcome } from '../../wire/message.ts';
import { inProcessOf, jumpOverWaits, optionsFor } from '../fixtures/judged-service.ts';
import { startSecondService } from '../fixtures/second-service/server.ts';
import type { Report } from '../report.ts';
import { runChecks } from '../run.ts';

const REFUSED: SendOutcome = { kind: 'trouble', trouble: 'unreachable', detail: 'connection closed' };

afterEach(() => void vi.useRealTimers());

/** Judges a service that `fails` decides to give no response to a request. */
async function judgeWhile(fails: (request: Request) => boolean, only: readonly string[]): Promise<Report> {
  const service = await startSecondService();
  const target = inProcessOf(service);
  const send = async (request: Request): Promise<SendOutcome> => (fails(request) ? REFUSED : target.send(request));
  jumpOverWaits();
  try {
    return await runChecks({ ...optionsFor(service), target: { ...target, send }, only });
  } finally {
    vi.useRealTimers();
    await service.close();
  }
}

const findingsIn = ({ checks }: Report) => checks.flatMap(({ findings }) => findings);

it('fails a service that never responds to one request, with its curl line', async () => {
  const report = await judgeWhile(({ query }) => /limit=101/.test(query), ['markets.*']);
  const [finding] = findingsIn(report).filter(({ clause }) => clause === '4.11/response.json');
  expect(finding).toMatchObject({ severity: 'fail', expected: 'a response, which other requests get' });
  expect(finding?.curl).toContain('limit=101');
});

it('fails a service that dies at an order, with the body of the order', async () => {
  let away = 0;
  const dies = ({ method, path, body }: Request): boolean => {
    if (method === 'POST' && path === '/order' && /"orderType":"FOK"/.test(String(body))) away = 3;
    away -= 1;
    return away >= 0;
  };
  const report = await judgeWhile(dies, ['place-order.fok-filled', 'place-order.shape']);
  const [finding] = findingsIn(report).filter(({ clause }) => clause === '4.3/response.json');
  expect(finding?.curl).toContain('FOK');
});

it('fails a route that closes every connection, although its other checks prove nothing', async () => {
  const report = await judgeWhile(({ method }) => method === 'DELETE', ['cancel-order.*', 'place-order.cross-whole']);
  const [finding] = findingsIn(report).filter(({ clause }) => clause === '4.4/response.json');
  expect(finding).toMatchObject({ severity: 'fail', expected: 'a response, which other requests get' });
  expect(report.remarks.join()).toContain('DELETE /order never answers');
});

it('fails a service that ends at an order and does not come back, with the body of the order', async () => {
  let isDead = false;
  const ends = ({ method, path, body }: Request): boolean => {
    isDead ||= method === 'POST' && path === '/order' && /"orderType":"FOK"/.test(String(body));
    return isDead;
  };
  const report = await judgeWhile(ends, ['place-order.fok-filled', 'place-order.shape']);
  const [finding] = findingsIn(report).filter(({ clause }) => clause === '4.3/response.json');
  expect(finding?.curl).toContain('FOK');
  expect(report.stopped).toBe('unreachable');
});

it('accuses no service that was away for a moment', async () => {
  let requests = 0;
  const report = await judgeWhile(() => {
    requests += 1;
    return requests > 60 && requests <= 64;
  }, ['markets.*', 'books.*', 'prices.*']);
  expect(findingsIn(report).filter(({ severity }) => severity === 'fail')).toEqual([]);
});
